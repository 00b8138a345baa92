const { projects } = require('../../jest.config.js');

/** The tests that need `/usr/bin/redis-server`; otherwise as the tests of the API. */
module.exports = {
  ...projects.find(({ displayName }) => displayName === 'api'),
  displayName: 'instances',
  testMatch: ['<rootDir>/test/instances/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
