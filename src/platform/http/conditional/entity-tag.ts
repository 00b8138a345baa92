import { hash } from 'node:crypto';

/** The end of the tag of a compressed representation. */
const CODED = '.gzip"';

/** Base64url digits of the hash in a tag: 132 bits, enough that no two states share one. */
const LENGTH = 22;

/**
 * One element of `If-Match` or `If-None-Match`, up to the next comma or the end (RFC 9110, sections 5.6.1 and 8.8.3): a tag, weak or
 * strong, or nothing. A tag of ours without its quotes, which shells and some libraries strip, is accepted, too (section 2.4).
 */
const ELEMENT = /[ \t]*(?:((?:W\/)?"[\x21\x23-\x7e\x80-\xff]*"|[\w.-]+)[ \t]*)?(,|$)/y;

/**
 * The strong entity tag, in its quotes (RFC 9110, section 8.8.3): equal texts have equal tags, on every instance and after every restart.
 * @param json the resource, as it is sent
 * @param included the other resources; their part of the tag is not compared by `If-Match`: a write concerns the resource alone
 */
export function entityTagOf(json: string, included?: string): string {
  return included === undefined ? `"${digestOf(json)}"` : `"${digestOf(json)}.${digestOf(included)}"`;
}

/** The tag of the compressed representation: other bytes have another strong tag. Both headers take it as that of the same state. */
export function codedTag(tag: string): string {
  return `${tag.slice(0, -1)}${CODED}`;
}

/** Whether a header is `*` or contains a tag of the resource. Weak tags do not match (strong comparison, for `If-Match`). */
export function namesStrongly(header: string, tag: string): boolean {
  const withInclusions = `${tag.slice(0, -1)}.`;
  const matches = (element: string) => element === tag || element.startsWith(withInclusions);
  return header.trim() === '*' || elementsOf(header).some(matches);
}

/** Whether a header is `*` or contains the tag. Weak tags match, too (weak comparison, for `If-None-Match`). */
export function namesWeakly(header: string, tag: string): boolean {
  return header.trim() === '*' || elementsOf(header).some((element) => plain(element) === tag);
}

/** Without the marks of a weak tag and of a coding. */
function plain(element: string): string {
  return element.replace(/^W\//, '').replace(CODED, '"');
}

/** The tags of a header; none when it is not a list of tags. */
function elementsOf(header: string): readonly string[] {
  const elements: string[] = [];
  ELEMENT.lastIndex = 0;
  for (;;) {
    const found = ELEMENT.exec(header);
    if (found === null) return [];
    const [, element, end] = found;
    if (element !== undefined) elements.push(element.includes('"') ? element : `"${element}"`);
    if (end === '') return elements;
  }
}

function digestOf(text: string): string {
  return hash('sha256', text, 'base64url').slice(0, LENGTH);
}
