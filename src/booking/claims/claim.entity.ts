import { Column, Entity, Exclusion, ForeignKey, Generated, Index, PrimaryGeneratedColumn } from 'typeorm';
import { Provider } from '../../business/providers/provider.entity';
import { Appointment } from '../appointments/appointment.entity';

/** The constraint that makes double booking impossible. */
export const NO_OVERLAP = 'claims_no_overlap';

/** A provider is taken during an interval. Who is not claimed is free (docs/adr/0009-claims.md). */
@Entity('claims')
@Exclusion(NO_OVERLAP, 'using gist (provider_id with =, busy with &&, session with <>)')
@Index('claims_appointment_id_idx', ['appointmentId'])
export class Claim {
  @PrimaryGeneratedColumn('identity', {
    type: 'bigint',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'claims_pkey',
  })
  readonly id: string;

  @Column('int')
  @ForeignKey(() => Provider, { name: 'claims_provider_id_fkey' })
  providerId: number;

  /** Buffers included. */
  @Column('tstzrange')
  busy: string;

  /** Claims of one session may overlap. Every claim has a session of its own so far. */
  @Column('bigint')
  @Generated('increment')
  session: string;

  @Column('int')
  @ForeignKey(() => Appointment, { name: 'claims_appointment_id_fkey', onDelete: 'CASCADE' })
  appointmentId: number;
}
