import { Temporal } from './temporal';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** A few local dates of one zone, chosen for the changes of its clock on them. */
export interface Scene {
  readonly zone: string;
  readonly dates: readonly string[];
}

const DAY_NAMES = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

/** A local date and time of day, as the API writes them. */
interface LocalText {
  readonly date: string;
  readonly time: string;
}

/** A local date and its weekday. */
export interface NamedDate {
  readonly date: string;
  readonly day: (typeof DAY_NAMES)[number] | undefined;
}

/**
 * Every real minute from half a day before a scene to a day and a half after it, with the wall-clock time that
 * temporal-polyfill computes. A reading is the minutes since 1970-01-01T00:00 on that clock.
 */
export class Tape {
  readonly readings: readonly number[];
  /** Whether the minute is the first one with its reading. */
  readonly isFirst: readonly boolean[];
  readonly start: number;
  /** The dates of the scene and those around it whose hours may reach into the tape. */
  readonly dates: readonly NamedDate[];
  readonly firstMinuteOf = new Map<number, number>();
  /** The greatest reading up to each minute. */
  private readonly greatest: readonly number[];
  /** What `textAt` and `dateAt` have returned: many worlds ask for the same instants of a tape. */
  private readonly texts = new Map<number, LocalText>();
  private readonly datesAt = new Map<number, ReturnType<typeof localDate>>();

  /** @param zone of the clock; the minutes are those of the zone of the scene in any case */
  constructor(
    scene: Scene,
    readonly zone = scene.zone,
  ) {
    const last = Temporal.PlainDate.from(scene.dates.at(-1) ?? '');
    const first = Temporal.PlainDate.from(scene.dates[0] ?? '');
    const from = first.toZonedDateTime(scene.zone);
    const until = last.add({ days: 1 }).toZonedDateTime(scene.zone);
    this.start = from.epochMilliseconds - DAY_MS / 2;
    const minutes = (until.epochMilliseconds + 1.5 * DAY_MS - this.start) / MINUTE_MS;
    this.dates = [-2, -1, 0, 1, 2, 3, 4, 5].map((days) => {
      const date = first.add({ days });
      return { date: date.toString(), day: DAY_NAMES[date.dayOfWeek - 1] };
    });
    this.readings = readingsFrom(this.start, minutes, zone);
    this.readings.forEach((value, i) => {
      if (!this.firstMinuteOf.has(value)) this.firstMinuteOf.set(value, i);
    });
    this.isFirst = this.readings.map((value, i) => this.firstMinuteOf.get(value) === i);
    let greatest = -Infinity;
    this.greatest = this.readings.map((value) => (greatest = Math.max(greatest, value)));
  }

  get length(): number {
    return this.readings.length;
  }

  instantOf(minute: number): number {
    return this.start + minute * MINUTE_MS;
  }

  /** Returns the local date and time at an instant of the tape. */
  textAt(instant: number): LocalText {
    const known = this.texts.get(instant);
    if (known !== undefined) return known;
    const reading = this.readings[(instant - this.start) / MINUTE_MS] ?? NaN;
    const text = new Date(reading * MINUTE_MS).toISOString();
    const local = { date: text.slice(0, 10), time: text.slice(11, 16) };
    this.texts.set(instant, local);
    return local;
  }

  /** Returns the local date at an instant; after the tape, the last date of the tape. */
  dateAt(instant: number): string {
    const minute = Math.floor((instant - this.start) / MINUTE_MS);
    return this.textAt(this.instantOf(Math.min(minute, this.length - 1))).date;
  }

  /** Returns the local date some days after that of any instant. */
  dateAfter(instant: number, days: number): string {
    const date = this.datesAt.get(instant) ?? localDate(instant, this.zone);
    this.datesAt.set(instant, date);
    return date.add({ days }).toString();
  }

  /** Returns the first minute at which the wall clock has reached a time of a date, or the length of the tape. */
  reaches(date: string, timeMin: number): number {
    const wanted = dateReading(date) + timeMin;
    let [low, high] = [0, this.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((this.greatest[middle] ?? Infinity) >= wanted) high = middle;
      else low = middle + 1;
    }
    return low;
  }
}

const READINGS = new Map<string, number>();

/** Returns the minutes from 1970-01-01T00:00 to the beginning of a date, on any wall clock. */
export function dateReading(date: string): number {
  const known = READINGS.get(date);
  if (known !== undefined) return known;
  const reading = Date.parse(`${date}T00:00Z`) / MINUTE_MS;
  READINGS.set(date, reading);
  return reading;
}

/**
 * temporal-polyfill is slow, so it converts every quarter of an hour, and every minute only of the quarters in which the clock
 * changes.
 */
function readingsFrom(start: number, minutes: number, zone: string): readonly number[] {
  const offsetAt = (minute: number) => offsetMin(start + minute * MINUTE_MS, zone);
  const quarters = Array.from({ length: Math.ceil(minutes / 15) + 1 }, (_, quarter) =>
    offsetAt(quarter * 15),
  );
  return Array.from({ length: minutes }, (_, minute) => {
    const before = quarters[Math.floor(minute / 15)];
    const after = quarters[Math.floor(minute / 15) + 1];
    const offset = before !== undefined && before === after ? before : offsetAt(minute);
    return start / MINUTE_MS + minute + offset;
  });
}

function localDate(instant: number, zone: string) {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).toPlainDate();
}

function offsetMin(instant: number, zone: string): number {
  return Temporal.Instant.fromEpochMilliseconds(instant).toZonedDateTimeISO(zone).offsetNanoseconds / 60e9;
}
