import { isDeepStrictEqual } from 'node:util';
import type { Step } from './checker';
import { Day, type Question } from './day';
import { type Change, MEANINGS, stateOf, startsOf } from './meanings';
import { type Operation, offersIn, operationsIn } from './operations';
import { type Answered, dayOf, eventsIn, type Recorded, type ToldEvent } from './record';

/** How many other slots a refusal names. */
const ALTERNATIVES = 3;

/**
 * Acts that lock their provider from before they write to their commit, so that the numbers of their events are the order in which they
 * happened. What locks a single row can be committed while another change is between its write and its commit.
 */
const IN_ORDER = ['book', 'useHold', 'move', 'cancel', 'reopen', 'hold', 'offer', 'accept'];

type Part = readonly [day: string, change: Change, part?: string];

interface History {
  readonly initial: Day;
  readonly steps: Step<Day>[];
}

/** What happened on each provider's day, by its name. */
export function historiesOf(recorded: Recorded): Map<string, History> {
  const events = eventsIn(recorded);
  const days = Object.entries(recorded.days);
  const histories = new Map(
    days.map(([name, rules]): [string, History] => [name, { initial: new Day(rules), steps: [] }]),
  );
  for (const operation of [...operationsIn(recorded, events), ...offersIn(recorded, events)])
    for (const [name, change, part = ''] of changesOf(operation, [...histories.keys()], events))
      histories.get(name)?.steps.push(stepOf(operation, change, part));
  return histories;
}

function stepOf(operation: Operation, change: Change, part: string): Step<Day> {
  const { id, act, from, to, clock, status, event, day: name, start, service, ...about } = operation;
  const after = (day: Day) => {
    const presents = [clock[0], ...day.endsWithin(...clock)];
    const effects = presents.map((now) => change(day, { now }));
    const isSame = effects.some((effect) => effect === true || effect === day);
    return isSame ? [day] : effects.filter((effect) => typeof effect === 'object');
  };
  const what = about.appointment ?? about.hold ?? about.entry ?? '';
  const text = `${id} ${act} ${part}${what} ${name} ${start} ${service} → ${status} ${from.toFixed()} to ${to.toFixed()} #${event?.id}`;
  const isOptional = status === 0 && event === undefined;
  const isInOrder = part === '' && IN_ORDER.includes(act);
  return { from, to, isOptional, text, after, ...(isInOrder && { event: event?.id }) };
}

/** What an operation did to which days. */
function changesOf(operation: Operation, days: readonly string[], events: readonly ToldEvent[]): Part[] {
  const { act, status, answer, event, id, start, service, day } = operation;
  const { reason } = answer.error?.details ?? {};
  if (status === 404 || reason === 'hold_expired')
    return days.map((name) => [name, (each, asked) => isGone(each, asked, operation)]);
  if (status === 422) return refusalOf(operation, days, events);
  const own = status < 300 ? answer.data : undefined;
  const isWhole = own !== undefined && (act === 'check' || Array.isArray(own) || 'providerId' in own);
  const data = isWhole ? own : event?.data;
  if (data === undefined) {
    const hold = { start, service, ends: Infinity, isLost: false };
    const thing = act === 'book' ? { start, service, isOn: true } : hold;
    return act === 'book' || act === 'hold' ? [[day, (each, { now }) => each.taking(id, thing, now)]] : [];
  }
  const meaning = MEANINGS[act];
  if (meaning === undefined) return act === 'events' ? [] : changeOf(operation, data);
  const change: Change = (each, asked) => meaning({ ...asked, day: each, data, operation });
  const { reason: because = null, alternatives = [] } = act === 'check' ? data : {};
  const others = because === null ? [] : alternativesOf(operation, days, alternatives, service);
  return [[Array.isArray(data) || act === 'check' ? day : dayOf(data), change], ...others];
}

/** A change of an appointment, which may have been on another day before. */
function changeOf({ act, event }: Operation, data: Answered): Part[] {
  const id = `a${data.id}`;
  const before = event === undefined ? data : { ...event.data, ...event.previous };
  const [from, to] = [dayOf(before), dayOf(data)];
  const next = act === 'remove' ? undefined : stateOf(data);
  const changed: Change = (day, { now }) => {
    const present = day.appointment(id);
    if ((present === undefined) !== (to !== from)) return undefined;
    if (next !== undefined && isDeepStrictEqual(present, next)) return day;
    return next?.isOn === true ? day.taking(id, next, now, act === 'move') : day.with([[id, next]]);
  };
  const left: Change = (day) => day.appointment(id) && day.with([[id, undefined]]);
  const there: Part = [to, changed];
  return to === from ? [there] : [[from, left], there];
}

/** Whether what was asked for is not there, has ended or was used. */
function isGone(day: Day, { now }: Question, { act, appointment, hold, entry }: Operation): boolean {
  if (appointment !== undefined) return day.appointment(`a${appointment}`) === undefined;
  const live = day.liveHold(hold ?? day.entry(`w${entry}`)?.hold, now);
  return live === undefined || (live.isLost && (act === 'useHold' || act === 'accept'));
}

function refusalOf(operation: Operation, days: readonly string[], events: readonly ToldEvent[]): Part[] {
  const { act, appointment, day: asked, answer, start } = operation;
  const { reason, alternatives = [] } = answer.error?.details ?? {};
  const except = `a${appointment}`;
  const states = events.filter(
    ({ resource, resourceId }) => resource === 'appointment' && resourceId === appointment,
  );
  const service = states[0]?.data.serviceId ?? operation.service;
  const isRefused = (day: Day, { now }: Question, at = start) =>
    day.reasonAgainst(at, service, { now, except }) === reason;
  const isRemoved = states.some(
    ({ type, occurredAt }) => type === 'appointment.deleted' && Date.parse(occurredAt) <= operation.clock[1],
  );
  const others: Part[] =
    isRemoved && alternatives.length === 0
      ? []
      : alternativesOf(operation, days, alternatives, service, except);
  if (act !== 'reopen') return [[asked, (day, question) => isRefused(day, question)], ...others];
  const isStillOff = (day: Day, question: Question) => {
    const present = day.appointment(except);
    return present?.isOn === false && isRefused(day, question, present.start);
  };
  // Where an appointment is that could not be brought back, the answer does not say.
  const [name = '', ...elsewhere] = new Set(states.map(({ data }) => dayOf(data)));
  return elsewhere.length > 0 ? [] : [[name, isStillOff]];
}

/** The search for them comes after the answer is known, so it may see another state. */
function alternativesOf(
  { day, start }: Operation,
  days: readonly string[],
  found: readonly Answered[],
  service: number,
  except = '',
): Part[] {
  let left = ALTERNATIVES;
  return days.flatMap((name): Part[] => {
    if (name.split(' ')[0] !== day.split(' ')[0] || name < day || left === 0) return [];
    const here = found.filter((slot) => dayOf(slot) === name);
    const [most, after] = [left, name === day ? start : -1];
    left -= here.length;
    const isSo = (state: Day, { now }: Question) => {
      const offered = state.offers(service, { now, except }).filter((each) => each > after);
      return offered.slice(0, most).join() === startsOf(here);
    };
    return [[name, isSo, 'alternatives ']];
  });
}
