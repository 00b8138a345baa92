import { join } from 'node:path';

/** The checkout: this file runs from `dist/bench/load`. */
export const ROOT = join(__dirname, '../../..');
/** The service as `npm start` runs it. */
export const SERVICE = join(ROOT, 'dist/src/main.js');
export const WORKER = join(ROOT, 'dist/src/worker.js');
export const CLI = join(ROOT, 'dist/src/cli.js');
