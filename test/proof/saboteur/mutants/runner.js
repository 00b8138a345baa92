const { join } = require('node:path');
const circus = require('jest-circus');
const { expect } = require('expect');
require('../../../runner/typescript');

const GLOBALS = ['describe', 'it', 'test', 'beforeAll', 'beforeEach', 'afterAll', 'afterEach'];
for (const name of GLOBALS) globalThis[name] = circus[name];
globalThis.expect = expect;

/** What the mutated code reads: which mutant is active, and which test counts what it runs. */
const context = (globalThis.__stryker__ ??= {});

/**
 * Runs tests in the process of Stryker's worker, as `test/runner/environment.js` does it, outside Jest: a mutant takes milliseconds
 * rather than a start of Jest. The modules under test are loaded once, and again for a mutant of what runs while they load.
 */
class PlainNodeRunner {
  static inject = ['options'];

  constructor({ specs }) {
    this.specs = specs;
    circus.addEventHandler(({ name, test }) => {
      if (name === 'test_start') context.currentTestId = idOf(test);
      if (name === 'test_done') context.currentTestId = undefined;
      if (name === 'test_done' && this.isBailing && test.errors.length > 0) skip(() => true);
    });
  }

  capabilities() {
    return { reloadEnvironment: true };
  }

  async dryRun() {
    this.isBailing = false;
    this.load(this.specs);
    const tests = (await this.run()).map(({ test, failure }) => ({
      ...{ id: idOf(test), name: idOf(test), timeSpentMs: test.duration ?? 0 },
      ...(failure === undefined ? { status: 0 } : { status: 1, failureMessage: failure }),
    }));
    // Most mutants are killed by tests that take no time.
    const timeOf = (spec) =>
      tests.reduce((sum, { id, timeSpentMs }) => sum + (id.startsWith(`${spec}: `) ? timeSpentMs : 0), 0);
    this.specs = this.specs.toSorted((a, b) => timeOf(a) - timeOf(b));
    return { status: 'complete', tests, mutantCoverage: context.mutantCoverage };
  }

  async mutantRun({ activeMutant, mutantActivation, reloadEnvironment, testFilter, hitLimit }) {
    this.isBailing = true;
    const activate = () =>
      Object.assign(context, { activeMutant: activeMutant.id, hitLimit, hitCount: hitLimit && 0 });
    context.activeMutant = undefined;
    if (reloadEnvironment) forget();
    if (mutantActivation === 'static') activate();
    try {
      this.load(this.specs.filter((spec) => testFilter?.some((id) => id.startsWith(`${spec}: `)) ?? true));
    } catch (error) {
      return { status: 'killed', killedBy: [], failureMessage: String(error), nrOfTests: 0 };
    }
    if (testFilter) skip((test) => !testFilter.includes(idOf(test)));
    activate();
    const ran = await this.run();
    const failed = ran.find(({ failure }) => failure !== undefined);
    if (failed === undefined) return { status: 'survived', nrOfTests: ran.length };
    const { test, failure } = failed;
    return { status: 'killed', killedBy: [idOf(test)], failureMessage: failure, nrOfTests: ran.length };
  }

  load(specs) {
    circus.resetState();
    circus.getState().testTimeout = 60_000;
    for (const spec of specs) {
      const file = join(process.cwd(), spec);
      delete require.cache[file];
      const before = circus.getState().rootDescribeBlock.children.length;
      require(file);
      for (const block of circus.getState().rootDescribeBlock.children.slice(before)) block.spec = spec;
    }
  }

  async run() {
    await circus.run();
    return testsOf(circus.getState().rootDescribeBlock)
      .filter(({ startedAt }) => typeof startedAt === 'number')
      .map((test) => ({ test, failure: test.errors.flat().map(String)[0] }));
  }
}

/** Lets the modules of the copy that Stryker has mutated be loaded again. */
function forget() {
  for (const file of Object.keys(require.cache))
    if (file.startsWith(process.cwd()) && !file.includes('/node_modules/')) delete require.cache[file];
}

function skip(isSkipped) {
  for (const test of testsOf(circus.getState().rootDescribeBlock)) if (isSkipped(test)) test.mode = 'skip';
}

function testsOf(block) {
  return block.children.flatMap((child) => (child.type === 'test' ? [child] : testsOf(child)));
}

function idOf(test) {
  const names = [];
  let at = test;
  for (; at.parent.parent; at = at.parent) names.unshift(at.name);
  return `${at.spec}: ${[at.name, ...names].join(' ')}`;
}

exports.strykerValidationSchema = { properties: { specs: { type: 'array' } } };
exports.strykerPlugins = [{ kind: 'TestRunner', name: 'plain-node', injectableClass: PlainNodeRunner }];
