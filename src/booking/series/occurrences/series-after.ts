import type { ToldAppointment } from '../../diary/rows/appointment-row';
import type { BookingOutcome } from '../../diary/writes/booking-counters';
import type { SkippedOccurrence } from '../dto/skipped-occurrence';
import type { SeriesRow } from '../series-row';

/** A series after a change, and how the metrics count it. */
export interface ChangedSeries {
  readonly series: SeriesRow;
  readonly outcomes: readonly (BookingOutcome | undefined)[];
}

/** A series as a change would leave it. @param changed the rows of the appointments that would change */
export function seriesAfter(
  series: SeriesRow,
  changed: readonly ToldAppointment[],
  skipped: readonly SkippedOccurrence[],
): SeriesRow {
  const after = new Map(changed.map((row) => [row.id, row]));
  const appointments = series.appointments.map((before) => {
    const { createdAt, linkCounter } = before;
    return { ...before, ...after.get(before.id), createdAt, linkCounter };
  });
  return {
    ...series,
    skipped,
    appointments: appointments.toSorted((a, b) => a.start - b.start || a.id - b.id),
  };
}
