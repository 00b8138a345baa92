import { Entity } from 'typeorm';
import { int, localDate, orNull, primary, RowOf, timestamp } from '../../../platform/database/entity-columns';
import { Appointment } from '../../diary/rows/appointment.entity';

/** Where a series has put one of its appointments. An appointment that lies elsewhere was moved by itself. */
@Entity('series_occurrences')
export class SeriesOccurrence extends RowOf({
  appointmentId: primary(int({ references: () => Appointment, onDelete: 'CASCADE' })),
  startAt: timestamp(),
  /** Not a foreign key: it is only compared. */
  providerId: int(),
  /** Its date by the rule, which stays when it is moved. Null: of a series without `firstStart`. */
  recursOn: orNull(localDate()),
}) {}
