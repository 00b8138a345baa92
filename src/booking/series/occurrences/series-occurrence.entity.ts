import { Column, Entity, ForeignKey, PrimaryColumn } from 'typeorm';
import { Appointment } from '../../diary/rows/appointment.entity';

/** Where a series has put one of its appointments. An appointment that lies elsewhere was moved by itself. */
@Entity('series_occurrences')
export class SeriesOccurrence {
  @PrimaryColumn('int', { primaryKeyConstraintName: 'series_occurrences_pkey' })
  @ForeignKey(() => Appointment, {
    name: 'series_occurrences_appointment_id_fkey',
    onDelete: 'CASCADE',
  })
  readonly appointmentId: number;

  @Column('timestamptz')
  readonly startAt: Date;

  /** Not a foreign key: it is only compared. */
  @Column('int')
  readonly providerId: number;

  /** Its date by the rule, which stays when it is moved. Null: of a series without `firstStart`. */
  @Column('date', { nullable: true })
  readonly recursOn: string | null;
}
