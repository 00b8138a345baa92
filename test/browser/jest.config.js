const { projects } = require('../../jest.config.js');

/** The tests that need `/usr/bin/chromium`; otherwise as the tests of the API. */
module.exports = {
  ...projects.find(({ displayName }) => displayName === 'api'),
  displayName: 'browser',
  testMatch: ['<rootDir>/test/browser/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
