/** An e-mail address with its display name. */
export interface Mailbox {
  readonly name?: string | undefined;
  readonly address: string;
}

const MAILBOX = /^(?:(?<name>[^<>\r\n]*)<(?<inside>[^\s<>@]+@[^\s<>@]+)>|(?<bare>[^\s<>@]+@[^\s<>@]+))$/;

/** Reads `Name <address>` or an address alone. Any other text is `undefined`. */
export function parseMailbox(text: string): Mailbox | undefined {
  const groups = MAILBOX.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const name = groups['name']?.replaceAll('"', '').trim();
  const address = groups['inside'] ?? groups['bare'] ?? '';
  return name === undefined || name === '' ? { address } : { name, address };
}
