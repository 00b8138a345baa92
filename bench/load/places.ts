import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The checkout: this file runs from `dist/bench/load`. */
export const ROOT = join(__dirname, '../../..');
export const WORKER = join(ROOT, 'dist/src/worker.js');
export const CLI = join(ROOT, 'dist/src/cli.js');

/** The arguments of Node with which `npm start` runs the service of a checkout. */
export function serviceIn(checkout: string): readonly string[] {
  const packageJson = readFileSync(join(checkout, 'package.json'), 'utf8');
  const { scripts } = JSON.parse(packageJson) as { scripts: Readonly<Record<string, string>> };
  const options = scripts['start']?.split(' ').filter((word) => word.startsWith('--')) ?? [];
  return [...options, join(checkout, 'dist/src/main.js')];
}
