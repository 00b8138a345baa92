import { Entity } from 'typeorm';
import { column, int, numeric, primary, RowOf, text } from '../../../platform/database/entity-columns';

/**
 * The number of a provider's appointments with a pair of statuses in one month, or in all months; or of all its appointments. A
 * trigger of `appointments` keeps it.
 */
@Entity('appointment_tallies')
export class AppointmentTally extends RowOf({
  /**
   * The beginning (UTC) of the month in which they start. `-infinity`: all months together. `infinity`: all months and statuses
   * together; the statuses of that row are empty.
   */
  month: primary(column<Date | number>('timestamptz')),
  providerId: primary(int()),
  status: primary(text()),
  paymentStatus: primary(text()),
  total: int(),
  /** The sum of their prices, in hundredths. */
  cents: column<number>('bigint', {}, { transformer: numeric }),
}) {}
