const config = require('../../jest.config.js');

const [, api] = config.projects;

/**
 * `npm run test:processes`: the tests that start programs, as their users do: the service, the worker, commands, PostgreSQL, and what
 * `deploy` sets up. Most of their time is Node's start. Otherwise configured like `npm test`.
 *
 * @type {import('jest').Config}
 */
module.exports = {
  ...config,
  // A program that starts waits for nothing.
  maxWorkers: 2,
  rootDir: api.rootDir,
  projects: [
    {
      ...api,
      displayName: 'processes',
      testMatch: [
        '<rootDir>/embedded-postgres/test/**/*.spec.ts',
        '<rootDir>/test/{cli,deploy,process}/**/*.spec.ts',
      ],
      testPathIgnorePatterns: ['/node_modules/'],
    },
  ],
};
