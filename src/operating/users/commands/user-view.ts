import { shownInstant } from '../../../platform/cli/shown-instant';
import type { Role, User } from '../../../people/users/user.entity';

export interface UserView {
  readonly id: number;
  readonly name: string;
  readonly email: string | null;
  readonly subject: string | null;
  readonly roles: readonly Role[];
  readonly active: boolean;
  readonly createdAt: string;
}

export function toUserView(user: User, zone: string): UserView {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    subject: user.subject,
    roles: user.roles,
    active: user.active,
    createdAt: shownInstant(user.createdAt, zone),
  };
}
