import assert from 'node:assert/strict';
import { dateText, isHoliday, timeText, weekdayOf } from '../data/days';
import { customer } from '../data/people';
import { CUSTOMERS, OPEN } from '../data/plan';
import { workingDayOf, CELL_MIN } from '../data/schedules';
import { QUICK } from '../data/services';
import { slotsOfOne } from './availability';
import { getAny } from './reads';
import type { Answer, Ground, Next, Operation, Question, Statuses } from './operation';

/** Working days ahead that are booked; the horizon of the service is 365 days. */
const BOOKED_DAYS = 200;
/** The share of bookings by existing customers. */
const REGULARS = 0.8;

/** Each free slot once: all providers, then all days, then the next time of the day. */
class FreeSlots {
  private taken = 0;
  private readonly days: readonly number[];
  private readonly times: readonly number[];

  constructor(today: number) {
    const ahead = Array.from({ length: 364 }, (_, index) => today + 2 + index);
    this.days = ahead.filter((day) => weekdayOf(day) < 5 && !isHoliday(day)).slice(0, BOOKED_DAYS);
    const perCell = Array.from(
      { length: CELL_MIN / QUICK.durationMin },
      (_, index) => index * QUICK.durationMin,
    );
    const { cells } = workingDayOf(OPEN[0] ?? 0);
    this.times = cells.flatMap((cell) => perCell.map((late) => cell + late));
  }

  next(ground: Ground): Question {
    const at = this.taken++;
    const day = Math.floor(at / OPEN.length);
    const providerId = OPEN[at % OPEN.length];
    const date = this.days[day % this.days.length];
    const start = this.times[Math.floor(day / this.days.length)];
    if (providerId === undefined || date === undefined || start === undefined)
      throw new RangeError(`all ${at} free slots are taken: measure for a shorter time`);
    const body = { providerId, serviceId: QUICK.id, date: dateText(date), start: timeText(start) };
    return { method: 'POST', path: '/api/v1/appointments', body: { ...body, ...booker(ground, at) } };
  }
}

/** The operations that book. They share the free slots. */
export function writes(today: number): readonly Operation[] {
  const free = new FreeSlots(today);
  return [
    {
      name: 'book',
      title: 'POST appointment, distinct slots',
      hasFloor: true,
      writes: true,
      lasts: 2.5,
      begin: (ground) => () => free.next(ground),
      inspect: isBooked,
    },
    {
      name: 'book-one-slot',
      title: 'POST appointment, all want one slot',
      writes: true,
      begin: (ground) => sameSlot(free, ground),
      inspect: isBooked,
      accepts: hasOneWinner,
    },
    {
      name: 'mix',
      title: '80 % slots, 15 % reads, 5 % bookings',
      writes: true,
      begin: (ground) => () => anyOf(free, ground),
      inspect: ({ status }) => {
        assert.ok(status === 200 || status === 201);
      },
    },
  ];
}

function sameSlot(free: FreeSlots, ground: Ground): Next {
  const wanted = free.next(ground);
  let count = 0;
  return () => ({ ...wanted, body: { ...(wanted.body as object), ...booker(ground, count++) } });
}

function anyOf(free: FreeSlots, ground: Ground): Question {
  const share = ground.dice.next();
  if (share < 0.8) return slotsOfOne(ground);
  return share < 0.95 ? getAny(ground) : free.next(ground);
}

function booker({ dice }: Ground, at: number): { name: string; email: string } {
  const { firstName, lastName, email } = customer(dice.between(1, CUSTOMERS));
  const name = `${firstName} ${lastName}`;
  return dice.next() < REGULARS
    ? { name, email }
    : { name, email: `${at}.${dice.between(0, 1e9)}@new.example.com` };
}

function isBooked({ status, data }: Answer, { body }: Question): void {
  assert.equal(status, 201, JSON.stringify(data));
  const request = body as { providerId: number; date: string; start: string };
  const { providerId, start } = data as { providerId: number; start: string };
  assert.equal(providerId, request.providerId);
  assert.equal(start, `${request.date}T${request.start}:00Z`);
}

/** Exactly one booking; all other requests are refused. */
function hasOneWinner({ 201: booked, 422: refused = 0, ...others }: Statuses): boolean {
  return booked === 1 && refused > 0 && Object.keys(others).length === 0;
}
