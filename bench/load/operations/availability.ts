import assert from 'node:assert/strict';
import { dateText } from '../data/days';
import { ALMOST_FULL, ORDINARY } from '../data/plan';
import { LONG, servicesOf } from '../data/services';
import { type Answer, get, type Ground, type Operation, type Question } from './operation';

/** Requests ask for dates up to this many days ahead, where the small data are as dense as the full ones. */
const AHEAD = 21;

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
        const from = today + dice.between(1, 3);
        return get('/availability/calendar', {
          providerId,
          serviceId,
          from: dateText(from),
          to: dateText(from + 30),
        });
      },
    inspect: ({ data }) => {
      const { days } = data as { days: { slots: unknown[] }[] };
      assert.equal(days.length, 31);
      assert.ok(days.some(({ slots }) => slots.length > 0));
    },
  },
  { name: 'next', title: 'Next available, almost full', ...nextAvailable },
  { name: 'next-alone', title: 'Next available, one client', connections: 1, ...nextAvailable },
];

/** A day off has no slots. */
function isSlots({ data, total }: Answer): void {
  assert.ok(Array.isArray(data));
  assert.equal(data.length, total);
}
