/** @type {import('jest').Config} */
const shared = {
  rootDir: __dirname,
  transform: { '^.+\\.ts$': '@swc/jest' },
  moduleFileExtensions: ['ts', 'js', 'json'],
  testEnvironment: 'node',
  // Looking up a global in Jest's sandbox takes many times as long as outside it, and the engine and its oracle look these up most.
  sandboxInjectedGlobals: ['Array', 'Date', 'Map', 'Math', 'Number', 'Object', 'Set'],
  setupFilesAfterEnv: ['<rootDir>/test/support/patience.ts'],
};

/** @type {import('jest').Config} */
module.exports = {
  // Two workers even on two cores, where Jest's default is one process. A worker whose heap exceeds the limit after a test file
  // is replaced, because Node keeps the modules of finished test files. `npm test` also limits the heap of each process.
  maxWorkers: 2,
  workerIdleMemoryLimit: '200MB',
  projects: [
    {
      ...shared,
      displayName: 'unit',
      testMatch: ['<rootDir>/src/**/*.spec.ts', '<rootDir>/embedded-postgres/src/**/*.spec.ts'],
    },
    {
      ...shared,
      displayName: 'api',
      testMatch: ['<rootDir>/test/**/*.spec.ts', '<rootDir>/embedded-postgres/test/**/*.spec.ts'],
      // These need a browser; Redis, PgBouncer and nginx; or the machine to themselves. They have their own configurations:
      // `npm run test:browser`, `test:instances` and `test:faults`.
      testPathIgnorePatterns: [
        '/node_modules/',
        '<rootDir>/test/browser/',
        '<rootDir>/test/instances/',
        '<rootDir>/test/faults/',
        '<rootDir>/test/clients/',
      ],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
  ],
};
