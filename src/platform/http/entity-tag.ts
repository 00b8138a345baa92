import { hash } from 'node:crypto';

/** Base64url digits that are kept of the hash: 132 bits, more than enough that no two states share a tag. */
const LENGTH = 22;

/**
 * An element of `If-Match` and `If-None-Match`: a tag, weak or not, or anything else up to the next comma. A tag whose
 * quotes a shell or a library took away is still read: ours is never anything else (RFC 9110, section 2.4).
 */
const ELEMENT = /(?:W\/)?"[^"]*"|[^\s,]+/g;

/**
 * The strong entity tag of a representation, in its quotes (RFC 9110, section 8.8.3): the same for the same text,
 * on every instance and after every restart.
 * @param json the representation, as it is sent
 */
export function entityTagOf(json: string): string {
  return `"${hash('sha256', json, 'base64url').slice(0, LENGTH)}"`;
}

/** Whether a header names the tag, or is `*`; weak tags never count (strong comparison, for `If-Match`). */
export function namesStrongly(header: string, tag: string): boolean {
  return header.trim() === '*' || elementsOf(header).includes(tag);
}

/** Whether a header names the tag, or is `*`; weak tags count, too (weak comparison, for `If-None-Match`). */
export function namesWeakly(header: string, tag: string): boolean {
  return header.trim() === '*' || elementsOf(header).some((element) => element.replace(/^W\//, '') === tag);
}

function elementsOf(header: string): string[] {
  return (header.match(ELEMENT) ?? []).map((element) => (element.includes('"') ? element : `"${element}"`));
}
