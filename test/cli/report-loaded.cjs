/** Preloaded by `loading.spec.ts`: writes the paths of the modules that a process has loaded to the file `LOADED`, at its end. */
const { writeFileSync } = require('node:fs');

process.once('exit', () => writeFileSync(process.env.LOADED, JSON.stringify(Object.keys(require.cache))));
