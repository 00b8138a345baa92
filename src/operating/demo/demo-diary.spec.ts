import { NO_SPECIAL_HOURS, weeklyHours } from '../../booking/availability/engine';
import { dayBounds } from '../../platform/time/wall-clock';
import { overlaps } from '../../platform/time/interval';
import { BUSINESS_HOURS, PROVIDERS } from './demo-business';
import { type DiaryEntry, type DiaryProvider, fillDiary } from './demo-diary';

const NOW = Date.parse('2026-11-20T10:30:00Z');
const ZONE = 'Europe/Berlin';
const DAY_MS = 86_400_000;
const CUSTOMERS = Array.from({ length: 12 }, (_, index) => index + 1);

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
};

const STAFF: readonly DiaryProvider[] = PROVIDERS.map(({ schedule }, index) => ({
  calendar: {
    providerId: index + 2,
    isAvailable: true,
    offersService: true,
    timeZone: ZONE,
    hours: weeklyHours(schedule, BUSINESS_HOURS),
    special: NO_SPECIAL_HOURS,
    closures: [dayBounds('2026-11-25', ZONE)],
    timeOff: [],
    busy: [],
    sessions: [],
  },
  services: [HAIRCUT],
  locationId: 1,
}));

describe('The diary of the demo', () => {
  const diary = fillDiary(NOW, STAFF, CUSTOMERS);
  const occupying = diary.filter(({ status }) => !['cancelled', 'no-show'].includes(status));

  const pairsWith = (isPair: (one: DiaryEntry, other: DiaryEntry) => boolean) =>
    occupying.flatMap((one, index) => occupying.slice(index + 1).filter((other) => isPair(one, other)));

  it('is the same on every run', () => {
    expect(fillDiary(NOW, STAFF, CUSTOMERS)).toEqual(diary);
  });

  it('covers three weeks before and three weeks after now', () => {
    const days = diary.map(({ start }) => Math.floor((start - NOW) / DAY_MS));
    expect(Math.min(...days)).toBeLessThan(-19);
    expect(Math.max(...days)).toBeGreaterThan(17);
  });

  it('books no provider twice at one time, buffers included', () => {
    expect(
      pairsWith((one, other) => one.providerId === other.providerId && overlaps(one.busy, other.busy)),
    ).toEqual([]);
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
