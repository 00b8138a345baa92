import { Appointment } from '../../booking/diary/rows/appointment.entity';
import { WaitlistEntry } from '../../booking/waitlist/waitlist-entry.entity';
import { Customer } from '../../people/customers/customer.entity';
import type { Columns } from '../../platform/database/columns';

/** What answers put together from the columns of a person. */
const COMPOSED = 'customerName';

/** Only names of languages and zones are taken: no text fits in. */
const FREE_OF_TEXT = ['language', 'timezone', 'attendeeLanguage', 'attendeeTimezone'];

/** The members that hold what is known of a person: those that an erasure empties. */
const PERSONAL: ReadonlySet<string> = new Set(
  [Appointment.columns, Customer.columns, WaitlistEntry.columns]
    .flatMap(personalOf)
    .concat(COMPOSED)
    .filter((member) => !FREE_OF_TEXT.includes(member)),
);

/**
 * JSON pointers (RFC 6901) of all texts that customers, or others outside of the business, may have written.
 * @param pointer of the value itself
 */
export function untrustedTexts(value: unknown, pointer: string, isPersonal = false): string[] {
  if (typeof value === 'string') return isPersonal ? [pointer] : [];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    untrustedTexts(inner, `${pointer}/${escaped(name)}`, isPersonal || PERSONAL.has(name)),
  );
}

/**
 * Characters that a text could use to leave its place in the result, or to hide in it: marks of tags and fences, control characters,
 * and all that is invisible or turns the direction of writing, such as bidi overrides and the tag characters.
 */
const MISLEADING = /[<>`\p{Cc}\p{Cf}\p{Co}\u2028\u2029]/gu;

/** JSON in which such characters are escapes: it reads back as the same value. */
export function plainJson(value: unknown): string {
  return JSON.stringify(value).replaceAll(MISLEADING, asEscapes);
}

function asEscapes(character: string): string {
  return Array.from(
    { length: character.length },
    (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
  ).join('');
}

function escaped(name: string): string {
  return name.replaceAll('~', '~0').replaceAll('/', '~1');
}

function personalOf(columns: Columns): string[] {
  return Object.entries(columns).flatMap(([member, column]) => ('erased' in column ? [member] : []));
}
