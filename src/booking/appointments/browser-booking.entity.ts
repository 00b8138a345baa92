import { Entity, Index } from 'typeorm';
import { int, primary, RowOf, text, timestamp } from '../../platform/database/entity-columns';
import { Appointment } from '../diary/rows/appointment.entity';

/** An appointment that was booked with a browser key, for as long as it counts towards the limit of its visitor and of its guest. */
@Entity('browser_bookings')
@Index('browser_bookings_visitor_idx', ['visitor', 'createdAt'])
@Index('browser_bookings_created_at_idx', ['createdAt'])
export class BrowserBooking extends RowOf({
  appointmentId: primary(int({ references: () => Appointment, onDelete: 'CASCADE' })),
  /** The first of the keys that took each other's place. */
  keyOriginId: int(),
  /** A digest of the key and the client address. */
  visitor: text(),
  createdAt: timestamp(),
}) {}
