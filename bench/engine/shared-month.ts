import {
  type BusyInterval,
  type ProviderCalendar,
  type ResourceCalendar,
  ResourceChoice,
  type SessionClaim,
  type Slot,
  slotsBetween,
} from '../../src/booking/engine';
import { FIRST_DATE, LAST_DATE, NOW, SERVICE, crowdedMonth } from './crowded-month';

const ROOMS = 30;
const CAPACITY = 8;
/** Of the booked times, every tenth is a session of the service, and every fourth of the others takes a room. */
const SESSION_EVERY = 10;
const ROOM_EVERY = 4;

const GROUP_SERVICE = { ...SERVICE, capacity: CAPACITY };
const NEEDS = [{ kind: 'room', quantity: 1 }];

export interface SharedMonth {
  readonly calendars: readonly ProviderCalendar[];
  readonly rooms: readonly ResourceCalendar[];
}

/**
 * The crowded month of a service with eight seats that needs one of thirty rooms. The sessions have from one to eight seats taken, by
 * appointments of two seats each. Nearly all rooms are taken most of the time.
 */
export function sharedMonth(providers: number, free: number): SharedMonth {
  const rooms = Array.from({ length: ROOMS }, () => new Map<number, BusyInterval[]>());
  const takeRoom = (claims: readonly BusyInterval[]): readonly number[] => {
    const start = claims[0]?.start ?? NaN;
    const room = rooms.findIndex((taken) => !taken.has(start));
    rooms[room]?.set(start, [...claims]);
    return room < 0 ? [] : [room + 1];
  };
  let booked = 0;
  const calendars = crowdedMonth(providers, free).map((calendar) => {
    const sessions: SessionClaim[] = [];
    const busy = calendar.busy.flatMap((taken) => {
      booked++;
      if (booked % SESSION_EVERY !== 0) {
        if (booked % ROOM_EVERY === 0) takeRoom([taken]);
        return [taken];
      }
      const claims = seatsOf(taken, booked / SESSION_EVERY);
      const times = claims.map(({ start, end, appointmentId }) => ({ start, end, appointmentId }));
      const resourceIds = takeRoom(times);
      sessions.push(...claims.map((claim) => ({ ...claim, resourceIds })));
      return times;
    });
    return { ...calendar, busy, sessions };
  });
  return { calendars, rooms: rooms.map((taken, i) => roomOf(i + 1, [...taken.values()].flat())) };
}

/** The slots with two seats left, of all providers. */
export function sharedSlots({ calendars, rooms }: SharedMonth): readonly (readonly Slot[])[] {
  const options = { seats: 2, resources: new ResourceChoice(NEEDS, rooms) };
  return calendars.map((calendar) => {
    const days = slotsBetween(NOW, GROUP_SERVICE, calendar, FIRST_DATE, LAST_DATE, options);
    return days.flatMap((day) => day.slots);
  });
}

function seatsOf({ start, end, appointmentId }: BusyInterval, number: number): readonly SessionClaim[] {
  const seats = Array.from({ length: 1 + (number % CAPACITY) }, (_, i) => i + 1);
  const pairs = seats.filter((seat) => seat % 2 === 1);
  return pairs.map((first) => ({
    session: String(number),
    appointmentId: (appointmentId ?? 0) * 10 + first,
    start,
    end,
    busy: { start, end },
    seats: seats.filter((seat) => seat === first || seat === first + 1),
    resourceIds: [],
    team: [],
  }));
}

function roomOf(id: number, busy: readonly BusyInterval[]): ResourceCalendar {
  const ordered = busy.toSorted((a, b) => a.start - b.start);
  return { id, kind: 'room', locationId: null, timeOff: [], busy: ordered };
}
