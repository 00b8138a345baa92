/** `npm run cli`: the command line, built first when it has to be. One process: a second start of Node would double the wait. */
import { buildIfNeeded } from './builder.mjs';

const code = await buildIfNeeded();
if (code === 0) await import('../dist/src/cli.js');
else process.exitCode = code;
