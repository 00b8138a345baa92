/** Finds the classes of a provider on a tape. It shares only types with the engine. */
import type { Reason, TimetableEntry } from '../../../src/booking/engine';
import type { Interval } from '../../../src/platform/time/interval';
import { Clocks } from './clocks';
import { entriesOn } from './entries-on';
import { dateReading, type NamedDate } from './tape';
import { tapeOf } from './scenes';
import type { World } from './world';

const MINUTE_MS = 60_000;
const DAY_MIN = 1_440;

/** A class on a date, whether or not it is held then. */
interface DatedClass extends Interval {
  readonly date: string;
  readonly entry: TimetableEntry;
  readonly isHeld: boolean;
}

export class OracleOfClasses {
  private readonly ofService: readonly DatedClass[];
  private readonly requested: Clocks;

  constructor(
    private readonly world: World,
    /** Those of the provider. */
    private readonly clocks: Clocks,
    private readonly requestedPlace: number | null,
  ) {
    const { timetable, durationMin } = world.service;
    this.requested = new Clocks(world, requestedPlace);
    this.ofService = this.classesOf(timetable ?? [], durationMin, requestedPlace);
  }

  /** Whether the service starts at its timetable alone. */
  get isTimetabled(): boolean {
    return this.world.service.timetable != null;
  }

  /** The classes of the service that are held on a date at the requested place, in order. */
  heldOn(date: string): readonly DatedClass[] {
    const ofDate = this.ofService.filter((each) => this.isOn(date, each));
    return ofDate.filter(({ isHeld, entry }) => isHeld && this.isHere(entry));
  }

  /** Those of them whose start has a name: of two equal times on the clock, the second has none. */
  namedOn(date: string): readonly DatedClass[] {
    return this.heldOn(date).filter((each) => this.isNamed(date, each));
  }

  /** Why the service cannot be given at a time. */
  refusal(start: number, end: number): Reason | undefined {
    const found = this.ofService.find((each) => each.start === start);
    if (found === undefined) return 'not_in_timetable';
    if (!found.isHeld || end > found.end) return 'outside_working_hours';
    return this.isHere(found.entry) ? undefined : 'not_at_location';
  }

  /** Where the class that starts at an instant is held. */
  placeAt(start: number): number | null {
    const found = this.ofService.find((each) => each.isHeld && each.start === start);
    return found?.entry.locationId ?? null;
  }

  /** When the provider gives classes of other services, buffers included. */
  taken(): readonly Interval[] {
    return this.world.classes.flatMap(({ timetable, durationMin, bufferBeforeMin, bufferAfterMin }) =>
      this.classesOf(timetable, durationMin, null)
        .filter(({ isHeld }) => isHeld)
        .map(({ start, end }) => ({
          start: start - bufferBeforeMin * MINUTE_MS,
          end: end + bufferAfterMin * MINUTE_MS,
        })),
    );
  }

  /** @param place where a class that names none is */
  private classesOf(
    timetable: readonly TimetableEntry[],
    durationMin: number,
    place: number | null,
  ): readonly DatedClass[] {
    const own = timetable.filter(({ providerId }) => providerId === this.world.leaderId);
    return tapeOf(this.world.scene)
      .dates.flatMap((named) =>
        entriesOn(named, own).flatMap((entry) => this.classOn(named, entry, durationMin, place)),
      )
      .sort((a, b) => a.start - b.start);
  }

  private classOn(
    { date }: NamedDate,
    entry: TimetableEntry,
    durationMin: number,
    place: number | null,
  ): DatedClass[] {
    const tape = this.clocks.on(date);
    const reading = dateReading(date) + entry.startMin;
    const [first = NaN] = tape.readings;
    const minute = tape.firstMinuteOf.get(reading) ?? (reading < first ? reading - first : undefined);
    if (minute === undefined) return [];
    const start = tape.instantOf(minute);
    const { own, business, places } = this.world.special;
    const there = entry.locationId === undefined && place !== null ? this.dateThere(date, start) : date;
    const ofPlace = places[entry.locationId ?? place ?? NaN]?.[there];
    const isOff =
      own[date] === undefined
        ? business[date]?.length === 0 || ofPlace?.length === 0
        : own[date].length === 0;
    const isHeld = !isOff;
    return [{ date, entry, start, end: start + durationMin * MINUTE_MS, isHeld }];
  }

  /** The date of a class on the clock of the requested place. */
  private dateThere(own: string, start: number): string {
    if (!this.isElsewhere) return own;
    const tape = this.requested.on(own);
    const isOnTape = start >= tape.instantOf(0) && start < tape.instantOf(tape.length);
    return isOnTape ? tape.dateAt(start) : own;
  }

  /** Whether a class is on a date of the request. */
  private isOn(date: string, { date: own, start }: DatedClass): boolean {
    if (!this.isElsewhere) return own === date;
    const tape = this.requested.on(date);
    const minute = (start - tape.instantOf(0)) / MINUTE_MS;
    return minute >= tape.reaches(date, 0) && minute < tape.reaches(date, DAY_MIN);
  }

  private isNamed(date: string, { start }: DatedClass): boolean {
    if (!this.isElsewhere) return true;
    const tape = this.requested.on(date);
    return tape.isFirst[(start - tape.instantOf(0)) / MINUTE_MS] === true;
  }

  /** Whether the clock of the request is not that of the provider. */
  private get isElsewhere(): boolean {
    return this.world.placeZones[this.requestedPlace ?? NaN] !== undefined;
  }

  private isHere({ locationId }: TimetableEntry): boolean {
    return locationId === undefined || (this.requestedPlace ?? locationId) === locationId;
  }
}
