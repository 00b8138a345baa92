/** The sources of `src`, without specs, as the TypeScript compiler reads them, and the data beside them. */
import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ts from 'typescript';

/** @returns {{path: string, text: string, tree: ts.SourceFile}[]} with paths from `root` */
export function readSources(root) {
  return filesIn(root, (name) => name.endsWith('.ts') && !name.endsWith('.spec.ts')).map(
    ({ path, text }) => ({
      path,
      text,
      tree: ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true),
    }),
  );
}

/** @returns {{path: string, text: string}[]} texts and other data, which are no code */
export const readData = (root) => filesIn(root, (name) => name.endsWith('.json'));

function filesIn(root, isWanted) {
  return readdirSync(join(root, 'src'), { recursive: true, withFileTypes: true })
    .filter(({ name }) => isWanted(name))
    .map((entry) => join(entry.parentPath ?? entry.path, entry.name))
    .map((file) => ({
      path: relative(root, file).split(sep).join('/'),
      text: readFileSync(file, 'utf8'),
    }))
    .sort((a, b) => (a.path < b.path ? -1 : 1));
}

/** Calls `visit` with every node of a tree. */
export function walk(node, visit) {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** The numbers of the first and the last line of a node, both from 0. */
export function linesOf(tree, node) {
  const lineAt = (position) => tree.getLineAndCharacterOfPosition(position).line;
  return [lineAt(node.getStart(tree)), lineAt(node.getEnd())];
}
