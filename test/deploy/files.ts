import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const ROOT = join(__dirname, '../..');

/** Reads a file of the checkout. */
export function textOf(file: string): string {
  return readFileSync(join(ROOT, file), 'utf8');
}

/** An instruction of the Dockerfile: its name and the rest of the line. */
export interface Instruction {
  readonly name: string;
  readonly rest: string;
}

/** Returns the stages of the Dockerfile. Each begins with its FROM. */
export function stages(): Instruction[][] {
  const lines = textOf('Dockerfile')
    .replaceAll(/^#.*\n/gm, '')
    .replaceAll(/\\\n\s*/g, '')
    .split('\n')
    .filter((line) => line.trim() !== '');
  const found: Instruction[][] = [];
  for (const line of lines) {
    const [, name = '', rest = ''] = /^(\w+) (.*)$/.exec(line) ?? [];
    if (name === 'FROM') found.push([]);
    found.at(-1)?.push({ name, rest });
  }
  return found;
}

/** Returns the words of every instruction of that name. */
export function wordsOf(stage: readonly Instruction[], name: string): string[][] {
  return stage.filter((each) => each.name === name).map(({ rest }) => rest.split(' '));
}

/** Returns the files that .dockerignore includes: it excludes all files, and then names the exceptions. */
export function buildContext(): string[] {
  const lines = textOf('.dockerignore')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));
  if (lines[0] !== '*' || !lines.slice(1).every((line) => /^![\w./-]+$/.test(line))) {
    throw new Error('.dockerignore may only exclude all files and then include some by name');
  }
  return lines.slice(1).map((line) => line.slice(1));
}
