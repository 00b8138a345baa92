import { Injectable } from '@nestjs/common';
import { Counter, Registry } from 'prom-client';
import { BookingCounters, type BookingOutcome, OUTCOMES } from '../../booking/diary/writes/booking-counters';
import { REASONS, type Reason } from '../../booking/engine';

/** Counts bookings, moves, cancellations and refusals for Prometheus. */
@Injectable()
export class BookingMetrics extends BookingCounters {
  private readonly changes: Counter<'outcome'>;
  private readonly refusals: Counter<'reason'>;

  constructor(registry: Registry) {
    super();
    const registers = [registry];
    this.changes = new Counter({
      name: 'appointment_changes_total',
      help: 'Appointments booked, moved (to another time, place, provider or service) and cancelled (or deleted).',
      labelNames: ['outcome'],
      registers,
    });
    this.refusals = new Counter({
      name: 'appointment_refusals_total',
      help: 'Bookings and moves that were refused, by the reason in the answer.',
      labelNames: ['reason'],
      registers,
    });
    // Prometheus computes a rate from a difference: each series must start with a zero.
    for (const outcome of OUTCOMES) this.changes.inc({ outcome }, 0);
    for (const reason of REASONS) this.refusals.inc({ reason }, 0);
  }

  /** @param outcome undefined for a change that is not counted */
  done(outcome: BookingOutcome | undefined, times = 1): void {
    if (outcome !== undefined) this.changes.inc({ outcome }, times);
  }

  refused(reason: Reason): void {
    this.refusals.inc({ reason });
  }
}
