import { Check, Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { BusyCalendar } from './busy-calendar.entity';

/** A stretch in which a busy calendar has something. Those of one calendar neither overlap nor touch. */
@Entity('busy_times')
@Check('busy_times_not_empty', 'start_at < end_at')
export class BusyTime {
  @PrimaryColumn('int', { primaryKeyConstraintName: 'busy_times_pkey' })
  @ForeignKey(() => BusyCalendar, { name: 'busy_times_calendar_id_fkey', onDelete: 'CASCADE' })
  readonly calendarId: number;

  @PrimaryColumn('timestamptz', { primaryKeyConstraintName: 'busy_times_pkey' })
  readonly startAt: Date;

  @Column('timestamptz')
  readonly endAt: Date;
}
