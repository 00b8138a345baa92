import assert from 'node:assert/strict';
import { dateText } from '../data/days';
import { ALMOST_FULL, ORDINARY } from '../data/plan';
import { LONG, OWN_SERVICES, ROSTERED, servicesOf } from '../data/services';
import { type Answer, get, type Ground, type Operation, type Question } from './operation';

/** Requests name dates up to this many days ahead, where the small data are as dense as the full ones. */
const AHEAD = 21;

/** The longest month, in days after its first. */
const MONTH = 30;

/** A request for the slots of a random provider on a random date. */
export function slotsOfOne({ dice, today }: Ground): Question {
  const providerId = dice.pick(ORDINARY);
  const serviceId = dice.pick(servicesOf(providerId)).id;
  return get('/availability/slots', {
    providerId,
    serviceId,
    date: dateText(today + dice.between(1, AHEAD)),
  });
}

const nextAvailable = {
  begin:
    ({ dice, today }: Ground) =>
    () => {
      const from = dateText(today + dice.between(0, 2));
      return get('/availability/next-available', { providerId: ALMOST_FULL, serviceId: LONG.id, from });
    },
  inspect: ({ data }: Answer, _: Question, { today }: Ground) => {
    const { date } = data as { date: string };
    assert.ok(date > dateText(today + 199), `${date} is behind all that is full`);
  },
};

export const AVAILABILITY: readonly Operation[] = [
  {
    name: 'slots',
    title: 'Slots, one provider, one day',
    hasFloor: true,
    begin: (ground) => () => slotsOfOne(ground),
    inspect: isSlots,
  },
  {
    name: 'slots-any',
    title: 'Slots, any provider, one day',
    begin:
      ({ dice, today }) =>
      () => {
        const serviceId = dice.pick(servicesOf(dice.pick(ORDINARY))).id;
        const date = dateText(today + dice.between(1, AHEAD));
        return get('/availability/slots', { anyProvider: true, serviceId, date });
      },
    inspect: isSlots,
  },
  {
    name: 'calendar',
    title: 'Calendar, 31 days',
    begin:
      ({ dice, today }) =>
      () => {
        const providerId = dice.pick(ORDINARY);
        const serviceId = dice.pick(servicesOf(providerId)).id;
        return get('/availability/calendar', { providerId, serviceId, ...month(today + dice.between(1, 3)) });
      },
    inspect: isMonth,
  },
  {
    name: 'calendar-any',
    title: 'Calendar, any of 33 providers, one client',
    connections: 1,
    begin:
      ({ dice, today }) =>
      () => {
        const serviceId = dice.pick(servicesOf(dice.pick(ORDINARY)).slice(-OWN_SERVICES)).id;
        return get('/availability/calendar', {
          anyProvider: true,
          serviceId,
          ...month(today + dice.between(1, 3)),
        });
      },
    inspect: isMonth,
  },
  {
    name: 'calendar-rosters',
    title: 'Calendar, any of 20 providers on rosters at three places, one client',
    connections: 1,
    begin:
      ({ dice, today }) =>
      () =>
        get('/availability/calendar', {
          anyProvider: true,
          serviceId: ROSTERED.id,
          ...month(today + dice.between(1, 3)),
        }),
    inspect: (answer) => {
      isMonth(answer);
      const { days } = answer.data as { days: { slots: { locationId: number }[] }[] };
      const places = days.flatMap(({ slots }) => slots.map(({ locationId }) => locationId));
      assert.deepEqual([...new Set(places)].sort(), [1, 2, 3]);
    },
  },
  { name: 'next', title: 'Next available, almost full', ...nextAvailable },
  { name: 'next-alone', title: 'Next available, one client', connections: 1, ...nextAvailable },
];

function month(firstDay: number) {
  return { from: dateText(firstDay), to: dateText(firstDay + MONTH) };
}

function isMonth({ data }: Answer): void {
  const { days } = data as { days: { slots: unknown[] }[] };
  assert.equal(days.length, MONTH + 1);
  assert.ok(days.some(({ slots }) => slots.length > 0));
}

/** A day off has no slots. */
function isSlots({ data, total }: Answer): void {
  assert.ok(Array.isArray(data));
  assert.equal(data.length, total);
}
