const { projects } = require('../../jest.config.js');

/** `npm run test:instances`: tests that need Debian's redis-server, pgbouncer, nginx and systemd. Otherwise configured like the API tests. */
module.exports = {
  ...projects.find(({ displayName }) => displayName === 'api'),
  displayName: 'instances',
  testMatch: ['<rootDir>/test/instances/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
