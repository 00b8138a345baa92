import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { createContext, runInContext } from 'node:vm';
import type * as Polyfill from 'temporal-polyfill';

/**
 * temporal-polyfill, the reference for clocks. Its modules are ES modules, which Jest's loader refuses on Node 20, so the
 * package's script build runs in a global scope of its own (it also patches Intl there, and nowhere else).
 */
const script = join(dirname(require.resolve('temporal-polyfill')), 'global.js');
// Where it finds no `process`, it writes a text for debuggers into each value, in more time than its other work takes.
const realm = createContext({ process: {} });
runInContext(readFileSync(script, 'utf8'), realm);

export const Temporal = runInContext('Temporal', realm) as typeof Polyfill.Temporal;
