/** Adds up working time minute by minute. It shares only types with the reports, and the minutes with the oracle of bookings. */
import type { Interval } from '../../../src/platform/time/interval';
import { Clocks, clocksOf } from './clocks';
import type { Helper } from './helpers';
import { Oracle } from './oracle';
import type { World } from './world';

const MINUTE_MS = 60_000;

/** The minutes of working time, and those of them that something takes. */
export interface ExpectedOpenTime {
  readonly open: number;
  readonly blocked: number;
}

/** The working time of the provider of a world. Its classes are in the hours. */
export class OracleOfOpenTime {
  private readonly hours: Oracle;
  private readonly left: Oracle;

  /** @param place where; null: at every place */
  constructor(world: World, place: number | null = null, clocks = new Clocks(world)) {
    const plain = { ...world, classes: [], service: { ...world.service, timetable: null } };
    const undisturbed = { ...plain, closures: [], timeOff: [], busyElsewhere: [] };
    this.hours = new Oracle(undisturbed, { locationId: place }, clocks);
    this.left = new Oracle(plain, { locationId: place }, clocks);
  }

  /** @param range of whole minutes @param places which of the hours count, by what they name; left out: all */
  in({ start, end }: Interval, places: 'all' | 'none' = 'all'): ExpectedOpenTime {
    const minutes = { open: 0, blocked: 0 };
    for (let minute = start; minute < end; minute += MINUTE_MS) {
      const time = [minute, minute + MINUTE_MS] as const;
      if (this.hours.absenceFrom(...time) !== undefined) continue;
      if (places === 'none' && this.hours.placeOf(...time) !== null) continue;
      minutes.open++;
      if (this.left.absenceFrom(...time) !== undefined) minutes.blocked++;
    }
    return minutes;
  }
}

/** Those of a helper. */
export function openTimeOfHelper(
  world: World,
  helper: Helper,
  place: number | null = null,
): OracleOfOpenTime {
  const { id: leaderId, schedule, timeOff, busyElsewhere } = helper;
  const special = { ...world.special, own: helper.special };
  const own = { ...world, timeOff, busyElsewhere, leaderId, schedule, special, team: [], helpers: [] };
  return new OracleOfOpenTime(own, place, clocksOf(world, helper));
}
