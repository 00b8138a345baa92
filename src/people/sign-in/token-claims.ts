import type { JWTPayload } from 'jose';
import type { Config } from '../../platform/config/config';
import type { VerifiedToken } from '../../platform/http/identity';
import { HIDEABLE, type Hidden, type Restrictions } from '../../platform/restrictions';
import { isScope } from '../api-keys/scopes';
import { type Role, ROLES } from '../users/user.entity';

/** What the service reads of a token. */
export interface TokenClaims {
  readonly token: VerifiedToken;
  /** Names the user; undefined: it names none, such as an e-mail address that is not verified. */
  readonly user: string | undefined;
  /** For a user who is created; undefined: it has none. */
  readonly name: string | undefined;
  /** Undefined: those of the user. */
  readonly roles: readonly Role[] | undefined;
  readonly restrictions: Restrictions | null;
}

/** How far the clock of the provider may be off. */
export const SKEW_S = 60;

/** Ids of rows are positive integers of PostgreSQL; a greater one names nothing. */
const MOST_ID = 2_147_483_647;
const NO_ID = 0;

type Names = Pick<Config, 'oidcUserClaim' | 'oidcRolesClaim'>;

/** @returns undefined: a claim has the wrong form */
export function claimsOf(
  payload: JWTPayload,
  { oidcUserClaim, oidcRolesClaim }: Names,
): TokenClaims | undefined {
  const restrictions = restrictionsOf(payload);
  if (restrictions === undefined) return undefined;
  const { jti, exp = 0, name } = payload;
  return {
    token: { id: typeof jti === 'string' ? jti : null, endsAt: (exp + SKEW_S) * 1_000 },
    user: userOf(payload, oidcUserClaim),
    name: text(name),
    roles: oidcRolesClaim === undefined ? undefined : rolesOf(payload[oidcRolesClaim]),
    restrictions,
  };
}

/** Anyone may write an address that is not verified into the own account. Providers vouch for their other claims. */
function userOf(payload: JWTPayload, claim: string): string | undefined {
  const isVouched = claim !== 'email' || ['true', true].includes(payload['email_verified'] as string);
  return isVouched ? text(payload[claim]) : undefined;
}

function rolesOf(claim: unknown): readonly Role[] | undefined {
  if (claim === undefined) return undefined;
  const values = wordsOf(claim);
  return ROLES.filter((role) => values.includes(role));
}

/** @returns undefined: a claim has the wrong form; null: nothing is restricted */
function restrictionsOf(payload: JWTPayload): Restrictions | null | undefined {
  const { scheduling_providers: providers, scheduling_locations: locations, scheduling_hide: hide } = payload;
  if (!isIds(providers) || !isIds(locations) || !isHidden(hide)) return undefined;
  const scopes = scopesOf(payload['scope'] ?? payload['scp']);
  const restrictions = {
    ...(scopes !== undefined && { scopes }),
    ...(hide !== undefined && hide.length > 0 && { hide }),
    ...(providers !== undefined && { providers: idsOf(providers) }),
    ...(locations !== undefined && { locations: idsOf(locations) }),
  };
  return Object.keys(restrictions).length === 0 ? null : restrictions;
}

/** Each id once. An empty list becomes the id that no row has, so that the token sees nothing. */
function idsOf(claim: readonly number[]): readonly number[] {
  const ids = [...new Set(claim)].filter((id) => id <= MOST_ID);
  return ids.length === 0 ? [NO_ID] : ids;
}

/** Words with a colon narrow, known ones or not: a scope that is misspelt must not give all. Others, such as `openid`, are not for us. */
function scopesOf(claim: unknown): readonly string[] | undefined {
  const words = wordsOf(claim).filter((word) => word.includes(':'));
  return words.length === 0 ? undefined : words.filter(isScope);
}

/** A list, or a text with words between spaces (RFC 8693, section 4.2). */
function wordsOf(claim: unknown): readonly string[] {
  if (typeof claim === 'string') return claim.split(' ');
  return Array.isArray(claim) ? claim.filter((value) => typeof value === 'string') : [];
}

function isIds(claim: unknown): claim is readonly number[] | undefined {
  return isList(claim, (id) => Number.isSafeInteger(id) && Number(id) > 0);
}

function isHidden(claim: unknown): claim is readonly Hidden[] | undefined {
  return isList(claim, (group) => (HIDEABLE as readonly unknown[]).includes(group));
}

function isList(claim: unknown, isValid: (entry: unknown) => boolean): boolean {
  return claim === undefined || (Array.isArray(claim) && claim.every(isValid));
}

/** PostgreSQL stores no NUL. */
function text(claim: unknown): string | undefined {
  return typeof claim === 'string' && claim !== '' && !claim.includes('\0') ? claim : undefined;
}
