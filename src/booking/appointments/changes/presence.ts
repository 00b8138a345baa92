import { ValidationError } from '../../../platform/errors/errors';
import { parseInstant } from '../../../platform/time/instant-text';
import { SECOND_MS } from '../../../platform/time/units';
import type { AppointmentState } from '../../diary/rows/appointment-columns';

const MEMBERS = ['arrivedAt', 'startedAt'] as const;

type Presence = Pick<AppointmentState, (typeof MEMBERS)[number]>;

/** The members of a body that say when the customer came, and when the appointment began. */
export type PresenceRequest = { readonly [Member in keyof Presence]?: string | null | undefined };

/** What of it a body sets, in whole seconds, as answers show it. @throws ValidationError of what lies ahead */
export function presenceIn(body: PresenceRequest, now: number): Partial<Presence> {
  const set = MEMBERS.flatMap((member) => {
    const text = body[member];
    if (text === undefined) return [];
    return [[member, text === null ? null : (parseInstant(text) ?? NaN)] as const];
  });
  const ahead = set.filter(([, instant]) => instant !== null && instant > now);
  if (ahead.length > 0)
    throw new ValidationError(
      Object.fromEntries(ahead.map(([member]) => [member, 'must not be in the future'])),
    );
  return Object.fromEntries(set.map(([member, instant]) => [member, instant && inSeconds(instant)]));
}

function inSeconds(instant: number): number {
  return Math.floor(instant / SECOND_MS) * SECOND_MS;
}
