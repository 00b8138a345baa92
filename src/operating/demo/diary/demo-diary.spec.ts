import { NO_SPECIAL_HOURS, weeklyHours } from '../../../booking/availability/engine';
import { dayBounds } from '../../../platform/time/zones/wall-clock';
import { overlaps } from '../../../platform/time/interval';
import { BUSINESS_HOURS, PROVIDERS } from '../demo-business';
import { fillDiary } from './demo-diary';
import type { DiaryBusiness, DiaryEntry } from './diary-entry';

const NOW = Date.parse('2026-11-20T10:30:00Z');
const ZONE = 'Europe/Berlin';
const DAY_MS = 86_400_000;
const CUSTOMERS = Array.from({ length: 25 }, (_, index) => index + 1);

const HAIRCUT = {
  id: 7,
  price: 38.5,
  isAvailable: true,
  durationMin: 45,
  bufferBeforeMin: 5,
  bufferAfterMin: 10,
  slotIntervalMin: 15,
  minNoticeMin: 120,
  maxAdvanceDays: 365,
  capacity: 1,
  needs: [],
};
const MASSAGE = { ...HAIRCUT, id: 8, needs: [{ kind: 'room', quantity: 1 }] };
const CLASS = { ...HAIRCUT, id: 9, capacity: 6, bufferBeforeMin: 0, bufferAfterMin: 0 };

const PAINTING = dayBounds('2026-11-24', ZONE);
const room = { kind: 'room', locationId: 1, timeOff: [], busy: [] };
/** The third one is elsewhere. */
const ROOMS = [
  { ...room, id: 1, timeOff: [PAINTING] },
  { ...room, id: 2 },
  { ...room, id: 3, locationId: 2 },
];

const STAFF = PROVIDERS.map(({ schedule }, index) => ({
  calendar: {
    providerId: index + 2,
    isAvailable: true,
    offersService: true,
    timeZone: ZONE,
    hours: weeklyHours(schedule, BUSINESS_HOURS),
    special: NO_SPECIAL_HOURS,
    closures: [dayBounds('2026-11-25', ZONE)],
    timeOff: [],
    busyElsewhere: [],
    busy: [],
    sessions: [],
  },
  services: [HAIRCUT, MASSAGE, CLASS],
  locationId: 1,
}));
const BUSINESS: DiaryBusiness = { providers: STAFF, resources: ROOMS };

describe('The diary of the demo', () => {
  const diary = fillDiary(NOW, BUSINESS, CUSTOMERS);
  const occupying = diary.filter(({ status }) => !['cancelled', 'no-show'].includes(status));

  const isOf = (service: { readonly id: number }) => (entry: DiaryEntry) => entry.serviceId === service.id;
  const pairsWith = (isPair: (one: DiaryEntry, other: DiaryEntry) => boolean) =>
    occupying.flatMap((one, index) => occupying.slice(index + 1).filter((other) => isPair(one, other)));

  it('is the same on every run', () => {
    expect(fillDiary(NOW, BUSINESS, CUSTOMERS)).toEqual(diary);
  });

  it('covers three weeks before and three weeks after now', () => {
    const days = diary.map(({ start }) => Math.floor((start - NOW) / DAY_MS));
    expect(Math.min(...days)).toBeLessThan(-19);
    expect(Math.max(...days)).toBeGreaterThan(17);
  });

  it('books no provider twice at one time, buffers included, unless for one class', () => {
    expect(
      pairsWith(
        (one, other) =>
          one.providerId === other.providerId &&
          overlaps(one.placement.busy, other.placement.busy) &&
          (one.serviceId !== CLASS.id || other.serviceId !== CLASS.id || one.start !== other.start),
      ),
    ).toEqual([]);
  });

  it('fills some classes and leaves seats in others, and books no seat of a class twice', () => {
    const classes = new Map<string, readonly number[]>();
    for (const { providerId, start, placement } of occupying.filter(isOf(CLASS))) {
      const name = `${providerId} ${start}`;
      classes.set(name, [...(classes.get(name) ?? []), ...(placement.seats ?? [])]);
    }
    const taken = [...classes.values()];
    expect(taken.map((seats) => new Set(seats).size)).toEqual(taken.map(({ length }) => length));
    expect(Math.max(...taken.map(({ length }) => length))).toBe(CLASS.capacity);
    expect(Math.max(...taken.flat())).toBe(CLASS.capacity);
    expect(Math.min(...taken.map(({ length }) => length))).toBeLessThan(CLASS.capacity);
    expect(new Set(diary.filter(isOf(CLASS)).map(({ seats }) => seats))).toEqual(new Set([1, 2]));
  });

  it('gives each massage a room of its location, and no room to two at one time', () => {
    const rooms = new Set(diary.filter(isOf(MASSAGE)).map(({ placement }) => placement.resourceIds.join()));
    expect(rooms).toEqual(new Set(['1', '2']));
    expect(
      pairsWith(
        (one, other) =>
          one.placement.resourceIds.some((id) => other.placement.resourceIds.includes(id)) &&
          overlaps(one.placement.busy, other.placement.busy),
      ),
    ).toEqual([]);
  });

  it('books no room during its time off', () => {
    const then = diary.filter((entry) => isOf(MASSAGE)(entry) && overlaps(entry.placement.busy, PAINTING));
    expect(new Set(then.flatMap(({ placement }) => placement.resourceIds))).toEqual(new Set([2]));
  });

  it('books no customer twice at one time', () => {
    expect(pairsWith((one, other) => one.customerId === other.customerId && overlaps(one, other))).toEqual(
      [],
    );
  });

  it('books nothing during a closure', () => {
    expect(diary.filter((entry) => overlaps(entry, dayBounds('2026-11-25', ZONE)))).toEqual([]);
  });

  it('gives each appointment a creation time before its start and before now, in ascending order', () => {
    expect(diary.every(({ createdAt, start }) => createdAt < Math.min(NOW, start))).toBe(true);
    expect(diary.map(({ createdAt }) => createdAt)).toEqual(
      diary.map(({ createdAt }) => createdAt).sort((a, b) => a - b),
    );
  });

  it('gives only past appointments the status completed or no-show, and only future ones confirmed or pending', () => {
    const past = new Set(diary.filter(({ end }) => end <= NOW).map(({ status }) => status));
    const future = new Set(diary.filter(({ end }) => end > NOW).map(({ status }) => status));
    expect([...past].sort()).toEqual(['cancelled', 'completed', 'no-show']);
    expect([...future].sort()).toEqual(['cancelled', 'confirmed', 'pending']);
  });
});
