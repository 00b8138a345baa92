import { Column, Entity, PrimaryColumn } from 'typeorm';
import { numeric } from '../../../platform/database/entity-columns';

const primaryKeyConstraintName = 'appointment_tallies_pkey';

/**
 * The number of a provider's appointments with a pair of statuses in one month, or in all months; or of all its appointments. A
 * trigger of `appointments` keeps it.
 */
@Entity('appointment_tallies')
export class AppointmentTally {
  /**
   * The beginning (UTC) of the month in which they start. `-infinity`: all months together. `infinity`: all months and statuses
   * together; the statuses of that row are empty.
   */
  @PrimaryColumn('timestamptz', { primaryKeyConstraintName })
  month: Date | number;

  @PrimaryColumn('int', { primaryKeyConstraintName })
  providerId: number;

  @PrimaryColumn('text', { primaryKeyConstraintName })
  status: string;

  @PrimaryColumn('text', { primaryKeyConstraintName })
  paymentStatus: string;

  @Column('int')
  total: number;

  /** The sum of their prices, in hundredths. */
  @Column('bigint', { transformer: numeric })
  cents: number;
}
