import type { PlacedOperation } from './operations';

/** The member of an operation in the document that says what it is to a browser key. */
export const BROWSER_EXTENSION = 'x-browser';

/** What an operation is to a key that stands in web pages. */
const KINDS = {
  public: 'see what is public',
  visitors: 'send only what visitors of a page may',
  refused: 'refused',
} as const;

export type ForBrowsers = Exclude<keyof typeof KINDS, 'refused'>;

/** Says what an operation that keys can call is to browser keys, in its extension and its description. */
export function documentBrowserKeys({ operation }: PlacedOperation): void {
  const extensions = operation as {
    [BROWSER_EXTENSION]?: keyof typeof KINDS;
    readonly 'x-roles'?: unknown;
  };
  if (extensions['x-roles'] === undefined) return;
  const kind = (extensions[BROWSER_EXTENSION] ??= 'refused');
  operation.description = `${operation.description ?? ''}\nBrowser keys: ${KINDS[kind]}.`;
}
