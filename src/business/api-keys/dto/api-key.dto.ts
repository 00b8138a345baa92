import { HIDEABLE } from '../../../platform/restrictions';
import { PageQuery } from '../../../platform/http/pagination/list-query';
import { sortBy } from '../../../platform/http/pagination/sort';
import { listOf } from '../../../platform/http/validation/field';
import {
  answered,
  AnswerOf,
  InputOf,
  optional,
  optionally,
  required,
  sometimesAnswered,
} from '../../../platform/http/validation/members';
import { id, integer } from '../../../platform/http/validation/number-types';
import { queryId } from '../../../platform/http/validation/query-types';
import { INSTANT, INTEGER, orNull, TEXT } from '../../../platform/http/validation/shapes';
import { MAX_NAME, oneOf, text } from '../../../platform/http/validation/text-types';
import { instantText } from '../../../platform/http/validation/time-types';
import { formatInstant } from '../../../platform/time/instant-text';
import { addressIn } from '../../../platform/values/address';
import { extended } from '../../../platform/values/quick-objects';
import { address, MAX_BLOCKS } from '../../../people/api-keys/allowed-addresses';
import type { ApiKey } from '../../../people/api-keys/api-key.entity';
import { MAX_ENTRIES, MAX_RATE, origin } from '../../../people/api-keys/restriction-lists';
import { MOST_SCOPES, scope } from '../../../people/api-keys/scopes';

const CHANGEABLE = {
  name: required(text(MAX_NAME), { example: 'Till', description: 'What it is for' }),
  scopes: optional(orNull(listOf(scope(), MOST_SCOPES)), {
    default: null,
    example: ['appointments:read', 'appointments:write'],
    description: 'What it may do. Null or empty: all that the roles of its user allow',
  }),
  hide: optional(orNull(listOf(oneOf(HIDEABLE), HIDEABLE.length)), {
    default: null,
    example: ['payments'],
    description: 'What it neither reads nor writes. Null or empty: it hides nothing',
  }),
  providerIds: optional(orNull(listOf(id('providers'), MAX_ENTRIES, 1)), {
    default: null,
    example: null,
    description: 'The providers that it is narrowed to; null: all',
  }),
  locationIds: optional(orNull(listOf(id('locations'), MAX_ENTRIES, 1)), {
    default: null,
    example: [1],
    description: 'The locations that it is narrowed to; null: all',
  }),
  allowIp: optional(orNull(listOf(address(), MAX_BLOCKS, 1)), {
    default: null,
    example: ['192.0.2.0/24'],
    description: 'The IP addresses and blocks from which it works; null: all',
  }),
  rateLimit: optional(orNull(integer(1, MAX_RATE)), {
    default: null,
    example: 60,
    description: 'Requests in each window of the rate limit; null: as many as the service allows a key',
  }),
  origins: optional(orNull(listOf(origin(), MAX_ENTRIES, 1)), {
    default: null,
    example: null,
    description: 'The origins of the pages whose visitors use it: a browser key; null: it is none',
  }),
  expiresAt: optional(orNull(instantText()), {
    default: null,
    example: '2027-12-31T23:00:00Z',
    description: 'From when on it is refused, after now; null: it has no end',
  }),
  createdAt: answered(INSTANT, {
    example: '2026-11-20T14:05:11Z',
    description: 'In the zone of the business',
  }),
  lastUsedAt: answered(orNull(INSTANT), { example: null, description: 'To the minute; null: never' }),
  lastUsedFrom: answered(orNull(TEXT), { example: null, description: 'The IP address of that use' }),
  originId: answered(orNull(INTEGER), {
    example: null,
    description: 'The first of the keys that took each other’s place; null: it took the place of none',
  }),
};

const MEMBERS = {
  id: answered(INTEGER, { example: 3 }),
  keyId: answered(TEXT, {
    example: '4f8c3c1e7d0b',
    description: 'The part of the key between its underscores, which names it in the log',
  }),
  userId: required(id('users'), { example: 2, description: 'Whose roles it has' }),
  ...CHANGEABLE,
};

/** Body of POST (docs/reference/access.md). */
export class ApiKeyWrite extends InputOf(MEMBERS) {}

export class ApiKeyPatch extends InputOf(optionally(CHANGEABLE)) {}

const USE = ['lastUsedAt', 'lastUsedFrom'] as const;

export class ApiKeyResponse extends AnswerOf(MEMBERS) {
  static readonly of = toApiKeyResponse;

  /** A use is no change of the key: `If-Match` does not compare it. */
  static readonly included = (): readonly string[] => USE;
}

/** A key with the text that is sent as `Authorization`. */
export class IssuedKeyResponse extends AnswerOf(ApiKeyResponse, {
  key: sometimesAnswered(TEXT, {
    example: 'xsk_4f8c3c1e7d0b_…',
    description: 'The key itself. Only this answer has it: a repeated one does not',
  }),
}) {}

/** What is sent for a new key. */
export interface ShownKey {
  readonly apiKey: ApiKey;
  readonly key: string;
}

export function toIssuedKeyResponse({ apiKey, key }: ShownKey, zone: string): IssuedKeyResponse {
  return extended(toApiKeyResponse(apiKey, zone), { key });
}

export function toApiKeyResponse(apiKey: ApiKey, zone: string): ApiKeyResponse {
  const { scopes, hide, providers, locations, allowIp, rateLimit, origins } = apiKey.restrictions ?? {};
  const shown = (at: Date | null) => at && formatInstant(at.getTime(), zone);
  return {
    id: apiKey.id,
    keyId: apiKey.keyId,
    userId: apiKey.userId,
    name: apiKey.name,
    scopes: scopes ?? null,
    hide: hide ?? null,
    providerIds: providers ?? null,
    locationIds: locations ?? null,
    allowIp: allowIp ?? null,
    rateLimit: rateLimit ?? null,
    origins: origins ?? null,
    expiresAt: shown(apiKey.expiresAt),
    createdAt: formatInstant(apiKey.createdAt.getTime(), zone),
    lastUsedAt: shown(apiKey.lastUsedAt),
    lastUsedFrom: apiKey.lastUsedFrom && (addressIn(apiKey.lastUsedFrom) ?? apiKey.lastUsedFrom),
    originId: apiKey.originId,
  };
}

/** What `If-Match` compares. */
export function comparedState(apiKey: ApiKey, zone: string): object {
  const members = Object.entries(toApiKeyResponse(apiKey, zone));
  return Object.fromEntries(members.filter(([name]) => !(USE as readonly string[]).includes(name)));
}

export class KeyRotation extends InputOf({
  graceMin: optional(integer(0, 10_080), {
    default: 1_440,
    description: 'For how many minutes the old key goes on working',
  }),
}) {}

export const API_KEY_SORTS = ['id', 'name', 'createdAt'] as const;

export class ApiKeyListQuery extends InputOf(PageQuery, {
  sort: optional(sortBy(API_KEY_SORTS), { default: 'id:asc' }),
  userId: optional(queryId('users'), { description: 'Only the keys of this user' }),
}) {}
