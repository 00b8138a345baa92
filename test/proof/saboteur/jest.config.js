const { projects } = require('../../../jest.config.js');

const unit = projects.find(({ displayName }) => displayName === 'unit');

/** The tests of `npm test`, on a PostgreSQL that runs already, with the migrated template: its address is in the environment. */
module.exports = {
  ...unit,
  roots: ['<rootDir>/src', '<rootDir>/test'],
  testMatch: ['**/*.spec.ts'],
  watchman: false,
  // A patch may leave a test waiting.
  testTimeout: 60_000,
};
