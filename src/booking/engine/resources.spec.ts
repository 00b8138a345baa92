import { aCalendar, aService, at } from '../../../test/support/worlds/builders';
import {
  type ResourceCalendar,
  type ResourceNeed,
  type CapacityRequest,
  ResourceChoice,
  satisfies,
  slotsOn,
  verdict,
} from './index';

const SUNDAY_NOON = at('2026-03-01T12:00Z');
const A_ROOM: readonly ResourceNeed[] = [{ kind: 'room', quantity: 1 }];

function aRoom(id: number, differences: Partial<ResourceCalendar> = {}): ResourceCalendar {
  return { id, kind: 'room', locationId: null, timeOff: [], busy: [], ...differences };
}

/** A time on Monday, 2 March 2026. */
function from(start: string, end: string) {
  return { start: at(`2026-03-02T${start}Z`), end: at(`2026-03-02T${end}Z`) };
}

const TEN_TO_ELEVEN = from('10:00', '11:00');

function chosen(
  needs: readonly ResourceNeed[],
  resources: readonly ResourceCalendar[],
  request: CapacityRequest = {},
) {
  return new ResourceChoice(needs, resources, request).during(TEN_TO_ELEVEN);
}

describe('The choice of resources', () => {
  it('takes those with the lowest ids of each kind that is needed, and lists them by id', () => {
    const needs = [
      { kind: 'room', quantity: 1 },
      { kind: 'chair', quantity: 2 },
    ];
    const chairs = [5, 3, 2].map((id) => aRoom(id, { kind: 'chair' }));
    expect(chosen(needs, [aRoom(9), aRoom(4), ...chairs])).toEqual([2, 3, 4]);
  });

  it('takes nothing when the service needs nothing', () => {
    expect(chosen([], [aRoom(1)])).toEqual([]);
  });

  it('fails when one kind has too few', () => {
    expect(chosen([{ kind: 'room', quantity: 2 }], [aRoom(1), aRoom(2, { kind: 'chair' })])).toBeUndefined();
  });

  it('requires each resource to be free the whole time: two that take turns do not do', () => {
    const first = aRoom(1, { busy: [{ ...from('10:30', '11:00'), appointmentId: 4 }] });
    const second = aRoom(2, { timeOff: [from('10:00', '10:30')] });
    expect(chosen(A_ROOM, [first, second])).toBeUndefined();
  });

  it('lets bookings touch', () => {
    const before = { ...from('09:00', '10:00'), appointmentId: 4 };
    const after = { ...from('11:00', '12:00'), appointmentId: null };
    expect(chosen(A_ROOM, [aRoom(1, { busy: [before, after] })])).toEqual([1]);
  });

  it('prefers those that an appointment has already, when they are free', () => {
    const request = { keptResourceIds: [3] };
    expect(chosen(A_ROOM, [aRoom(1), aRoom(3)], request)).toEqual([3]);
    expect(chosen(A_ROOM, [aRoom(1), aRoom(3, { timeOff: [TEN_TO_ELEVEN] })], request)).toEqual([1]);
  });

  it('treats what the appointment that is being moved takes as free', () => {
    const taken = aRoom(1, { busy: [{ ...TEN_TO_ELEVEN, appointmentId: 4 }] });
    expect(chosen(A_ROOM, [taken])).toBeUndefined();
    expect(chosen(A_ROOM, [taken], { excludeAppointmentId: 4 })).toEqual([1]);
  });

  it.each<[number | null | undefined, readonly number[]]>([
    [1, [2, 4]],
    [2, [3, 4]],
    [null, [2, 3]],
    [undefined, [2, 3]],
  ])('at location %s takes resources of that location or of none', (locationId, ids) => {
    const resources = [aRoom(2, { locationId: 1 }), aRoom(3, { locationId: 2 }), aRoom(4)];
    expect(chosen([{ kind: 'room', quantity: 2 }], resources, { locationId })).toEqual(ids);
  });

  it('takes only those that are named', () => {
    expect(chosen(A_ROOM, [aRoom(1), aRoom(2)], { resourceIds: [2] })).toEqual([2]);
    const taken = aRoom(2, { timeOff: [TEN_TO_ELEVEN] });
    expect(chosen(A_ROOM, [aRoom(1), taken], { resourceIds: [2] })).toBeUndefined();
  });

  it('answers for each length by itself, also after questions of another length', () => {
    const choice = new ResourceChoice(A_ROOM, [aRoom(1, { timeOff: [from('10:30', '11:00')] }), aRoom(2)]);
    expect(choice.during(from('10:00', '10:30'))).toEqual([1]);
    expect(choice.during(from('10:00', '11:00'))).toEqual([2]);
    expect(choice.during(from('10:00', '10:30'))).toEqual([1]);
  });
});

describe('A service that needs a room', () => {
  const room = aRoom(1, {
    timeOff: [from('10:00', '11:00')],
    busy: [{ ...from('14:00', '15:00'), appointmentId: 4 }],
  });

  it('is offered only while one is free, buffers included', () => {
    const times = (bufferAfterMin: number) => {
      const resources = new ResourceChoice(A_ROOM, [room]);
      const slots = slotsOn(SUNDAY_NOON, aService({ bufferAfterMin }), aCalendar(), '2026-03-02', {
        resources,
      });
      return slots.map((slot) => slot.time).join(' ');
    };
    expect(times(0)).toBe('09:00 11:00 12:00 13:00 15:00 16:00');
    expect(times(5)).toBe('11:00 12:00 15:00 16:00');
  });

  it('is refused when none is free, and else names the one that it gets', () => {
    const answerTo = (start: string) => {
      const candidate = { start: at(`2026-03-02T${start}Z`) };
      return verdict(SUNDAY_NOON, aService(), aCalendar(), candidate, new ResourceChoice(A_ROOM, [room]));
    };
    expect(answerTo('10:30')).toMatchObject({
      bookable: false,
      reason: 'resource_unavailable',
      conflicts: [],
    });
    expect(answerTo('12:00')).toMatchObject({ bookable: true, placement: { resourceIds: [1] } });
  });
});

describe('Named resources', () => {
  const rooms = [aRoom(1, { locationId: 1 }), aRoom(2, { locationId: 2 }), aRoom(3, { kind: 'chair' })];

  it.each<[string, readonly number[], CapacityRequest, boolean]>([
    ['are just what is needed', [1], {}, true],
    ['are too few', [], {}, false],
    ['are too many', [1, 2], {}, false],
    ['are of another kind', [3], {}, false],
    ['are unknown', [8], {}, false],
    ['include an unknown one', [1, 8], {}, false],
    ['repeat one', [1, 1], {}, false],
    ['are at the place', [2], { locationId: 2 }, true],
    ['are at another place', [2], { locationId: 1 }, false],
  ])('that %s: %j', (_, resourceIds, request, isAccepted) => {
    expect(satisfies(A_ROOM, rooms, { ...request, resourceIds })).toBe(isAccepted);
  });
});
