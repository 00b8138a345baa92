import { grouped } from '../../../src/platform/values/grouped';
import type { Answered, Call, Recorded, ToldEvent } from './record';
import { at, eventsIn, isSettled, readBy } from './record';
import { type Operation, operationsIn } from './operations';

/** Statuses that a call may get; 422 has a reason. */
const EXPECTED = [0, 200, 201, 404, 409, 503];
/** What two successive events of an appointment must agree on. */
const MEMBERS = ['start', 'end', 'providerId', 'status'] as const;
/** Acts that change something when they are answered with success. */
const CHANGING = ['book', 'useHold', 'hold', 'release', 'remove', 'wait', 'accept', 'decline'];

/** Faults of single answers, and of events as a whole: each change is told once, in order, and a number hides nothing. */
export function faultsOfTelling(recorded: Recorded): string[] {
  const events = eventsIn(recorded);
  const operations = operationsIn(recorded, events);
  return [
    ...unexpected(recorded),
    ...changedRepetitions(recorded),
    ...changedReads(recorded, events),
    ...brokenChains(recorded, events),
    ...untold(operations),
    ...outOfOrder(operations),
  ];
}

function unexpected({ calls }: Recorded): string[] {
  const isExpected = ({ status, answer }: Call) =>
    status === 422 ? answer.error?.details?.reason !== undefined : EXPECTED.includes(status);
  const strange = calls.filter((call) => !isExpected(call));
  return strange.map(({ id, act, ...call }) => `${id} ${act}: ${call.status} ${JSON.stringify(call.answer)}`);
}

/** A request that was repeated with its Idempotency-Key gets the first answer again. */
function changedRepetitions({ calls }: Recorded): string[] {
  const answered = calls.filter((call) => call.key !== undefined && isSettled(call));
  const told = ({ status, answer }: Call, isReplayed: boolean) =>
    JSON.stringify([status, answer, isReplayed]);
  return [...grouped(answered, ({ key = '' }) => key).values()].flatMap((attempts) => {
    const first = at(attempts, 0);
    const others = attempts.slice(1).filter((each) => told(each, each.isReplayed) !== told(first, true));
    return others.map(({ id, act }) => `${id} repeats ${first.id}, a ${act}, and its answer is another one`);
  });
}

/** Behind a number comes the next one, and what was read once is the same later. */
function changedReads({ calls }: Recorded, events: readonly ToldEvent[]): string[] {
  const byId = new Map(events.map((event) => [event.id, JSON.stringify({ ...event, readAt: undefined })]));
  const changed = calls.flatMap((call) =>
    readBy(call).filter(
      (event, nth) =>
        event.id !== (call.after ?? 0) + 1 + nth || JSON.stringify(event) !== byId.get(event.id),
    ),
  );
  return changed.map(({ id }) => `event ${id} was not there when the next one was read, or was another one`);
}

/** An event of an appointment goes on where the one before ended, and the last one tells what the appointment is at the end. */
function brokenChains({ calls, endedAt }: Recorded, events: readonly ToldEvent[]): string[] {
  const states = new Map<number | string, Answered | undefined>();
  const broken = events.filter(({ resource, resourceId, type, data, previous }) => {
    if (resource !== 'appointment') return false;
    const before = states.get(resourceId);
    states.set(resourceId, type === 'appointment.deleted' ? undefined : data);
    return !agree(before, type === 'appointment.booked' ? undefined : { ...data, ...previous });
  });
  const last = calls.filter(({ act, from, status }) => act === 'read' && from > endedAt && status !== 0);
  const lost = last.filter(({ appointment = 0, answer }) => !agree(states.get(appointment), answer.data));
  return [
    ...broken.map(
      ({ id, type, ...of }) => `event ${id}, ${type} of ${of.resourceId}, does not follow the one before`,
    ),
    ...lost.map(
      ({ appointment }) => `appointment ${appointment} is at the end what its last event does not tell`,
    ),
  ];
}

function agree(a: Answered | undefined, b: Answered | undefined): boolean {
  return MEMBERS.every((member) => a?.[member] === b?.[member]);
}

function untold(operations: readonly Operation[]): string[] {
  const silent = operations.filter(
    ({ event, act, status }) =>
      event === undefined && CHANGING.includes(act) && (status === 200 || status === 201),
  );
  return silent.map(({ id, act }) => `no event tells of ${id}, a ${act}`);
}

/** A change that was answered before another one was requested has a lower number. */
function outOfOrder(operations: readonly Operation[]): string[] {
  const told = operations.flatMap(({ event, ...call }) => (event ? { ...call, number: event.id } : []));
  let latest: (typeof told)[number] | undefined;
  return told
    .sort((a, b) => a.number - b.number)
    .flatMap((each) => {
      const isLate = latest !== undefined && each.to < latest.from;
      const line = `event ${each.number} is of ${each.id}, which ended before ${latest?.id} began, of an event before it`;
      if (latest === undefined || each.from > latest.from) latest = each;
      return isLate ? line : [];
    });
}
