/** @type {import('jest').Config} */
const shared = {
  rootDir: __dirname,
  transform: { '^.+\\.ts$': '@swc/jest' },
  moduleFileExtensions: ['ts', 'js', 'json'],
  testEnvironment: 'node',
  setupFilesAfterEnv: ['<rootDir>/test/support/patience.ts'],
};

/** @type {import('jest').Config} */
module.exports = {
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
      // They need what not every machine has: a browser; Redis, PgBouncer and nginx; the machine to themselves. They have a
      // configuration of their own: `npm run test:browser`, `test:instances` and `test:faults`.
      testPathIgnorePatterns: [
        '/node_modules/',
        '<rootDir>/test/browser/',
        '<rootDir>/test/instances/',
        '<rootDir>/test/faults/',
      ],
      globalSetup: '<rootDir>/test/support/global-setup.ts',
      globalTeardown: '<rootDir>/test/support/global-teardown.ts',
    },
  ],
};
