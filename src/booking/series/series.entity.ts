import { Column, Entity } from 'typeorm';
import { columnsOf, INSTANT, INTERNAL, LINK_COUNTER, PLAIN } from '../../platform/database/columns';
import { Id, LinkCounterColumn } from '../../platform/database/entity-columns';

/** Appointments that recur. Each of them names its series. */
@Entity('series')
export class Series {
  @Id('series')
  readonly id: number;

  /** The value of an RRULE (RFC 5545), as it was given. */
  @Column('text')
  readonly rrule: string;

  @Column('date', { array: true })
  readonly exdates: readonly string[];

  /** The zone of the provider when it was booked. */
  @Column('text')
  readonly timezone: string;

  /** The occurrences that the latest write could not book: a list of `{date, start, reason, alternatives}`. */
  @Column('jsonb')
  readonly skipped: readonly object[];

  @LinkCounterColumn()
  readonly linkCounter: number;

  /**
   * Where the rule begins, on the clock of the zone: `2026-12-01T10:15`. The time is that of the series as it is now. Null: booked by a
   * version before; each of its appointments keeps a calendar entry of its own.
   */
  @Column('text', { nullable: true })
  readonly firstStart: string | null;

  @Column('timestamptz')
  readonly createdAt: Date;
}

export const SERIES_COLUMNS = columnsOf<Series>({
  id: PLAIN,
  rrule: PLAIN,
  exdates: PLAIN,
  timezone: PLAIN,
  skipped: INTERNAL,
  linkCounter: LINK_COUNTER,
  firstStart: INTERNAL,
  createdAt: INSTANT,
});
