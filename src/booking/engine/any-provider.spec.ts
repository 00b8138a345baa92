import { aCalendar, aService, at } from '../../../test/support/worlds/builders';
import { slotsOfAny, slotsOn } from './index';

const NOW = at('2026-03-01T12:00Z');

/** Booked minutes of providers. */
const MINUTES: Readonly<Record<number, number>> = { 4: 30, 5: 90 };

function slotsIn(providerId: number, timeZone: string, busyFrom = '2000-01-01T00:00Z') {
  const minutes = MINUTES[providerId] ?? 0;
  const busy = [{ start: at(busyFrom), end: at(busyFrom) + 3_600_000, appointmentId: 4 }];
  return {
    providerId,
    minutesOn: (date: string) => (date === '2026-03-02' ? minutes : NaN),
    slots: slotsOn(NOW, aService({ durationMin: 240 }), aCalendar({ timeZone, busy }), '2026-03-02'),
  };
}

describe('The slots of any provider', () => {
  it('are merged by start, each with the ids of the providers that could take it, in ascending order where they have as much to do', () => {
    const shared = slotsOfAny([slotsIn(9, 'UTC'), slotsIn(2, 'UTC', '2026-03-02T10:00Z')]);
    expect(shared.map(({ time, providerId, providerIds }) => [time, providerId, providerIds])).toEqual([
      ['09:00', 9, [9]],
      ['13:00', 2, [2, 9]],
    ]);
  });

  it('have the date and time of their first provider’s clock, and are in time order across time zones', () => {
    const shared = slotsOfAny([slotsIn(1, 'UTC'), slotsIn(2, 'Europe/Berlin'), slotsIn(3, 'Etc/GMT-4')]);
    expect(
      shared.map(({ start, time, providerIds }) => [
        new Date(start).toISOString().slice(11, 16),
        time,
        providerIds,
      ]),
    ).toEqual([
      ['05:00', '09:00', [3]],
      ['08:00', '09:00', [2]],
      ['09:00', '09:00', [1, 3]],
      ['12:00', '13:00', [2]],
      ['13:00', '13:00', [1]],
    ]);
  });

  it('name the providers with the fewest booked minutes first, and have the times of the first', () => {
    const [first] = slotsOfAny([slotsIn(5, 'UTC'), slotsIn(4, 'UTC'), slotsIn(7, 'UTC'), slotsIn(6, 'UTC')]);
    expect([first?.providerId, first?.providerIds]).toEqual([6, [6, 7, 4, 5]]);
  });
});
