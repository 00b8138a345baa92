import type { Dates } from '../../../platform/time/dates';
import { getDay, weekdayOf } from '../../../platform/time/local-date';
import { WEEKDAYS, type Weekday } from '../../../platform/time/weekdays';
import type { FreeSlot } from '../../diary/slots/free-slot-finder';

/** What the entries of a line have in common: they wait for slots of one search. */
export interface LineKey {
  readonly serviceId: number;
  /** Null means any provider. */
  readonly providerId: number | null;
  /** Null means at any place. */
  readonly locationId: number | null;
  readonly seats: number;
  /** Null means the duration in force with the provider. */
  readonly durationMin: number | null;
}

/** The waiting entries with one key, and the dates that they wait for together. */
export interface Line extends LineKey {
  readonly dates: Dates;
  /** Whether the provider of the freed time may help with the service, so that another one's slots may have become free. */
  readonly isHelped: boolean;
}

export interface WaitingEntry extends LineKey {
  readonly id: number;
  /** As PostgreSQL writes it: exact to the microsecond, for the next batch. */
  readonly createdAt: string;
  readonly from: string;
  readonly to: string;
  readonly timeFromMin: number | null;
  readonly timeToMin: number | null;
  readonly weekdays: readonly Weekday[] | null;
  /** The provider and the start (epoch ms) of each time that it was offered before. */
  readonly offered: readonly (readonly [providerId: number, start: number])[];
}

/** Whether a slot of its line is what an entry waits for, and was not offered to it before. */
export function fits(entry: WaitingEntry, { providerId, start, date, fromMin, toMin }: FreeSlot): boolean {
  if (date < entry.from || date > entry.to) return false;
  if (entry.timeFromMin !== null && fromMin < entry.timeFromMin) return false;
  if (entry.timeToMin !== null && toMin > entry.timeToMin) return false;
  if (entry.weekdays !== null && !entry.weekdays.some((name) => name === weekdayNameOf(date))) return false;
  return !entry.offered.some(([offeredBy, at]) => offeredBy === providerId && at === start);
}

function weekdayNameOf(date: string): Weekday | undefined {
  return WEEKDAYS[weekdayOf(getDay(date))];
}

/** The slots of some lines, out of which offers are taken. */
export class LineSlots {
  private readonly slots = new Map<string, readonly FreeSlot[]>();

  put(line: LineKey, slots: readonly FreeSlot[]): void {
    if (slots.length > 0) this.slots.set(keyOf(line), slots);
  }

  isEmpty(): boolean {
    return this.slots.size === 0;
  }

  firstFor(entry: WaitingEntry): FreeSlot | undefined {
    return this.slots.get(keyOf(entry))?.find((slot) => fits(entry, slot));
  }

  /** Removes a slot of a line that turned out to be taken. */
  drop(line: LineKey, gone: FreeSlot): void {
    this.keep((slot, key) => slot !== gone || key !== keyOf(line));
  }

  /**
   * Removes a slot that was taken, and all that overlap it. The same time remains in the lines of its service, because seats of a group
   * session may be left: the next offer finds out.
   */
  take({ serviceId }: LineKey, taken: FreeSlot): void {
    const servicePart = `${serviceId} `;
    this.keep((slot, key) => {
      if (slot.providerId !== taken.providerId) return true;
      if (slot.start === taken.start && slot.end === taken.end && key.startsWith(servicePart)) return true;
      return slot.end <= taken.start || slot.start >= taken.end;
    });
  }

  private keep(isKept: (slot: FreeSlot, key: string) => boolean): void {
    for (const [key, slots] of this.slots) {
      const kept = slots.filter((slot) => isKept(slot, key));
      if (kept.length > 0) this.slots.set(key, kept);
      else this.slots.delete(key);
    }
  }
}

function keyOf({ serviceId, providerId, locationId, seats, durationMin }: LineKey): string {
  return `${serviceId} ${providerId} ${locationId} ${seats} ${durationMin}`;
}
