/** `npm run prestart`; with `--force`, `npm run build`. */
import { buildIfNeeded } from './builder.mjs';

process.exitCode = await buildIfNeeded({ force: process.argv.includes('--force') });
