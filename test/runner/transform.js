/** Replaces the code of a test file: it hands Jest's globals to the environment, which loads the file outside the sandbox. */
const GLOBALS = [
  'jest',
  'expect',
  'describe',
  'it',
  'test',
  'beforeAll',
  'beforeEach',
  'afterAll',
  'afterEach',
];

module.exports = {
  process: (source, file) => ({
    code: `runAsPlainModule(${JSON.stringify(file)}, { ${GLOBALS.join(', ')} });`,
  }),
};
