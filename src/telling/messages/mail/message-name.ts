import type { DueMessage } from '../due-message';
import type { AppointmentFacts, MessageFacts } from '../message-facts';
import type { Catalog, MessageName, Wording } from './wording/catalog';

type NamedFacts = Pick<MessageFacts, 'status' | 'reason' | 'start' | 'end' | 'former' | 'isNew' | 'others'>;

/** What a message says. Only a confirmed appointment may be called confirmed, and only one with another time moved. */
export function nameOfMessage(event: DueMessage['event'], facts: NamedFacts): MessageName {
  const { status, reason } = facts;
  // The calendar entries of messages before are instants, which clocks now show as another time.
  if (reason === 'zone_rules') return 'update';
  if (event === 'reschedule') return movesNothing(facts) ? 'changed' : event;
  if (event !== 'confirmation' || status === 'confirmed') return event;
  return status === 'pending' ? 'received' : 'details';
}

/** The words of a message. A change that also confirms what was pending, or the other way round, says so. */
export function wordingOf({ messages }: Catalog, name: MessageName, facts: MessageFacts): Wording {
  const wording = messages[name];
  if (!('several' in wording)) return wording.one;
  const count = facts.others === undefined ? 'one' : 'several';
  const told = name === 'reschedule' || name === 'changed' ? statusAfter(facts) : undefined;
  if (told === undefined) return wording[count];
  const { title, sentence } = wording[count];
  return { title, sentence: `${sentence} ${messages[told][count].sentence}` };
}

/** Whether a change is known, and leaves each appointment that takes place its time. */
function movesNothing(facts: NamedFacts): boolean {
  const changed = allOf(facts).filter(({ former, isNew }) => former != null || isNew === true);
  return changed.length > 0 && !takingPlace(changed).some(isMoved);
}

function isMoved({ start, end, former }: Pick<AppointmentFacts, 'start' | 'end' | 'former'>): boolean {
  return former != null && (former.start !== start || former.end !== end);
}

/** The message that would say what the status has become; undefined: it is as before. */
function statusAfter(facts: NamedFacts): 'confirmation' | 'received' | undefined {
  const after = takingPlace(allOf(facts));
  const have = (status: string) => after.every((each) => each.status === status);
  const had = after.flatMap(({ former }) => former?.status ?? []);
  if (have('confirmed') && had.includes('pending')) return 'confirmation';
  return have('pending') && had.some((status) => status !== 'pending') ? 'received' : undefined;
}

function allOf({ others = [], ...first }: NamedFacts) {
  return [first, ...others];
}

function takingPlace<Each extends Pick<AppointmentFacts, 'status'>>(all: readonly Each[]): readonly Each[] {
  return all.filter(({ status }) => status !== 'cancelled');
}
