import type { ReadRow } from '../../../platform/database/reads/entity-reads';
import { PageQuery } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import { listOf } from '../../../platform/http/validation/field';
import {
  answered,
  answeredAs,
  AnswerOf,
  InputOf,
  optional,
  optionally,
  required,
} from '../../../platform/http/validation/members';
import { flag } from '../../../platform/http/validation/number-types';
import { queryFlag } from '../../../platform/http/validation/query-types';
import { INSTANT, INTEGER, orNull, TEXT } from '../../../platform/http/validation/shapes';
import { email, MAX_NAME, oneOf, text } from '../../../platform/http/validation/text-types';
import { formatInstant } from '../../../platform/time/instant-text';
import { ROLES, type User } from '../user.entity';

const MEMBERS = {
  id: answered(INTEGER, { example: 2 }),
  name: required(text(MAX_NAME), { example: 'Mia Keller' }),
  email: answeredAs(
    orNull(TEXT),
    { description: 'null: it has none' },
    required(email(), { example: 'mia.keller@example.com', description: 'Unique among users' }),
  ),
  subject: optional(orNull(text(MAX_NAME)), {
    default: null,
    example: null,
    description:
      'What names the user in tokens of the identity provider, where that is not the e-mail address',
  }),
  roles: required(listOf(oneOf(ROLES), ROLES.length), {
    example: ['staff'],
    description: 'With the role provider it is a provider too, under the same id, and stays one',
  }),
  active: optional(flag(), {
    default: true,
    description: 'False: its keys end for good, and tokens of the identity provider are refused',
  }),
  createdAt: answered(INSTANT, {
    example: '2026-11-20T14:05:11Z',
    description: 'In the zone of the business',
  }),
};

/** Body of POST (docs/reference/access.md). */
export class UserWrite extends InputOf(MEMBERS) {}

export class UserPatch extends InputOf(optionally(MEMBERS)) {}

export class UserResponse extends AnswerOf(MEMBERS) {
  static readonly of = toUserResponse;
}

export function toUserResponse(user: ReadRow<User>, zone: string): UserResponse {
  return {
    id: user.id,
    name: user.name,
    email: user.email,
    subject: user.subject,
    roles: user.roles,
    active: user.active,
    createdAt: formatInstant(user.createdAt.getTime(), zone),
  };
}

export const USER_SORTS = ['id', 'name', 'createdAt'] as const;

export class UserListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(USER_SORTS), { default: 'id:asc' }),
  active: optional(queryFlag(), { description: 'true: only the active users; false: only the others' }),
}) {}
