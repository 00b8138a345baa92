import type { DueMessage } from '../due-message';
import type { MessageFacts } from '../message-facts';
import type { MessageName } from './wording/catalog';

/** What a message says. Only a confirmed appointment may be called confirmed. */
export function nameOfMessage(
  event: DueMessage['event'],
  { status, reason }: Pick<MessageFacts, 'status' | 'reason'>,
): MessageName {
  // The calendar entries of messages before are instants, which clocks now show as another time.
  if (reason === 'zone_rules') return 'update';
  if (event !== 'confirmation' || status === 'confirmed') return event;
  return status === 'pending' ? 'received' : 'details';
}
