const { chooseTemporaryFolder } = require('./test/runner/temporary-folder');

chooseTemporaryFolder();

/** @type {import('jest').Config} */
const shared = {
  rootDir: __dirname,
  testEnvironment: '<rootDir>/test/runner/environment.js',
  transform: { '\\.spec\\.ts$': '<rootDir>/test/runner/transform.js' },
  // Newer versions of Node let Jest strip the types of other files, which is not enough for decorators.
  transformIgnorePatterns: ['(?<!\\.spec)\\.[jt]s$'],
  moduleFileExtensions: ['ts', 'js', 'json'],
  // Only ends tests that hang, on a busy machine too. It measures nothing.
  testTimeout: 180_000,
};

/** @type {import('jest').Config} */
module.exports = {
  // Three workers even on two cores, where Jest's default is one process: each waits for PostgreSQL a third of its time.
  // `npm test` also limits the heap of each, to 512 MB. A worker whose heap is above 280 MB after a test file is replaced,
  // so that each file has the rest to itself; the next worker loads the service again.
  maxWorkers: 3,
  workerIdleMemoryLimit: '280MB',
  // Jest reads this option here, the configurations of single folders take it from their project.
  testTimeout: shared.testTimeout,
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: [
        '<rootDir>/src/**/*.spec.ts',
        '<rootDir>/embedded-postgres/src/**/*.spec.ts',
        '<rootDir>/importers/**/*.spec.ts',
        '<rootDir>/bench/{load,soak}/**/*.spec.ts',
      ],
    },
    {
      ...shared,
      displayName: 'api',
      testMatch: ['<rootDir>/test/**/*.spec.ts'],
      // These start programs; or need a browser; Redis, PgBouncer and nginx; the machine to themselves; the history; or root and Patroni.
      // They have their own configurations: `npm run test:processes`, `test:browser`, `test:instances`, `test:faults`,
      // `test:upgrade` and `test:ha`.
      testPathIgnorePatterns: [
        '/node_modules/',
        '<rootDir>/test/browser/',
        '<rootDir>/test/instances/',
        '<rootDir>/test/faults/',
        '<rootDir>/test/upgrade/',
        '<rootDir>/test/ha/',
        '<rootDir>/test/clients/',
        '<rootDir>/test/cli/',
        '<rootDir>/test/deploy/',
        '<rootDir>/test/process/',
      ],
      globalSetup: '<rootDir>/test/runner/global-setup.js',
      globalTeardown: '<rootDir>/test/runner/global-teardown.js',
    },
  ],
};
