import { Check, Column, Entity, Index, PrimaryGeneratedColumn } from 'typeorm';

/** What a user may do (decisions, section 2). */
export const ROLES = ['admin', 'provider', 'staff'] as const;
export type Role = (typeof ROLES)[number];

/** Somebody who may hold API keys. A provider is a user with the `provider` role, under the same id. */
@Entity('users')
@Check('users_roles_known', `roles <@ array['admin','provider','staff']`)
// Serves the look-up by e-mail and keeps it unique; on an expression, which an entity cannot declare.
@Index('users_email_key', { synchronize: false })
export class User {
  @PrimaryGeneratedColumn('identity', {
    type: 'int',
    generatedIdentity: 'BY DEFAULT',
    primaryKeyConstraintName: 'users_pkey',
  })
  readonly id: number;

  @Column({ type: 'text', collation: 'und-x-icu' })
  name: string;

  @Column('text', { nullable: true })
  email: string | null;

  @Column('text', { array: true })
  roles: Role[];

  @Column('boolean', { default: true })
  active: boolean;

  /** scrypt, in PHC-like form; never read into an answer. */
  @Column('text', { nullable: true, select: false })
  passwordHash: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}
