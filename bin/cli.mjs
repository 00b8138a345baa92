/** `npm run cli`: builds if needed, then runs the command line in the same process, which saves a second start of Node. */
import module from 'node:module';
import { join } from 'node:path';
import { buildIfNeeded } from './builder.mjs';
import { DIST } from './sources.mjs';

// Node 22 and newer then load what an earlier call has compiled.
module.enableCompileCache?.(join(DIST, '.compiled'));

const code = await buildIfNeeded();
if (code === 0) await import('../dist/src/cli.js');
else process.exitCode = code;
