import fc from 'fast-check';

/** What has ids that other requests name. */
export type Kind =
  'appointment' | 'category' | 'closure' | 'customer' | 'location' | 'provider' | 'service' | 'timeOff';

const SHOWN = 120;

/** An id of one that exists when the request is sent. */
export class LiveId {
  constructor(
    readonly kind: Kind,
    /** Which of them. */
    readonly nth: number,
  ) {}

  [fc.toStringMethod](): string {
    return `${this.kind} #${this.nth}`;
  }
}

/** A piece of a body as it is sent: JSON, or what looks like it. */
export class RawJson {
  constructor(readonly text: string) {}

  [fc.toStringMethod](): string {
    return cut(this.text);
  }
}

/** Enough of a text to know it again. */
export function cut(text: string): string {
  return text.length <= SHOWN ? text : `${text.slice(0, SHOWN)}… (${text.length} characters)`;
}

/** Turns each id into the one it stands for, and a body into its text. */
export function toJsonText(body: unknown, idOf: (id: LiveId) => number): string {
  const pieces: string[] = [];
  const text = JSON.stringify(body, (_name, value: unknown) => {
    if (value instanceof LiveId) return idOf(value);
    if (value instanceof RawJson) return `\u0001${pieces.push(value.text) - 1}\u0001`;
    return value;
  });
  return text.replaceAll(/"\\u0001(\d+)\\u0001"/g, (_whole, nth: string) => pieces[Number(nth)] ?? '');
}
