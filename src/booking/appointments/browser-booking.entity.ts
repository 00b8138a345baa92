import { Column, Entity, ForeignKey, Index, PrimaryColumn } from 'typeorm';
import { Appointment } from '../diary/rows/appointment.entity';

/** An appointment that was booked with a browser key, for as long as it counts towards the limit of its visitor and of its guest. */
@Entity('browser_bookings')
@Index('browser_bookings_visitor_idx', ['visitor', 'createdAt'])
@Index('browser_bookings_created_at_idx', ['createdAt'])
export class BrowserBooking {
  @PrimaryColumn('int', { primaryKeyConstraintName: 'browser_bookings_pkey' })
  @ForeignKey(() => Appointment, { name: 'browser_bookings_appointment_id_fkey', onDelete: 'CASCADE' })
  readonly appointmentId: number;

  /** The first of the keys that took each other's place. */
  @Column('int')
  readonly keyOriginId: number;

  /** A digest of the key and the client address. */
  @Column('text')
  readonly visitor: string;

  @Column('timestamptz')
  readonly createdAt: Date;
}
