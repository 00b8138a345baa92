import { isAbsolute, resolve } from 'node:path';
import { canonicalLanguage, LANGUAGES, shippedLanguage as isShipped } from '../values/language';
import { storedZoneName } from '../time/zones/zone-rules';
import { escapedAddress } from '../values/mail-uri';
import { type Mailbox, parseMailbox } from './mailbox';

/** Parsers of settings. Each throws an Error whose message completes "VARIABLE …". An empty text stands for no value. */

export function integer(min: number, max: number) {
  return (value: string): number => {
    const number = Number(value);
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new Error(`must be a whole number from ${min} to ${max}`);
    }
    return number;
  };
}

/** Different whole numbers from 1 to `max`, at most `most` of them, the largest first; 0: none. */
export function steps({ most, max }: { readonly most: number; readonly max: number }) {
  return (value: string): readonly number[] => {
    if (value === '0') return [];
    const parts = value.split(',').map((part) => part.trim());
    const isList = parts.every((part) => /^\d{1,9}$/.test(part) && Number(part) >= 1 && Number(part) <= max);
    if (isList && parts.length <= most && new Set(parts.map(Number)).size === parts.length)
      return parts.map(Number).toSorted((a, b) => b - a);
    throw new Error(
      `must be 0, or up to ${most} different whole numbers from 1 to ${max}, separated by commas`,
    );
  };
}

export function oneOf<T extends string>(...allowed: readonly T[]) {
  return (value: string): T => {
    const found = allowed.find((candidate) => candidate === value);
    if (found === undefined) throw new Error(`must be one of ${allowed.join(', ')}`);
    return found;
  };
}

/** `off`: none; `on`: all; or some of them, separated by commas. */
export function several<T extends string>(...allowed: readonly T[]) {
  return (value: string): readonly T[] => {
    if (value === 'off') return [];
    if (value === 'on') return allowed;
    const named = new Set(value.split(',').map((part) => part.trim()));
    const found = allowed.filter((each) => named.has(each));
    if (found.length === named.size) return found;
    throw new Error(`must be on, off, or a comma-separated list of ${allowed.join(', ')}`);
  };
}

/** Ports between commas, or `*` for all; an empty text stands for none. */
export function ports(value: string): readonly number[] | '*' {
  if (value === '') return [];
  if (value === '*') return value;
  const parts = value.split(',').map((part) => part.trim());
  if (parts.every((part) => /^\d{1,5}$/.test(part) && Number(part) >= 1 && Number(part) <= 65_535))
    return parts.map(Number);
  throw new Error('must be ports from 1 to 65535 between commas, or * alone');
}

export function flag(value: string): boolean {
  if (value !== 'true' && value !== 'false') throw new Error('must be true or false');
  return value === 'true';
}

/** A country (ISO 3166-1 alpha-2); an empty text stands for none. */
export function country(value: string): string | undefined {
  if (value === '') return undefined;
  const names = new Intl.DisplayNames('en', { type: 'region', fallback: 'none' });
  if (!/^[A-Z]{2}$/.test(value) || names.of(value) === undefined)
    throw new Error('must be the code of a country in two capital letters, such as DE');
  return new Intl.Locale(`und-${value}`).region;
}

export function token(value: string): string | undefined {
  if (value === '') return undefined;
  if (!/^[\x21-\x7e]{16,}$/.test(value))
    throw new Error('must be 16 ASCII characters or more, without spaces');
  return value;
}

export function redisUrl(value: string): string | undefined {
  if (value === '') return undefined;
  if (!isServerUrl(value, /^rediss?:$/) || !/^(\/\d{0,3})?$/.test(new URL(value).pathname)) {
    throw new Error(
      'must be a URL like redis://user:password@host:6379/0, with special characters percent-encoded (%40 for @)',
    );
  }
  return value;
}

export function smtpUrl(value: string): string | undefined {
  if (value === '') return undefined;
  if (!isServerUrl(value, /^smtps?:$/)) {
    throw new Error(
      'must be a URL like smtp://user:password@host:587, with special characters percent-encoded (%40 for @)',
    );
  }
  return value;
}

function isServerUrl(value: string, protocols: RegExp): boolean {
  if (!URL.canParse(value)) return false;
  const url = new URL(value);
  return protocols.test(url.protocol) && url.hostname !== '' && isDecodable(url);
}

/** Whether the percent-encoding of the user and the password is valid; `%zz` is not. */
function isDecodable({ username, password }: URL): boolean {
  try {
    decodeURIComponent(username + password);
    return true;
  } catch {
    return false;
  }
}

export function mailbox(value: string): Mailbox {
  const parsed = parseMailbox(value);
  if (parsed === undefined) throw new Error('must be an address, or a name and an address: Name <address>');
  return parsed;
}

export function optionalAddress(value: string): string | undefined {
  if (value === '') return undefined;
  const parsed = parseMailbox(value);
  if (parsed === undefined || parsed.name !== undefined) throw new Error('must be an address');
  return parsed.address;
}

/** A URI as security.txt has it (RFC 9116), of an e-mail address or a page. */
export function contact(value: string): string | undefined {
  if (value === '') return undefined;
  if (URL.canParse(value) && new URL(value).protocol === 'https:') return new URL(value).href;
  const address = parseMailbox(value.replace(/^mailto:/, ''));
  if (address === undefined || address.name !== undefined)
    throw new Error('must be an e-mail address, or a URL that begins with https://');
  return `mailto:${escapedAddress(address.address)}`;
}

/** A language tag (BCP 47), canonical, of a language that the service has. */
export function shippedLanguage(value: string): string {
  const tag = canonicalLanguage(value);
  if (tag === undefined || isShipped(tag) === undefined)
    throw new Error(`must be one of ${LANGUAGES.join(', ')}, or a variant such as de-AT`);
  return tag;
}

export function text(value: string): string | undefined {
  return value === '' ? undefined : value;
}

export function folder(value: string): string {
  if (value === '') throw new Error('must name a folder');
  return isAbsolute(value) ? value : resolve(value);
}

export function optionalFolder(value: string): string | undefined {
  return value === '' ? undefined : resolve(value);
}

export function databaseUrl(value: string): string | undefined {
  if (value === '') return undefined;
  if (
    !URL.canParse(value) ||
    !/^postgres(ql)?:$/.test(new URL(value).protocol) ||
    !isDecodable(new URL(value))
  ) {
    throw new Error('must be a URL like postgres://user:password@host:5432/database');
  }
  return value;
}

export function timeZone(value: string): string {
  const name = storedZoneName(value);
  if (name === undefined)
    throw new Error(`must be an IANA time zone such as Europe/Berlin; ${JSON.stringify(value)} is none`);
  return name;
}
