import { Column, Entity, Index, PrimaryColumn } from 'typeorm';

/** A challenge whose solution has been used, kept for as long as the challenge could be used again. */
@Entity('used_solutions')
@Index('used_solutions_expires_at_idx', ['expiresAt'])
export class UsedSolution {
  /** Of the challenge: it covers all of its parameters. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'used_solutions_pkey' })
  readonly signature: string;

  @Column('timestamptz')
  readonly expiresAt: Date;
}
