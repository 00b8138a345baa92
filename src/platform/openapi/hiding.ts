import type { Hidden } from '../restrictions';
import { HIDDEN_EXTENSION } from '../http/validation/field';
import type { PlacedOperation } from './operations';

/** What the extension of an operation says that is refused to keys that hide something. */
export const REFUSED = 'refused';

/** The members that keys can hide, by their group. */
type HiddenNames = Readonly<Partial<Record<Hidden, readonly string[]>>>;

/** Says what keys with `--hide` do not see in the answer of an operation, in its extension and its description. */
export function documentHiding({ operation }: PlacedOperation): void {
  const extensions = operation as {
    [HIDDEN_EXTENSION]?: typeof REFUSED | HiddenNames;
    readonly 'x-roles'?: unknown;
  };
  if (extensions['x-roles'] === undefined) return;
  const hidden = (extensions[HIDDEN_EXTENSION] ??= REFUSED);
  operation.description = `${operation.description ?? ''}\nKeys with \`--hide\`: ${hidden === REFUSED ? REFUSED : listOf(hidden)}.`;
}

function listOf(hidden: HiddenNames): string {
  const groups = Object.entries(hidden).map(([group, names]) => {
    const members = names.map((name) => `\`${name}\``).join(', ');
    return `\`${group}\` hides ${members}`;
  });
  return groups.length === 0 ? 'nothing is hidden' : groups.join('; ');
}
