import { mkdirSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';

/** Writes what a run has measured as JSON to `<folder>/<name>-<time>.json`, and prints where that is. */
export function writeResults(folder: string, name: string, results: object): void {
  mkdirSync(folder, { recursive: true });
  const at = new Date().toISOString().slice(0, 19).replaceAll(':', '-');
  const file = join(resolve(folder), `${name}-${at}.json`);
  writeFileSync(file, `${JSON.stringify(results, null, 2)}\n`);
  process.stdout.write(`\n${file}\n`);
}
