import type { BookingApi, Day, Days, Person, Slot, Wanted } from './api';
import { dayAfter } from './times';

/** The free times of a service at a place: one request for 31 days and all people, from which each person's times are taken. */
export class Calendar {
  /** Of 31 days each. */
  private readonly ranges: Days[] = [];
  private position = 0;

  constructor(
    private readonly api: BookingApi,
    private readonly wanted: Pick<Wanted, 'serviceId' | 'placeId'>,
  ) {}

  get isFirst(): boolean {
    return this.position === 0;
  }

  /** Reads the days that are to be shown, unless they are known. A time that has gone meanwhile is refused with other times. */
  async load(): Promise<void> {
    this.ranges[this.position] ??= await this.api.days({ ...this.wanted, personId: undefined }, this.next());
  }

  /** The next request reads all days again. */
  forget(): void {
    this.ranges.length = 0;
    this.position = 0;
  }

  async later(): Promise<void> {
    this.position++;
    await this.load().catch((error: unknown) => {
      this.position--;
      throw error;
    });
  }

  earlier(): void {
    this.position--;
  }

  /** The zone of the business; undefined before the days are read. */
  get timeZone(): string | undefined {
    return this.ranges[this.position]?.timezone;
  }

  /** Those who are free at some time. */
  people(all: readonly Person[]): readonly Person[] {
    const free = new Set(this.shown.flatMap(({ slots }) => slots.flatMap(idsOf)));
    return all.filter(({ id }) => free.has(id));
  }

  /** The days on which the person, or anyone, is free. */
  days(personId: number | undefined): readonly Day[] {
    return this.shown
      .map((day) => ({ ...day, slots: day.slots.filter((slot) => isOf(slot, personId)) }))
      .filter(({ slots }) => slots.length > 0);
  }

  private get shown(): readonly Day[] {
    return this.ranges[this.position]?.days ?? [];
  }

  /** The day after the last one that is known. */
  private next(): string | undefined {
    const last = this.ranges[this.position - 1]?.days.at(-1)?.date;
    return last === undefined ? undefined : dayAfter(last);
  }
}

function isOf(slot: Slot, personId: number | undefined): boolean {
  return personId === undefined || idsOf(slot).includes(personId);
}

function idsOf({ providerId, providerIds }: Slot): readonly number[] {
  return providerIds ?? [providerId];
}
