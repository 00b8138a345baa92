import { Column, Entity, PrimaryColumn } from 'typeorm';
import { numeric } from '../../../platform/database/numeric';

const primaryKeyConstraintName = 'appointment_tallies_pkey';

/** How many appointments a provider has in one month, or in all, and state. A trigger of `appointments` keeps it, nobody else writes it. */
@Entity('appointment_tallies')
export class AppointmentTally {
  /** When the month of their starts begins in UTC; `-infinity`: of all months together. */
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

  /** Sum of their prices, in hundredths. */
  @Column('bigint', { transformer: numeric })
  cents: number;
}
