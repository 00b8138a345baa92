import { AROUND_THE_CLOCK, aCalendar, aService, at } from '../../../../test/support/worlds/builders';
import { getDay } from '../../../platform/time/local-date';
import {
  NO_RESOURCES,
  NO_TEAM,
  type ProviderCalendar,
  ResourceChoice,
  type ServiceRules,
  weeklyHours,
} from '../index';
import { type VisitDates, type VisitItem, type VisitRequest, VisitSearch } from './index';

const NOW = at('2026-11-20T08:00Z');
const MONDAY = getDay('2026-11-23');

function anItem(service: Partial<ServiceRules>, ...calendars: ProviderCalendar[]): VisitItem {
  return { serviceId: 1, service: aService(service), calendars, resources: NO_RESOURCES, team: NO_TEAM };
}

function aRequest(items: readonly VisitItem[], differences: Partial<VisitRequest> = {}): VisitRequest {
  return { items, maxGapMin: 0, seats: 1, appointments: new Map(), ...differences };
}

function someone(providerId: number, differences: Partial<ProviderCalendar> = {}): ProviderCalendar {
  return aCalendar({ providerId, ...differences });
}

function busy(from: string, until: string) {
  return [{ start: at(`2026-11-23T${from}Z`), end: at(`2026-11-23T${until}Z`), appointmentId: 1 }];
}

/** The first visits of a Monday, each as the times and providers of its items. */
function visits(request: VisitRequest, limit = 1, dates: Partial<VisitDates> = {}) {
  const search = new VisitSearch(NOW, request);
  const found: string[] = [];
  for (const visit of search.within({ firstDay: MONDAY, lastDay: MONDAY, ...dates })) {
    if (found.length === limit) break;
    if (visit !== undefined)
      found.push(visit.items.map(({ time, providerId }) => `${time} with ${providerId}`).join(', '));
  }
  return found;
}

describe('Two items with the same provider', () => {
  const items = (buffers: Partial<ServiceRules>) => [
    anItem(buffers, someone(1)),
    anItem(buffers, someone(1)),
  ];

  it('follow one another at once when the services have no buffers', () => {
    expect(visits(aRequest(items({})))).toEqual(['09:00 with 1, 10:00 with 1']);
  });

  it('cannot be had when the gap is shorter than the buffers between them', () => {
    const request = aRequest(items({ bufferAfterMin: 10, bufferBeforeMin: 5 }), { maxGapMin: 14 });
    expect(visits(request, 10)).toEqual([]);
  });

  it('wait for the buffers between them when the gap is long enough', () => {
    const request = aRequest(items({ bufferAfterMin: 10, bufferBeforeMin: 5 }), { maxGapMin: 15 });
    expect(visits(request)).toEqual(['09:00 with 1, 10:15 with 1']);
  });
});

it('The buffers of one provider do not keep the customer from going on to another', () => {
  const request = aRequest([
    anItem({ bufferAfterMin: 30 }, someone(1)),
    anItem({ bufferBeforeMin: 30 }, someone(2)),
  ]);
  expect(visits(request)).toEqual(['09:00 with 1, 10:00 with 2']);
});

describe('An item of any provider', () => {
  it('goes to the one whose appointments fill the fewest minutes of that date, then to the lowest id', () => {
    const item = anItem({}, someone(3), someone(2), someone(1));
    const appointments = new Map([[1, busy('15:00', '16:00')]]);
    expect(visits(aRequest([item], { appointments }))).toEqual(['09:00 with 2']);
  });

  it('counts appointments that share a session once', () => {
    const [one] = busy('14:00', '15:00');
    if (one === undefined) throw new Error('there is one');
    const appointments = new Map([
      [1, [one, one, one]],
      [2, busy('14:00', '16:00')],
    ]);
    expect(visits(aRequest([anItem({}, someone(1), someone(2))], { appointments }))).toEqual([
      '09:00 with 1',
    ]);
  });

  it('goes to a busier provider when the less busy one is the only one for the next item', () => {
    const buffered = { bufferAfterMin: 30 };
    const appointments = new Map([[2, busy('15:00', '16:00')]]);
    const items = [anItem(buffered, someone(1), someone(2)), anItem({}, someone(1))];
    expect(visits(aRequest(items, { appointments }))).toEqual(['09:00 with 2, 10:00 with 1']);
  });
});

describe('A visit of a provider with a limit per day', () => {
  const limited = (most: number, days: readonly number[] = []) => {
    const counted = days.map((day, i) => ({ session: `${i}`, appointmentId: i, day }));
    return { limits: [{ name: 'provider.maxPerDay' as const, most, counted }] };
  };

  it('takes the provider for no more items than are left', () => {
    const items = [anItem({}, someone(1, limited(2)), someone(2)), anItem({}, someone(1, limited(2)))];
    expect(visits(aRequest(items))).toEqual(['09:00 with 1, 10:00 with 1']);
    const fewer = [anItem({}, someone(1, limited(1)), someone(2)), anItem({}, someone(1, limited(1)))];
    expect(visits(aRequest(fewer))).toEqual(['09:00 with 2, 10:00 with 1']);
  });

  it('is not found on a date that is full', () => {
    const items = [anItem({}, someone(2)), anItem({}, someone(1, limited(1, [MONDAY])))];
    expect(visits(aRequest(items))).toEqual([]);
    const free = [anItem({}, someone(2)), anItem({}, someone(1, limited(1, [MONDAY - 1])))];
    expect(visits(aRequest(free))).toEqual(['09:00 with 2, 10:00 with 1']);
  });
});

it('An item waits longer than it has to when only then the item after it can be had', () => {
  const items = [
    anItem({}, someone(1)),
    anItem({}, someone(2)),
    anItem({}, someone(3, { busy: busy('08:00', '11:30') })),
  ];
  expect(visits(aRequest(items, { maxGapMin: 14 }))).toEqual(['10:00 with 1, 11:00 with 2, 12:00 with 3']);
  expect(visits(aRequest(items, { maxGapMin: 20 }))).toEqual(['09:00 with 1, 10:10 with 2, 11:30 with 3']);
  expect(visits(aRequest(items, { maxGapMin: 30 }))).toEqual(['09:00 with 1, 10:00 with 2, 11:30 with 3']);
});

it('A room that an item takes is in use, buffers included, for the items after it', () => {
  const rooms = [{ id: 1, kind: 'room', locationId: null, timeOff: [], busy: [] }];
  const resources = new ResourceChoice([{ kind: 'room', quantity: 1 }], rooms);
  const items = [
    { ...anItem({ bufferAfterMin: 10 }, someone(1)), resources },
    { ...anItem({}, someone(2)), resources },
  ];
  expect(visits(aRequest(items))).toEqual([]);
  expect(visits(aRequest(items, { maxGapMin: 10 }))).toEqual(['09:00 with 1, 10:10 with 2']);
});

it('Dates and times of day are those on the clock of the first item’s provider', () => {
  const hours = weeklyHours(null, AROUND_THE_CLOCK);
  const inTokyo = someone(1, { timeZone: 'Asia/Tokyo', hours });
  const inNewYork = someone(2, { timeZone: 'America/New_York', hours });
  const times = { timeFromMin: 10 * 60, timeToMin: 12 * 60 };
  const service = { slotIntervalMin: 60 };
  const one = aRequest([anItem(service, inTokyo, inNewYork), anItem(service, inNewYork)]);
  // 10:00 in Tokyo is the evening before in New York.
  expect(visits(one, 5, times)).toEqual(['10:00 with 1, 21:00 with 2', '10:00 with 2, 11:00 with 2']);
});

it('A visit may end at the latest time of day, and not a minute later', () => {
  const one = aRequest([anItem({ durationMin: 60, slotIntervalMin: 1 }, someone(1))]);
  const times = { timeFromMin: 9 * 60, timeToMin: 10 * 60 + 1 };
  expect(visits(one, 5, times)).toEqual(['09:00 with 1', '09:01 with 1']);
});

it('A search ends at a start with too many ways to try, and says so', () => {
  // The first item takes provider 1 for hours after it, and only that provider can give the last one.
  const buffered = anItem({ durationMin: 10, bufferAfterMin: 600 }, someone(1));
  const between = anItem({ durationMin: 5 }, ...[2, 3, 4, 5].map((id) => someone(id)));
  const last = anItem({ durationMin: 5 }, someone(1));
  const request = aRequest([buffered, between, between, between, last], { maxGapMin: 90 });
  const search = new VisitSearch(NOW, request);
  expect([...search.within({ firstDay: MONDAY, lastDay: MONDAY })].filter((visit) => visit)).toEqual([]);
  expect(search.isComplete).toBe(false);
  expect(search.searchedUntil).toBe(at('2026-11-23T09:00Z'));
});
