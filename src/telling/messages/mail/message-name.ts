import type { DueMessage } from '../due-message';
import { PROVIDER_KINDS } from '../message-kinds';
import type { AppointmentFacts, MessageFacts } from '../message-facts';
import type { Catalog } from '../../wording/chosen-language';

/** What a message says: the kinds of messages, where a confirmation of an unconfirmed appointment is another one, and so are a change that moves nothing and a calendar update. */
export const MESSAGE_NAMES = [
  'confirmation',
  'received',
  'details',
  'reminder',
  'cancellation',
  'reschedule',
  'changed',
  'update',
  'offer',
  ...PROVIDER_KINDS,
] as const;
export type MessageName = (typeof MESSAGE_NAMES)[number];

const MAIL_ALONE: readonly MessageName[] = ['update', ...PROVIDER_KINDS];

/** The messages that are SMS, too: those to customers, but that about what their calendars show. */
export const TEXT_NAMES = MESSAGE_NAMES.filter((name) => !MAIL_ALONE.includes(name));

/** The words of one message; the title begins the subject. */
type Wording = Catalog['messages']['offer']['one'];

type NamedFacts = Pick<
  MessageFacts,
  'status' | 'reason' | 'start' | 'end' | 'former' | 'isNew' | 'isLapsed' | 'others'
>;

/** What a message says. Only a confirmed appointment may be called confirmed, and only one with another time moved. */
export function nameOfMessage(event: DueMessage['event'], facts: NamedFacts): MessageName {
  const { status, reason } = facts;
  // The calendar entries of messages before are instants, which clocks now show as another time.
  if (reason === 'zone_rules') return 'update';
  if (event === 'reschedule') return movesNothing(facts) ? 'changed' : event;
  if (event !== 'confirmation' || status === 'confirmed') return event;
  return status === 'pending' ? 'received' : 'details';
}

/** The words of a message, and what it has to say beside: of the status, and of a time that is lost. */
export function wordingOf(catalog: Catalog, name: MessageName, facts: MessageFacts): Wording {
  const wording = catalog.messages[name];
  if (!('several' in wording)) return wording.one;
  const count = facts.others === undefined ? 'one' : 'several';
  const { title, sentence } = wording[count];
  const more = sentenceBeside(catalog, name, facts, count);
  return { title, sentence: more === undefined ? sentence : `${sentence} ${more}` };
}

function sentenceBeside(
  { messages, lapsed, toConfirm }: Catalog,
  name: MessageName,
  facts: NamedFacts,
  count: 'one' | 'several',
): string | undefined {
  const all = allOf(facts);
  if (name === 'cancellation') return all.some(({ isLapsed }) => isLapsed === true) ? lapsed : undefined;
  if (name === 'provider-booked' || name === 'provider-moved')
    return all.some(({ status }) => status === 'pending') ? toConfirm : undefined;
  const told = name === 'reschedule' || name === 'changed' ? statusAfter(facts) : undefined;
  return told && messages[told][count].sentence;
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
