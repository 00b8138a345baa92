import type { Restrictions } from '../../platform/restrictions';
import { isAllowedBlock } from './allowed-addresses';
import { isInScope } from './scopes';

/** What a key can do less than the roles of its user allow, and until when. */
export interface KeyPower {
  readonly restrictions: Restrictions | null;
  readonly expiresAt: Date | null;
}

/** That of a key without options. A key that is less than this is less than its user. */
export const WHOLE: KeyPower = { restrictions: null, expiresAt: null };

/** Whether the first key can do more than the second, by its option: no key of a request is narrowed. @param standard RATE_LIMIT */
type IsMore = (more: Restrictions, less: Restrictions, standard: number) => boolean;

const OPTIONS: Readonly<Record<string, IsMore>> = {
  scopes: (more, less) =>
    isMoreThan(more.scopes, less.scopes, (scope) => isInScope({ restrictions: less }, scope)),
  hide: (more, { hide = [] }) => hide.some((group) => more.hide?.includes(group) !== true),
  providers: (more, { providers }) => isMoreThan(more.providers, providers),
  locations: (more, { locations }) => isMoreThan(more.locations, locations),
  allowIp: (more, { allowIp }) =>
    isMoreThan(more.allowIp, allowIp, (block) => isAllowedBlock(allowIp ?? [], block)),
  rateLimit: (more, less, standard) => (more.rateLimit ?? standard) > (less.rateLimit ?? standard),
  origins: (more, { origins }) => isMoreThan(more.origins, origins),
};

/** The options in which a key can do more than another one. @param rateLimit of keys that have none of their own */
export function beyond(more: KeyPower, less: KeyPower, rateLimit: number): string[] {
  const names = Object.entries(OPTIONS)
    .filter(([, isMore]) => isMore(more.restrictions ?? {}, less.restrictions ?? {}, rateLimit))
    .map(([name]) => name);
  return isLater(more.expiresAt, less.expiresAt) ? [...names, 'expiresAt'] : names;
}

/** Whether a list allows more than another one. A list that is not there allows everything. */
function isMoreThan<Entry>(
  more: readonly Entry[] | undefined,
  less: readonly Entry[] | undefined,
  isWithin: (entry: Entry) => boolean = (entry) => less?.includes(entry) === true,
): boolean {
  if (less === undefined) return false;
  return more?.every(isWithin) !== true;
}

/** Null: never. */
function isLater(one: Date | null, other: Date | null): boolean {
  return other !== null && (one === null || one > other);
}
