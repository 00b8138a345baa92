import { ApiError, ConnectionError, RefusedError } from 'scheduling-service-client';
import type { Slot } from './api';
import type { Words } from './words/words';

const TOO_MANY_REQUESTS = 429;
const FORBIDDEN = [401, 403];

/** What to tell the visitor of a fault that another try can mend. */
export function problemText(error: unknown, words: Words): string {
  if (error instanceof ConnectionError) return words.offline;
  if (!(error instanceof ApiError)) {
    console.error('The booking page has a fault', error);
    return words.failed;
  }
  if (error.status === TOO_MANY_REQUESTS) return words.busy;
  // For those who set the page up: the visitor cannot mend it.
  if (FORBIDDEN.includes(error.status)) console.error(`The key does not fit: ${error.message}`);
  return words.failed;
}

/** Why a time cannot be had, and the times that can. */
export interface Refused {
  readonly text: string;
  readonly alternatives: readonly Slot[];
}

/** @throws the error itself, when it is no refusal of a rule */
export function refusedBy(error: unknown, words: Words): Refused {
  if (!(error instanceof RefusedError)) throw error;
  const { alternatives = [] } = error.details;
  // Those of visits are whole visits, which this page does not book.
  const slots = alternatives.filter((each): each is Slot => 'time' in each);
  return { text: textOf(error.reason, words), alternatives: slots };
}

function textOf(reason: string, words: Words): string {
  if (reason === 'slot_taken' || reason === 'session_full') return words.taken;
  return reason === 'limit_reached' ? words.limit : words.refused;
}
