const { AsyncLocalStorage } = require('node:async_hooks');
const { setFlagsFromString } = require('node:v8');
const { runInNewContext } = require('node:vm');
const { TestEnvironment } = require('jest-environment-node');
const { prepareStackTrace } = require('./typescript');

setFlagsFromString('--expose-gc');
const collectGarbage = runInNewContext('gc');

/**
 * Jest replaces a worker whose heap is large after a test file, garbage included. Another one loads and compiles the service again,
 * which takes longer than a collection.
 */
const LARGE_HEAP_BYTES = 200 * 2 ** 20;

const HOOKS = ['beforeAll', 'beforeEach', 'afterAll', 'afterEach'];

const runOutside = AsyncLocalStorage.snapshot();

/**
 * Jest runs each hook in an asynchronous context of its own. A connection that a hook opens and that outlives its test file would keep
 * the context, and with it the hook and all the services of the file.
 */
const withoutContext = (hook) => (run, timeout) => hook(() => runOutside(run), timeout);

/** Classes that `expect` compares with the values of tests, which come from outside its sandbox. */
const CLASSES =
  'Array BigInt Boolean Date Error Function Map Number Object Promise RangeError RegExp Set String Symbol SyntaxError TypeError';

/**
 * Runs test files as plain Node modules, outside Jest's sandbox. The sandbox loads each module again for each test file, about a
 * second for the service, and looks up globals such as `Math` many times as slowly. Here a worker loads the service once, as
 * `npm start` does. Each test file is still loaded by itself, and starts services and databases of its own.
 */
module.exports = class PlainNodeEnvironment extends TestEnvironment {
  constructor(config, context) {
    super(config, context);
    for (const name of CLASSES.split(' ')) this.global[name] = globalThis[name];
    // In watch mode the files may have changed since the last run.
    const { watch, watchAll } = config.globalConfig;
    this.global.runAsPlainModule = (file, jestGlobals) => {
      for (const name of HOOKS) jestGlobals[name] = withoutContext(jestGlobals[name]);
      Object.assign(globalThis, jestGlobals);
      forget((loaded) => loaded === file || ((watch || watchAll) && !loaded.includes('/node_modules/')));
      require(file);
      // Node lists what a module has loaded, and so would keep each test file.
      module.children.length = 0;
      // Other test files of this worker use the same modules.
      jestGlobals.afterAll(() => jestGlobals.jest.restoreAllMocks());
    };
  }

  async setup() {
    await super.setup();
    Error.prepareStackTrace = prepareStackTrace;
  }

  async teardown() {
    await super.teardown();
    if (process.memoryUsage().heapUsed > LARGE_HEAP_BYTES) collectGarbage();
  }
};

function forget(matches) {
  for (const file of Object.keys(require.cache).filter(matches)) delete require.cache[file];
}
