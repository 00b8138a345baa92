/** How many lines there are, and what stands on them. */
import { posix } from 'node:path';
import ts from 'typescript';
import { linesOf, walk } from './sources.mjs';

/** Counts lines by what they hold. A line of a comment holds nothing else. */
export function countLines(sources) {
  const sum = { lines: 0, imports: 0, decorators: 0, comments: 0, blank: 0 };
  for (const source of sources) {
    const lines = source.text.replace(/\n$/, '').split('\n');
    sum.lines += lines.length;
    sum.blank += lines.filter((line) => line.trim() === '').length;
    sum.comments += commentLines(source, lines);
    sum.imports += linesWith(source, ts.isImportDeclaration);
    sum.decorators += linesWith(source, ts.isDecorator);
  }
  return sum;
}

/** The lines of files by their folders. */
export function linesByFolder(files) {
  const sums = new Map();
  for (const { path, text } of files) {
    const folder = posix.dirname(path);
    sums.set(folder, (sums.get(folder) ?? 0) + lengthOf(text));
  }
  return sums;
}

export function longestFile(sources) {
  const longest = sources
    .map(({ path, text }) => ({ path, lines: lengthOf(text) }))
    .sort((a, b) => b.lines - a.lines)[0];
  return longest ?? { path: '', lines: 0 };
}

const lengthOf = (text) => text.replace(/\n$/, '').split('\n').length;

/** The code without comments: what a column is called in a comment is no place to change. */
export function codeOf({ text, tree }) {
  return commentsOf(tree).reduceRight((code, { pos, end }) => code.slice(0, pos) + code.slice(end), text);
}

function linesWith({ tree }, isWanted) {
  const found = new Set();
  walk(tree, (node) => {
    if (!isWanted(node)) return;
    const [first, last] = linesOf(tree, node);
    for (let line = first; line <= last; line++) found.add(line);
  });
  return found.size;
}

function commentLines({ tree }, lines) {
  const bare = lines.map((line) => [...line]);
  for (const { pos, end } of commentsOf(tree)) {
    for (let at = pos; at < end; at++) {
      const { line, character } = tree.getLineAndCharacterOfPosition(at);
      if (bare[line]?.[character] !== undefined) bare[line][character] = ' ';
    }
  }
  return bare.filter((line, index) => line.join('').trim() === '' && lines[index].trim() !== '').length;
}

/** Comments stand before tokens, so the compiler finds them in front of each leaf of the tree. */
function commentsOf(tree) {
  const found = new Map();
  walk(tree, (node) => {
    const before = ts.getLeadingCommentRanges(tree.text, node.getFullStart()) ?? [];
    const after = ts.getTrailingCommentRanges(tree.text, node.getEnd()) ?? [];
    for (const comment of [...before, ...after]) found.set(comment.pos, comment);
  });
  return [...found.values()].sort((a, b) => a.pos - b.pos);
}
