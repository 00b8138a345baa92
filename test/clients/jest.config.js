const { projects } = require('../../jest.config.js');

/** The tests that need Java, Python with urllib3, dateutil and six, the npm registry and new zone rules of Debian; otherwise as the tests of the API. */
module.exports = {
  ...projects.find(({ displayName }) => displayName === 'api'),
  displayName: 'clients',
  testMatch: ['<rootDir>/test/clients/**/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  globalSetup: '<rootDir>/test/runner/client-setup.js',
};
