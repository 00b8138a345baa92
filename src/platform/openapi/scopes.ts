import type { PlacedOperation } from './operations';

/** The member of an operation in the document that lists its scopes: a key with scopes needs one of them. */
export const SCOPE_EXTENSION = 'x-scope';

/** The scope of an operation by its path: that of the first segment (docs/reference/access.md). */
export function scopeOfPath(path: string, isRead: boolean): string {
  const [resource = ''] = path.split('/').filter((segment) => segment !== '');
  return `${resource}:${isRead ? 'read' : 'write'}`;
}

/** The scopes of which an operation takes one. @param declared at the operation: in place of that of its path, or beside it */
export function scopesOf(declared: string | undefined, ofPath: string): readonly string[] {
  if (declared === undefined) return [ofPath];
  return declared === BOOK ? [declared, ofPath] : [declared];
}

/** The scope of all that books. */
const BOOK = 'appointments:book';

/** Lists the scopes of an operation that keys can call, in its extension and its description. */
export function documentScopes({ method, path, operation }: PlacedOperation): void {
  const extensions = operation as {
    [SCOPE_EXTENSION]?: string | readonly string[];
    readonly 'x-roles'?: unknown;
  };
  if (extensions['x-roles'] === undefined) return;
  const scopes = scopesOf(
    extensions[SCOPE_EXTENSION] as string | undefined,
    scopeOfPath(path, method === 'GET'),
  );
  extensions[SCOPE_EXTENSION] = scopes;
  const named = scopes.map((scope) => `\`${scope}\``).join(' or ');
  operation.description = `${operation.description ?? ''}\nScope: ${named}.`;
}
