/** Finds the classes of a provider on a tape. It shares only types with the engine. */
import type { Reason, TimetableEntry } from '../../../src/booking/availability/engine';
import type { Interval } from '../../../src/platform/time/interval';
import { Clocks } from './clocks';
import { entriesOn } from './entries-on';
import { dateReading, type NamedDate } from './tape';
import { tapeOf } from './scenes';
import type { World } from './world';

const MINUTE_MS = 60_000;

/** A class on a date, whether or not it is held then. */
interface DatedClass extends Interval {
  readonly date: string;
  readonly entry: TimetableEntry;
  readonly isHeld: boolean;
}

export class OracleOfClasses {
  private readonly ofService: readonly DatedClass[];

  constructor(
    private readonly world: World,
    /** Those of the provider. */
    private readonly clocks: Clocks,
    private readonly requestedPlace: number | null,
  ) {
    const { timetable, durationMin } = world.service;
    const here = new Clocks(world, requestedPlace);
    this.ofService = this.classesOf(timetable ?? [], durationMin, here, requestedPlace);
  }

  /** Whether the service starts at its timetable alone. */
  get isTimetabled(): boolean {
    return this.world.service.timetable != null;
  }

  /** The classes of the service that are held on a date at the requested place, in order. */
  heldOn(date: string): readonly DatedClass[] {
    const ofDate = this.ofService.filter((each) => each.date === date);
    return ofDate.filter(({ isHeld, entry }) => isHeld && this.isHere(entry));
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
      this.classesOf(timetable, durationMin, this.clocks, null)
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
    clocks: Clocks,
    place: number | null,
  ): readonly DatedClass[] {
    const own = timetable.filter(({ providerId }) => providerId === this.world.leaderId);
    return tapeOf(this.world.scene)
      .dates.flatMap((named) =>
        entriesOn(named, own).flatMap((entry) => this.classOn(named, entry, durationMin, clocks, place)),
      )
      .sort((a, b) => a.start - b.start);
  }

  private classOn(
    { date }: NamedDate,
    entry: TimetableEntry,
    durationMin: number,
    clocks: Clocks,
    place: number | null,
  ): DatedClass[] {
    const tape = clocks.on(date);
    const reading = dateReading(date) + entry.startMin;
    const [first = NaN] = tape.readings;
    const minute = tape.firstMinuteOf.get(reading) ?? (reading < first ? reading - first : undefined);
    if (minute === undefined) return [];
    const start = tape.instantOf(minute);
    const { own, business, places } = this.world.special;
    const ofPlace = places[entry.locationId ?? place ?? NaN]?.[date];
    const isOff =
      own[date] === undefined
        ? business[date]?.length === 0 || ofPlace?.length === 0
        : own[date].length === 0;
    const isHeld = !isOff;
    return [{ date, entry, start, end: start + durationMin * MINUTE_MS, isHeld }];
  }

  private isHere({ locationId }: TimetableEntry): boolean {
    return locationId === undefined || (this.requestedPlace ?? locationId) === locationId;
  }
}
