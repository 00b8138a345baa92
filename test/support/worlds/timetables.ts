import fc from 'fast-check';
import type { Classes, TimetableEntry } from '../../../src/booking/engine';
import type { Rotation } from '../../../src/platform/time/rotation';
import { WEEKDAYS } from '../../../src/platform/time/weekdays';

/** Is no part of a world: nothing in it depends on its classes. */
const STRANGER = 9;
const DAY_MIN = 1_440;

/** Of one provider, no two of which begin together. */
function entries(
  rotation: fc.Arbitrary<Rotation>,
  providerIds: readonly number[],
  most: number,
): fc.Arbitrary<readonly TimetableEntry[]> {
  const startMin = fc.oneof(
    fc.constantFrom(0, 60, 120, 150, 165, 180, 1_380, 1_410, 1_439),
    fc.nat({ max: DAY_MIN / 15 - 1 }).map((quarter) => quarter * 15),
  );
  const where = fc.constantFrom({}, {}, { locationId: 1 }, { locationId: 2 });
  const entry = fc
    .tuple(
      fc.record({ day: fc.constantFrom(...WEEKDAYS), startMin, providerId: fc.constantFrom(...providerIds) }),
      where,
      rotation,
    )
    .map(([when, place, weeks]): TimetableEntry => ({ ...when, ...place, ...weeks }));
  const selector = ({ day, startMin: start, providerId }: TimetableEntry) => `${day} ${start} ${providerId}`;
  return fc.uniqueArray(entry, { minLength: Math.ceil(most / 2), maxLength: most, selector });
}

export interface WorldClasses {
  /** Of the service; null, in most worlds: it starts wherever it fits. */
  readonly timetable: readonly TimetableEntry[] | null;
  /** Those of other services. */
  readonly classes: readonly Classes[];
}

export function someClasses(rotation: fc.Arbitrary<Rotation>): fc.Arbitrary<WorldClasses> {
  const minutes = (max: number) => fc.oneof(fc.constant(0), fc.nat({ max }));
  const other: fc.Arbitrary<Classes> = fc.record({
    durationMin: fc.integer({ min: 1, max: 180 }),
    bufferBeforeMin: minutes(60),
    bufferAfterMin: minutes(60),
    timetable: entries(rotation, [1, 1, 2, 3, 4, STRANGER], 8),
  });
  return fc.record({
    timetable: fc.oneof(
      { weight: 3, arbitrary: fc.constant(null) },
      { weight: 1, arbitrary: entries(rotation, [1, 1, 1, STRANGER], 20) },
    ),
    classes: fc.oneof(
      { weight: 3, arbitrary: fc.constant([]) },
      { weight: 1, arbitrary: fc.array(other, { minLength: 1, maxLength: 2 }) },
    ),
  });
}
