import { hash } from 'node:crypto';

/** Base64url digits of the hash in a tag: 132 bits, enough that no two states share one. */
const LENGTH = 22;

/**
 * One element of `If-Match` or `If-None-Match`: a tag, weak or strong, or other text up to the next comma. A tag without
 * quotes, which shells and some libraries strip, is accepted, too (RFC 9110, section 2.4).
 */
const ELEMENT = /(?:W\/)?"[^"]*"|[^\s,]+/g;

/**
 * The strong entity tag of a representation, in its quotes (RFC 9110, section 8.8.3): equal texts have equal
 * tags, on every instance and after every restart.
 * @param json the representation, as it is sent
 */
export function entityTagOf(json: string): string {
  return `"${hash('sha256', json, 'base64url').slice(0, LENGTH)}"`;
}

/** Whether a header is `*` or contains the tag. Weak tags do not match (strong comparison, for `If-Match`). */
export function namesStrongly(header: string, tag: string): boolean {
  return header.trim() === '*' || elementsOf(header).includes(tag);
}

/** Whether a header is `*` or contains the tag. Weak tags match, too (weak comparison, for `If-None-Match`). */
export function namesWeakly(header: string, tag: string): boolean {
  return header.trim() === '*' || elementsOf(header).some((element) => element.replace(/^W\//, '') === tag);
}

function elementsOf(header: string): string[] {
  return (header.match(ELEMENT) ?? []).map((element) => (element.includes('"') ? element : `"${element}"`));
}
