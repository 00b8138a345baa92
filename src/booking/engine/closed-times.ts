import { type Interval, unite } from '../../platform/time/interval';

/** A time in which the business or one of its places is shut. */
export interface Closure extends Interval {
  /** Absent: the whole business. */
  readonly locationId?: number;
}

/** Closures by the place where something is to happen. Those of the business bind every place. */
export class ClosedTimes {
  /** Whether some are of one place alone. */
  readonly dependOnPlace: boolean;
  private readonly everywhere: readonly Interval[];
  private readonly known = new Map<number, readonly Interval[]>();

  /** @param all in any order */
  constructor(private readonly all: readonly Closure[]) {
    this.dependOnPlace = all.some(isOfPlace);
    this.everywhere = unite(this.dependOnPlace ? all.filter((each) => !isOfPlace(each)) : all);
  }

  /** Those that bind at a place, as `unite` returns them; null or undefined: where no place is named. */
  at(place: number | null | undefined): readonly Interval[] {
    if (!this.dependOnPlace || typeof place !== 'number') return this.everywhere;
    const known = this.known.get(place);
    if (known !== undefined) return known;
    const here = unite(this.all.filter(({ locationId = place }) => locationId === place));
    this.known.set(place, here);
    return here;
  }
}

function isOfPlace({ locationId }: Closure): boolean {
  return locationId !== undefined;
}
