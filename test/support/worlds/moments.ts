import fc from 'fast-check';
import { ORDINARY_SCENES, SCENES, SCENES_WITH_PLACES, tapeOf } from './scenes';
import type { Scene } from './tape';
import { type PlaceZones, placeZonesOf } from './zones';

const DAY_MS = 86_400_000;

/** A scene with the zones of its places, and the moment at which it is examined. */
export interface Moment {
  readonly scene: Scene;
  readonly now: number;
  readonly placeZones: PlaceZones;
}

/** An instant before the scene, so that most of it lies ahead, or any instant in it to the millisecond. */
function moment(scene: Scene): fc.Arbitrary<number> {
  const tape = tapeOf(scene);
  const within = fc.integer({ min: tape.start - 2 * DAY_MS, max: tape.instantOf(tape.length) });
  return fc.oneof({ weight: 2, arbitrary: fc.constant(tape.start) }, { weight: 1, arbitrary: within });
}

const inOneZone = (scene: Scene): fc.Arbitrary<Moment> =>
  fc.record({ scene: fc.constant(scene), now: moment(scene), placeZones: fc.constant({}) });

/** A moment around which no place has a zone of its own. */
const aMomentInOneZone: fc.Arbitrary<Moment> = fc
  .oneof(
    { weight: 1, arbitrary: fc.constantFrom(...ORDINARY_SCENES) },
    { weight: 3, arbitrary: fc.constantFrom(...SCENES) },
  )
  .chain(inOneZone);

const aMomentWithPlaces: fc.Arbitrary<Moment> = fc
  .constantFrom(...SCENES_WITH_PLACES)
  .chain(({ scene, zones }) =>
    fc.record({ scene: fc.constant(scene), now: moment(scene), placeZones: placeZonesOf(zones, scene.zone) }),
  );

/** Most worlds have one zone, so that what else is in them is tried as often as it was. */
export const aMoment: fc.Arbitrary<Moment> = fc.oneof(
  { weight: 3, arbitrary: aMomentInOneZone },
  { weight: 1, arbitrary: aMomentWithPlaces },
);
