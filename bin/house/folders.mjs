/** Which folders import each other. */
import { importsOf, pathOf } from './imports.mjs';

/**
 * The pairs of folders that import each other, with an import of each direction. An import counts for the two folders in which
 * the paths of its ends part. What a folder holds is one thing with it: a folder and a folder inside it are no pair.
 */
export function pairsOfFolders(sources) {
  const paths = new Set(sources.map(({ path }) => path));
  const imports = new Map();
  for (const source of sources) {
    for (const name of importsOf(source)) {
      const target = pathOf(name, paths);
      const arrow = arrowOf(source.path, target);
      if (arrow !== undefined && !imports.has(arrow.join(' ')))
        imports.set(arrow.join(' '), { arrow, example: `${source.path} → ${target}` });
    }
  }
  return [...imports.values()].flatMap(({ arrow: [from, to], example }) => {
    const back = imports.get(`${to} ${from}`);
    return back !== undefined && from < to
      ? [{ folders: [from, to], examples: [example, back.example] }]
      : [];
  });
}

function arrowOf(source, target) {
  const [from, to] = [source.split('/'), target.split('/')];
  const parting = from.findIndex((name, index) => name !== to[index]);
  const isFolder = (parts) => parting < parts.length - 1;
  if (parting < 0 || !isFolder(from) || !isFolder(to)) return undefined;
  return [from, to].map((parts) => parts.slice(0, parting + 1).join('/'));
}
