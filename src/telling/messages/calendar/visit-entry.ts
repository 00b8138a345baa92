import type { SharedVisit } from '../message-facts';
import { type Common, type Entry, type EntryWords, stated, type StatedFacts, takesPlace } from './entry';

/** One event from the first start to the last end of what takes place. It is cancelled once nothing does. */
export function visitEntry(
  about: readonly StatedFacts[],
  { rest }: SharedVisit,
  words: EntryWords,
  common: Common,
): Entry {
  const taken = [...about, ...rest.map(stated)].filter(takesPlace);
  const parts = (taken.length > 0 ? taken : about).toSorted((a, b) => a.start - b.start);
  const span = {
    start: Math.min(...parts.map(({ start }) => start)),
    end: Math.max(...parts.map(({ end }) => end)),
  };
  const isPending = parts.some(({ status }) => status === 'pending');
  const status = taken.length === 0 ? 'cancelled' : isPending ? 'pending' : 'confirmed';
  return { zone: 'UTC', span, events: [{ ...common, ...words.ofAll(parts), ...span, status }] };
}
