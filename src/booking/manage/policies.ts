import { MINUTE_MS } from '../../platform/time/units';
import { isToCome } from '../appointment-status';
import type { ManagedAppointment, ManagedThing } from './managed-rows';

export const ACTIONS = ['cancel', 'move', 'answer', 'accept', 'decline'] as const;
export type Action = (typeof ACTIONS)[number];

type Policy = 'cancelUntilMin' | 'moveUntilMin';

/** The last moment at which an appointment may be cancelled or moved, which still counts; null: there is none. Epoch ms. */
export function lastMomentOf(
  { start, ...minutes }: Pick<ManagedAppointment, 'start' | Policy>,
  policy: Policy,
): number | null {
  const min = minutes[policy];
  return min === null ? null : start - min * MINUTE_MS;
}

/** Of a visit: by the strictest of its services, before its first start. */
export function lastMomentOfAll(appointments: readonly ManagedAppointment[], policy: Policy): number | null {
  const minutes = appointments.flatMap((each) => each[policy] ?? []);
  if (minutes.length === 0) return null;
  const first = Math.min(...appointments.map(({ start }) => start));
  return first - Math.max(...minutes) * MINUTE_MS;
}

/** Those that can still be cancelled or moved, were it not for the policies of their services. */
export function expectedOf({ kind, appointments, now }: ManagedThing): readonly ManagedAppointment[] {
  // Of several, those that have begun stay as they are, as in PATCH /visits and /series.
  const isAhead = ({ start, end }: ManagedAppointment) => (kind === 'appointment' ? end > now : start >= now);
  return appointments.filter((each) => isToCome(each.status) && isAhead(each));
}

/** The last moment for the whole; null: there is none, or each occurrence of the series has its own. */
export function lastMoment(thing: ManagedThing, policy: Policy): number | null {
  const expected = thing.appointments.filter(({ status }) => isToCome(status));
  return thing.kind === 'series' ? null : lastMomentOfAll(expected, policy);
}

/** Until when the whole may be changed: an appointment without a policy until it starts. Null: as `lastMoment`. */
export function deadline(thing: ManagedThing, policy: Policy): number | null {
  const [appointment] = thing.kind === 'appointment' ? thing.appointments : [];
  return lastMoment(thing, policy) ?? appointment?.start ?? null;
}

/** Those of the expected ones that their policies allow to cancel: of an appointment or a visit all or none. */
export function cancellable(thing: ManagedThing): readonly ManagedAppointment[] {
  const until = deadline(thing, 'cancelUntilMin');
  return expectedOf(thing).filter((each) =>
    isInTime(thing.kind === 'series' ? lastMomentOf(each, 'cancelUntilMin') : until, thing.now),
  );
}

/** @param until a last moment */
export function isInTime(until: number | null, now: number): boolean {
  return until === null || now <= until;
}

/** What the customer may do now. */
export function actionsOf(thing: ManagedThing): readonly Action[] {
  // What an accepted offer became has a link of its own.
  if (thing.entry !== null) return thing.entry.offer === null ? [] : ['accept', 'decline'];
  const expected = expectedOf(thing);
  const may: Readonly<Partial<Record<Action, boolean>>> = {
    cancel: cancellable(thing).length > 0,
    // What the occurrences of a series become cannot be said by one start.
    move:
      thing.kind !== 'series' && expected.length > 0 && isInTime(deadline(thing, 'moveUntilMin'), thing.now),
    answer: expected.some(({ questions }) => questions.length > 0),
  };
  return ACTIONS.filter((action) => may[action] === true);
}
