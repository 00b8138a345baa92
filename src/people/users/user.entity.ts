import { Check, Entity, Index, Unique } from 'typeorm';
import { INTERNAL, PLAIN, SECRET, STAFF } from '../../platform/database/columns';
import {
  flag,
  id,
  orNull,
  RowOf,
  sortedText,
  text,
  texts,
  timestamp,
} from '../../platform/database/entity-columns';

/** The roles of a user, which decide what its keys may do (docs/reference/access.md). */
export const ROLES = ['admin', 'provider', 'staff'] as const;
export type Role = (typeof ROLES)[number];

/** A person or program that may hold API keys. A provider is a user with the role `provider`, under the same id. */
@Entity('users')
@Check('users_roles_known', `roles <@ array['admin','provider','staff']`)
// Makes e-mail addresses unique and finds them. It is on an expression, which an entity cannot declare.
@Index('users_email_key', { synchronize: false })
@Unique('users_subject_key', ['subject'])
export class User extends RowOf({
  id: id(),
  name: sortedText(STAFF),
  email: orNull(text(STAFF)),
  /** Names the user in the tokens of the identity provider, where OIDC_USER_CLAIM is not the e-mail address. */
  subject: orNull(text(STAFF)),
  roles: texts<readonly Role[]>({ holds: 'staff', isUnseen: true }),
  active: flag({ ...PLAIN, default: true }),
  /** scrypt hash in PHC-like form. No answer contains it. */
  passwordHash: orNull(text({ ...SECRET, select: false })),
  createdAt: timestamp(PLAIN),
  updatedAt: timestamp(INTERNAL),
}) {}
