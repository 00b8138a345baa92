const { projects } = require('../../jest.config.js');

/** The tests that need Debian's redis-server, pgbouncer, nginx and systemd; otherwise as the tests of the API. */
module.exports = {
  ...projects.find(({ displayName }) => displayName === 'api'),
  displayName: 'instances',
  testMatch: ['<rootDir>/test/instances/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
