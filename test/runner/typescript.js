/**
 * Lets Node load the TypeScript files of the repository. The compiler checks no types: `npm run typecheck` does. Stacks of errors
 * show the lines of the source.
 */
const { readFileSync } = require('node:fs');
const Module = require('node:module');
const { join } = require('node:path');
const { transformSync } = require('@swc/core');
const { addHook } = require('pirates');
const sourceMapSupport = require('source-map-support');

const options = JSON.parse(readFileSync(join(__dirname, '../../.swcrc'), 'utf8'));
const maps = new Map();

addHook(
  (source, filename) => {
    const { code, map } = transformSync(source, { ...options, swcrc: false, sourceMaps: true, filename });
    maps.set(filename, map);
    return code;
  },
  { exts: ['.ts'] },
);

/** An `import()` names the file that the compiler writes, such as `./own-server.js`. */
const resolve = Module._resolveFilename;
Module._resolveFilename = (request, parent, ...rest) => {
  const isCompiled = parent?.filename?.endsWith('.ts') && /^\.{1,2}\/.*\.js$/.test(request);
  return resolve(isCompiled ? request.replace(/\.js$/, '') : request, parent, ...rest);
};

sourceMapSupport.install({
  environment: 'node',
  handleUncaughtExceptions: false,
  retrieveSourceMap: (filename) => (maps.has(filename) ? { url: filename, map: maps.get(filename) } : null),
});

/** Shows a stack with the lines of the source. */
exports.prepareStackTrace = Error.prepareStackTrace;
