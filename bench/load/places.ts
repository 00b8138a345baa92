import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The checkout: this file runs from `dist/bench/load`. */
export const ROOT = join(__dirname, '../../..');
/** The service as `npm start` runs it. */
export const SERVICE = join(ROOT, 'dist/src/main.js');
export const WORKER = join(ROOT, 'dist/src/worker.js');
export const CLI = join(ROOT, 'dist/src/cli.js');
/** The options of Node with which `npm start` runs the service. */
export const NODE_OPTIONS = nodeOptionsOf(readFileSync(join(ROOT, 'package.json'), 'utf8'));

function nodeOptionsOf(packageJson: string): readonly string[] {
  const { scripts } = JSON.parse(packageJson) as { scripts: Readonly<Record<string, string>> };
  return scripts['start']?.split(' ').filter((word) => word.startsWith('--')) ?? [];
}
