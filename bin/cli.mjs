/** `npm run cli`: builds if needed, then runs the command line in the same process, which saves a second start of Node. */
import { buildIfNeeded } from './builder.mjs';

const code = await buildIfNeeded();
if (code === 0) await import('../dist/src/cli.js');
else process.exitCode = code;
