import { isDeepStrictEqual } from 'node:util';
import type { Day, Question } from './day';
import type { Operation } from './operations';
import { type Answered, listIn, minutesOf } from './record';

/** What a step makes of a day: another one, or the same (true); false or undefined: it cannot have happened. */
export type Effect = Day | boolean | undefined;
export type Change = (day: Day, question: Question) => Effect;

/** A day on which an operation may happen at a present, with what was answered or told. */
interface Moment extends Question {
  readonly day: Day;
  readonly data: Answered;
  readonly operation: Operation;
}

const OCCUPYING = ['pending', 'confirmed', 'completed'];

/** What the success of an act means for its day. `move`, `cancel`, `reopen` and `remove` are in `changeOf`. */
export const MEANINGS: Readonly<Record<string, (moment: Moment) => Effect>> = {
  book: ({ day, data, now }) => day.taking(`a${data.id}`, stateOf(data), now),
  hold: ({ day, data, now }) => day.taking(String(data.id), holdOf(data), now),
  useHold: (moment) => using(moment, moment.operation.hold),
  release: ({ day, now, operation: { hold = '' } }) =>
    day.liveHold(hold, now) && day.with([[hold, undefined]]),
  wait: ({ day, data }) => day.with([[`w${data.id}`, { status: 'open' }]]),
  offer: offering,
  accept: accepting,
  decline: (moment) => ending(moment, 'open'),
  withdraw: (moment) => ending(moment, 'withdrawn'),
  read: ({ day, data }) => isDeepStrictEqual(day.appointment(`a${data.id}`), stateOf(data)),
  readHold: ({ day, now, operation }) => day.liveHold(operation.hold, now) !== undefined,
  readEntry: isShown,
  slots: ({ day, now, data, operation }) =>
    startsOf(listIn(data)) === day.offers(operation.service, { now }).join(),
  list: ({ day, data }) => textOf(listIn(data)) === shown(day.appointments()),
  check: isVerdict,
};

/** Books a hold. */
function using({ day, data, now }: Moment, hold = ''): Day | undefined {
  if (day.liveHold(hold, now)?.isLost !== false) return undefined;
  return day.with([[hold, undefined]]).taking(`a${data.id}`, stateOf(data), now, false);
}

function offering({ day, data, now, operation }: Moment): Day | undefined {
  const { holdId = '', start = '', expiresAt = '' } = data.offer ?? {};
  const id = `w${data.id}`;
  const entry = day.entry(id);
  if (entry?.status !== 'open' || day.liveHold(entry.hold, operation.clock[1]) !== undefined)
    return undefined;
  const held = day.taking(holdId, holdOf({ ...data, start, expiresAt }), now);
  return held?.with([[id, { status: 'open', hold: holdId }]]);
}

function accepting(moment: Moment): Day | undefined {
  const id = `w${moment.operation.entry}`;
  const { status, hold } = moment.day.entry(id) ?? {};
  return status === 'open' ? using(moment, hold)?.with([[id, { status: 'booked' }]]) : undefined;
}

/** Ends an offer, or with it the wait; an entry that is open no more stays as it is. */
function ending({ day, now, operation }: Moment, next: 'open' | 'withdrawn'): Day | undefined {
  const id = `w${operation.entry}`;
  const { status, hold = '' } = day.entry(id) ?? {};
  if (next === 'open' && (status !== 'open' || day.liveHold(hold, now) === undefined)) return undefined;
  return status === 'open' ? day.with([[id, { status: next }]]).with([[hold, undefined]]) : day;
}

function isShown({ day, now, data: { id, status, offer } }: Moment): boolean {
  const entry = day.entry(`w${id}`);
  if (entry?.status !== 'open') return entry?.status === status;
  const live = day.liveHold(entry.hold, now) && entry.hold;
  return status === (live === undefined ? 'waiting' : 'offered') && offer?.holdId === live;
}

function isVerdict({
  day,
  now,
  data: { reason, conflicts = [] },
  operation: { start, service },
}: Moment): boolean {
  const expected = reason === 'slot_taken' ? day.conflicts(start, service) : [];
  return (
    textOf(conflicts) === shown(expected) && reason === (day.reasonAgainst(start, service, { now }) ?? null)
  );
}

const timeOf = ({ start, serviceId: service }: Answered) => ({ start: minutesOf(start), service });
export const stateOf = (data: Answered) => ({ ...timeOf(data), isOn: OCCUPYING.includes(data.status) });
const holdOf = (data: Answered) => ({ ...timeOf(data), ends: Date.parse(data.expiresAt), isLost: false });
export const startsOf = (slots: readonly Answered[]) => slots.map(({ start }) => minutesOf(start)).join();
const textOf = (appointments: readonly Answered[]) =>
  appointments.map(({ id, start }) => `a${id} ${minutesOf(start)}`).join();
const shown = (appointments: ReturnType<Day['appointments']>) =>
  appointments.map(([id, { start }]) => `${id} ${start}`).join();
