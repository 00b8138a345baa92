import { join } from 'node:path';
import { type Patch, patched, readClaims } from '../claims';

/** The mutants that no test can see, each with the reason as its name. */
export const explained = readClaims(join(__dirname, 'explained')).flatMap(({ patches }) => patches);

/** What Stryker says of a mutant. Lines and columns count from 1, and `end` is behind the last character. */
export interface Mutant {
  readonly fileName: string;
  readonly location: { readonly start: Position; readonly end: Position };
  readonly replacement?: string | undefined;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

/** A mutant that no test has seen, in the form in which it is explained: lines of the source, and what they become. */
export function asPatch({ location, replacement = '' }: Mutant, file: string, source: string): Patch {
  const lines = source.split('\n');
  const [first, last] = [location.start.line - 1, location.end.line - 1];
  const before = lines[first]?.slice(0, location.start.column - 1) ?? '';
  const after = lines[last]?.slice(location.end.column - 1) ?? '';
  for (let more = 0; more < lines.length; more++) {
    const [from, to] = [Math.max(0, first - more), last + more + 1];
    const other = [
      ...lines.slice(from, first),
      `${before}${replacement}${after}`,
      ...lines.slice(last + 1, to),
    ];
    const text = lines.slice(from, to).join('\n');
    const patch = { file, name: 'why', text, other: other.join('\n'), tests: [] };
    if (isFoundOnce(source, patch)) return patch;
  }
  throw new Error(`no text of ${file} is there only once`);
}

function isFoundOnce(source: string, patch: Patch): boolean {
  try {
    return patched(source, patch) !== '';
  } catch {
    return false;
  }
}

/** Whether both patches lead to the same code. */
export function isSame(one: Patch, other: Patch, source: string): boolean {
  return one.file === other.file && bare(patched(source, one)) === bare(patched(source, other));
}

/** As the file of explanations has it. */
export function printed({ file, name, text, other }: Patch): string {
  const lines = (mark: string, code: string) => code.split('\n').map((line) => `${mark} ${line.trim()}`);
  return [`in ${file}: ${name}`, ...lines('-', text), ...lines('+', other)].join('\n');
}

function bare(source: string): string {
  return source.replaceAll(/\s+/g, '');
}
