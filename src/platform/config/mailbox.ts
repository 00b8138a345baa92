/** An e-mail address with the name that is shown for it. */
export interface Mailbox {
  readonly name?: string | undefined;
  readonly address: string;
}

const MAILBOX = /^(?:(?<name>[^<>\r\n]*)<(?<inside>[^\s<>@]+@[^\s<>@]+)>|(?<bare>[^\s<>@]+@[^\s<>@]+))$/;

/** Reads `Name <address>`, or an address alone; undefined when it is neither. */
export function parseMailbox(text: string): Mailbox | undefined {
  const groups = MAILBOX.exec(text)?.groups;
  if (groups === undefined) return undefined;
  const name = groups['name']?.replaceAll('"', '').trim();
  const address = groups['inside'] ?? groups['bare'] ?? '';
  return name === undefined || name === '' ? { address } : { name, address };
}
