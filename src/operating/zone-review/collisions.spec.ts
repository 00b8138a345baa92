import { collisionsOf, type Neighbours } from './collisions';
import type { DueAppointment } from './due-appointments';

const HOUR_MS = 3_600_000;
const at = (hour: number) => hour * HOUR_MS;
const due = (id: number, start: number, to: number | undefined): DueAppointment => {
  const due = to === undefined ? undefined : at(to);
  return { id, providerId: 1, start: at(start), due, bookedStart: '', bookedZone: 'America/Vancouver' };
};
/** Two claims of an hour each. @param other null: a hold */
const pair = (id: number, start: number, other: number | null, otherStart: number): Neighbours => ({
  id,
  busyStart: at(start),
  busyEnd: at(start + 1),
  otherId: other,
  otherStart: at(otherStart),
  otherEnd: at(otherStart + 1),
});

describe('What collides once appointments have moved to their wall clock', () => {
  it('is what stays in the time to which one moves', () => {
    const collisions = collisionsOf(
      [due(1, 11, 10)],
      [pair(1, 11, 2, 10), pair(1, 11, null, 10), pair(1, 11, 3, 9)],
    );
    expect([...collisions]).toEqual([[1, [2, 'hold']]]);
  });

  it('is not what moves out of the way', () => {
    const neighbours = [pair(1, 11, 2, 10), pair(2, 10, 1, 11)];
    expect(collisionsOf([due(1, 11, 10), due(2, 10, 9)], neighbours).size).toBe(0);
  });

  it('is what cannot move itself, one after the other', () => {
    const all = [due(1, 12, 11), due(2, 11, 10), due(3, 10, 9)];
    const neighbours = [pair(1, 12, 2, 11), pair(2, 11, 3, 10), pair(3, 10, 4, 9)];
    expect([...collisionsOf(all, neighbours)].toSorted(([a], [b]) => a - b)).toEqual([
      [1, [2]],
      [2, [3]],
      [3, [4]],
    ]);
  });

  it('is what moves into the same time from elsewhere', () => {
    const collisions = collisionsOf([due(1, 11, 10), due(2, 8, 10)], [pair(1, 11, 2, 8), pair(2, 8, 1, 11)]);
    expect(collisions.get(1)).toEqual([2]);
  });

  it('is one whose wall clock is skipped, which stays', () => {
    const collisions = collisionsOf([due(1, 11, 10), due(2, 10, undefined)], [pair(1, 11, 2, 10)]);
    expect([...collisions]).toEqual([[1, [2]]]);
  });
});
