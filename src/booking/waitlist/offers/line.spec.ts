import { MINUTE_MS } from '../../../platform/time/units';
import type { FreeSlot } from '../../diary/slots/free-slot-finder';
import { fits, LineSlots, type WaitingEntry } from './line';

/** A Monday. */
const DATE = '2026-11-23';
const MIDNIGHT = Date.parse(`${DATE}T00:00Z`);

const ENTRY: WaitingEntry = {
  ...{
    id: 1,
    createdAt: '2026-11-20T08:00:00Z',
    serviceId: 3,
    providerId: null,
    locationId: null,
    seats: 1,
    durationMin: null,
  },
  ...{
    from: '2026-11-23',
    to: '2026-11-25',
    timeFromMin: null,
    timeToMin: null,
    weekdays: null,
    offered: [],
  },
};

/** From and to are minutes since midnight. */
function slot(fromMin: number, toMin: number, providerId = 2): FreeSlot {
  const [start, end] = [MIDNIGHT + fromMin * MINUTE_MS, MIDNIGHT + toMin * MINUTE_MS];
  return { providerId, timeZone: 'UTC', start, end, date: DATE, fromMin, toMin, minutes: 0 };
}

describe('fits', () => {
  const TEN = slot(600, 630);

  it.each<[string, Partial<WaitingEntry>]>([
    ['any time', {}],
    ['times that it just fills', { timeFromMin: 600, timeToMin: 630 }],
    ['its weekday among others', { weekdays: ['monday', 'sunday'] }],
    ['its date as the last one', { from: '2026-11-01', to: DATE }],
    ['another start, which was offered before', { offered: [[2, MIDNIGHT]] }],
    ['the same start of another provider, which was offered before', { offered: [[1, TEN.start]] }],
  ])('is true for an entry that waits for %s', (_what, members) => {
    expect(fits({ ...ENTRY, ...members }, TEN)).toBe(true);
  });

  it.each<[string, Partial<WaitingEntry>]>([
    ['a later start', { timeFromMin: 601 }],
    ['an earlier end', { timeToMin: 629 }],
    ['other weekdays', { weekdays: ['tuesday'] }],
    ['earlier dates', { from: '2026-11-01', to: '2026-11-22' }],
    ['later dates', { from: '2026-11-24' }],
    ['another time, because this one was offered before', { offered: [[2, TEN.start]] }],
  ])('is false for an entry that waits for %s', (_what, members) => {
    expect(fits({ ...ENTRY, ...members }, TEN)).toBe(false);
  });

  it('is false for a slot that ends after midnight, where the day bounds the wait', () => {
    expect(fits({ ...ENTRY, timeToMin: 1_440 }, slot(1_410, 1_440))).toBe(true);
    expect(fits({ ...ENTRY, timeToMin: 1_440 }, slot(1_410, 1_441))).toBe(false);
  });
});

describe('LineSlots', () => {
  const other = { ...ENTRY, serviceId: 4 };
  const slots = (own: readonly FreeSlot[], others: readonly FreeSlot[] = []) => {
    const all = new LineSlots();
    all.put(ENTRY, own);
    all.put(other, others);
    return all;
  };

  it('gives an entry the first slot of its line that fits', () => {
    const all = slots([slot(600, 630), slot(630, 660)], [slot(570, 600)]);
    expect(all.firstFor({ ...ENTRY, timeFromMin: 601 })).toEqual(slot(630, 660));
    for (const other of [{ seats: 2 }, { providerId: 2 }, { locationId: 5 }])
      expect(all.firstFor({ ...ENTRY, ...other })).toBeUndefined();
  });

  it('takes what overlaps from every line, but only of the same provider', () => {
    const all = slots([slot(600, 630)], [slot(615, 645), slot(630, 660), slot(615, 645, 9)]);
    all.take(ENTRY, slot(600, 630));
    expect(all.firstFor(other)).toEqual(slot(630, 660));
    expect(all.firstFor({ ...other, timeToMin: 650 })).toEqual(slot(615, 645, 9));
  });

  it('keeps a taken time of its own service, which may have seats left, until that is dropped', () => {
    const session = slot(600, 630);
    const all = slots([session, slot(615, 645)]);
    all.take(ENTRY, session);
    expect(all.firstFor(ENTRY)).toBe(session);
    all.drop(ENTRY, session);
    expect(all.isEmpty()).toBe(true);
  });
});
