import type { ToldAppointment } from '../diary/rows/appointment-row';
import type { SkippedOccurrence } from './dto/skipped-occurrence';

/** A series without its appointments. Instants in epoch ms. */
export interface StoredSeries {
  readonly id: number;
  readonly rrule: string;
  readonly exdates: readonly string[];
  readonly timezone: string;
  /** As answers show them. */
  readonly skipped: readonly SkippedOccurrence[];
  readonly createdAt: number;
  /** How often the links of its customer were ended. */
  readonly linkCounter: number;
}

export interface SeriesRow extends StoredSeries {
  /** In the order of time. */
  readonly appointments: readonly ToldAppointment[];
}

/** The bytes of what may be long in an answer. */
export function longBytesOf({
  notes,
  metadata,
  answers,
}: Pick<ToldAppointment, 'notes' | 'metadata' | 'answers'>): number {
  return Buffer.byteLength(JSON.stringify([notes, metadata, answers]));
}
