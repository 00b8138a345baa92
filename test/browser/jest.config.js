const { projects } = require('../../jest.config.js');

/** `npm run test:browser`: tests that need `/usr/bin/chromium`. Otherwise configured like the API tests. */
module.exports = {
  ...projects.find(({ displayName }) => displayName === 'api'),
  displayName: 'browser',
  testMatch: ['<rootDir>/test/browser/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  globalSetup: '<rootDir>/test/runner/client-setup.js',
};
