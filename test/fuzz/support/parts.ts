import fc from 'fast-check';
import type { Kind } from './kinds';

const SHOWN = 120;

/** A placeholder for the id of a resource that exists when the request is sent. */
export class LiveId {
  constructor(
    readonly kind: Kind,
    /** The index among the existing resources of the kind. */
    readonly nth: number,
  ) {}

  [fc.toStringMethod](): string {
    return `${this.kind} #${this.nth}`;
  }
}

/** A piece of a body that is sent unchanged: JSON, or text that resembles it. */
export class RawJson {
  constructor(readonly text: string) {}

  [fc.toStringMethod](): string {
    return cut(this.text);
  }
}

/** Shortens a text for a message, so that it stays recognisable. */
export function cut(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}… (${text.length} characters)`;
}

/** Writes a body as JSON text, with the real id for each placeholder. */
export function toJsonText(body: unknown, idOf: (id: LiveId) => number | string): string {
  const pieces: string[] = [];
  const text = JSON.stringify(body, (_name, value: unknown) => {
    if (value instanceof LiveId) return idOf(value);
    if (value instanceof RawJson) return `\u0001${pieces.push(value.text) - 1}\u0001`;
    return value;
  });
  return text.replaceAll(/"\\u0001(\d+)\\u0001"/g, (_whole, nth: string) => pieces[Number(nth)] ?? '');
}
