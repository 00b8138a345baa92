/** What a source imports. */
import { posix } from 'node:path';
import ts from 'typescript';
import { walk } from './sources.mjs';

/** The paths of the files that a source imports by a relative path, without their extension. @param values whether types are left out */
export function importsOf({ path, tree }, { values = false } = {}) {
  const found = [];
  walk(tree, (node) => {
    const name = (ts.isImportDeclaration(node) || ts.isExportDeclaration(node)) && node.moduleSpecifier?.text;
    if (name && name.startsWith('.') && !(values && isOfTypes(node)))
      found.push(posix.join(posix.dirname(path), name));
  });
  return found;
}

/** An import of a folder means its index. @param paths a Set or Map of paths */
export const pathOf = (target, paths) => (paths.has(`${target}.ts`) ? `${target}.ts` : `${target}/index.ts`);

function isOfTypes(node) {
  if (ts.isExportDeclaration(node)) return node.isTypeOnly;
  const { importClause } = node;
  if (importClause === undefined) return false;
  if (importClause.isTypeOnly) return true;
  const { name, namedBindings } = importClause;
  return (
    name === undefined &&
    namedBindings !== undefined &&
    ts.isNamedImports(namedBindings) &&
    namedBindings.elements.every((element) => element.isTypeOnly)
  );
}
