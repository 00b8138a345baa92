import { shownInstant } from '../../../platform/cli/shown-instant';
import { addressIn } from '../../../platform/values/address';
import type { Restrictions } from '../../../platform/restrictions';
import type { ApiKey } from '../api-key.entity';

/** A key in the output of the commands, without its secret. */
export interface KeyView {
  readonly id: number;
  /** The part between the underscores, which identifies the key in the log. */
  readonly keyId: string;
  readonly userId: number;
  readonly name: string;
  /** `user-inactive`: the user is deactivated, so none of the user's keys works. */
  readonly status: 'active' | 'user-inactive' | 'expired' | 'revoked';
  readonly createdAt: string;
  readonly expiresAt: string | null;
  readonly revokedAt: string | null;
  /** Accurate to the minute. */
  readonly lastUsedAt: string | null;
  /** The IP address of that use. */
  readonly lastUsedFrom: string | null;
  /** Null: the roles of the user alone say what it can do. */
  readonly restrictions: Restrictions | null;
  /** The first of the keys that took each other's place; null: it took the place of none. */
  readonly originId: number | null;
}

/** @param now epoch ms */
export function toKeyView(apiKey: ApiKey, now: number, zone: string, isUserActive = true): KeyView {
  const shown = (instant: Date | null) => (instant === null ? null : shownInstant(instant, zone));
  return {
    id: apiKey.id,
    keyId: apiKey.keyId,
    userId: apiKey.userId,
    name: apiKey.name,
    status: statusOf(apiKey, now, isUserActive),
    createdAt: shownInstant(apiKey.createdAt, zone),
    expiresAt: shown(apiKey.expiresAt),
    revokedAt: shown(apiKey.revokedAt),
    lastUsedAt: shown(apiKey.lastUsedAt),
    // Earlier versions kept it as the connection has it, `::ffff:192.0.2.1`.
    lastUsedFrom: apiKey.lastUsedFrom && (addressIn(apiKey.lastUsedFrom) ?? apiKey.lastUsedFrom),
    restrictions: apiKey.restrictions,
    originId: apiKey.originId,
  };
}

function statusOf({ revokedAt, expiresAt }: ApiKey, now: number, isUserActive: boolean): KeyView['status'] {
  if (revokedAt !== null) return 'revoked';
  if (expiresAt !== null && expiresAt.getTime() <= now) return 'expired';
  return isUserActive ? 'active' : 'user-inactive';
}
