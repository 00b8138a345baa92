import { Check, Column, Entity, Index } from 'typeorm';
import { columnsOf, INSTANT, INTERNAL_INSTANT, PLAIN, SECRET, STAFF } from '../../platform/database/columns';
import { Id } from '../../platform/database/entity-columns';

/** The roles of a user, which decide what its keys may do (docs/reference/access.md). */
export const ROLES = ['admin', 'provider', 'staff'] as const;
export type Role = (typeof ROLES)[number];

/** A person or program that may hold API keys. A provider is a user with the role `provider`, under the same id. */
@Entity('users')
@Check('users_roles_known', `roles <@ array['admin','provider','staff']`)
// Makes e-mail addresses unique and finds them. It is on an expression, which an entity cannot declare.
@Index('users_email_key', { synchronize: false })
export class User {
  @Id('users')
  readonly id: number;

  @Column({ type: 'text', collation: 'und-x-icu' })
  name: string;

  @Column('text', { nullable: true })
  email: string | null;

  @Column('text', { array: true })
  roles: Role[];

  @Column('boolean', { default: true })
  active: boolean;

  /** scrypt hash in PHC-like form. No answer contains it. */
  @Column('text', { nullable: true, select: false })
  passwordHash: string | null;

  @Column('timestamptz')
  createdAt: Date;

  @Column('timestamptz')
  updatedAt: Date;
}

export const USER_COLUMNS = columnsOf<User>({
  id: PLAIN,
  name: STAFF,
  email: STAFF,
  roles: { holds: 'staff', isUnseen: true },
  active: PLAIN,
  passwordHash: SECRET,
  createdAt: INSTANT,
  updatedAt: INTERNAL_INSTANT,
});
