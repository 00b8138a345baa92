import { Check, Column, Entity, PrimaryColumn } from 'typeorm';
import { columnsOf, INTERNAL, PLAIN } from '../../platform/database/columns';

/** The only row: the window that bounds the hours of every provider, and the weekdays worked by default. */
@Entity('business_hours')
@Check('business_hours_one_row', 'id = 1')
@Check(
  'business_hours_window_sane',
  '0 <= work_start_min and work_start_min < work_end_min and work_end_min <= 1440',
)
export class BusinessHours {
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'business_hours_pkey' })
  id: number;

  @Column('smallint')
  workStartMin: number;

  @Column('smallint')
  workEndMin: number;

  /** Weekday names, Monday first. */
  @Column('text', { array: true })
  days: string[];

  /** The window as a fresh database or an import has left it. Null, or another one than the window: it was set. */
  @Column('int4range', { nullable: true })
  defaultWindow: string | null;
}

export const BUSINESS_HOURS_COLUMNS = columnsOf<BusinessHours>({
  id: PLAIN,
  workStartMin: PLAIN,
  workEndMin: PLAIN,
  days: PLAIN,
  defaultWindow: INTERNAL,
});
