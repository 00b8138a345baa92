import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Appointment } from '../../../booking/diary/rows/appointment.entity';
import { AppointmentWrites } from '../../../booking/diary/writes/appointment-writes';
import { SeriesOccurrence } from '../../../booking/series/occurrences/series-occurrence.entity';
import { WaitlistEntry } from '../../../booking/waitlist/waitlist-entry.entity';
import { WaitlistOffer } from '../../../booking/waitlist/waitlist-offer.entity';
import { Clock } from '../../../platform/clock';
import { parseEndTime } from '../../../platform/time/local-date';
import { type ExportedLine, insertRows } from './entity-rows';

/** Writes who is booked, and who waits, where a row is more than its line. */
@Injectable()
export class BookingRows {
  constructor(
    private readonly writes: AppointmentWrites,
    private readonly clock: Clock,
  ) {}

  /** Appointments as they are, and the time that they take. @throws a violation of the exclusion constraints on claims */
  async appointments(tx: EntityManager, lines: readonly ExportedLine[]): Promise<void> {
    const now = new Date(this.clock.now());
    await insertRows(tx, Appointment, lines, (line) => ({
      busy: rangeOf(line.stored),
      bookedZone: line.stored?.['bookedStart'] === null ? null : line['timezone'],
      resourceIds: (line['resources'] as readonly { readonly id: number }[]).map(({ id }) => id),
      paymentStatus: line['payment_status'],
      updatedAt: now,
    }));
    const placed = lines.filter(({ stored }) => stored?.['seriesStart'] !== null);
    await insertRows(tx, SeriesOccurrence, placed, ({ id, stored }) => ({
      appointmentId: id,
      startAt: stored?.['seriesStart'],
      providerId: stored?.['seriesProviderId'],
    }));
    const taking = lines.filter(({ stored }) => stored?.['overlaps'] !== true);
    const seated = taking.map(({ stored }) => stored?.['isSeated']);
    const ids = taking.map(({ id }) => id as number);
    await this.writes.takeTimeOfRestored(tx, ids, seated as boolean[]);
  }

  /** An entry that has an offer waits again: what was held for it is no part of an export. */
  async waitlist(tx: EntityManager, lines: readonly ExportedLine[]): Promise<void> {
    await insertRows(tx, WaitlistEntry, lines, (line) => ({
      timeFromMin: minutesOf(line['timeFrom']),
      timeToMin: minutesOf(line['timeTo']),
      status: line['status'] === 'offered' ? 'waiting' : line['status'],
    }));
    const offers = lines.flatMap(({ id, stored }) =>
      (stored?.['offered'] as readonly { readonly providerId: number; readonly start: number }[]).map(
        ({ providerId, start }) => ({ entryId: id, providerId, startAt: new Date(start) }),
      ),
    );
    await insertRows(tx, WaitlistOffer, offers);
  }
}

function rangeOf(stored: ExportedLine['stored']): string {
  return `[${String(stored?.['busyFrom'])},${String(stored?.['busyUntil'])})`;
}

/** Of a time of day, which may be `24:00`. */
function minutesOf(time: unknown): number | null {
  return typeof time === 'string' ? (parseEndTime(time) ?? null) : null;
}
