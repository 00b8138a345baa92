const { projects } = require('../../jest.config.js');

/** `npm run test:upgrade`: builds the previous version, so it needs the history of the repository. Otherwise configured like the API tests. */
module.exports = {
  ...projects.find(({ displayName }) => displayName === 'api'),
  displayName: 'upgrade',
  testMatch: ['<rootDir>/test/upgrade/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
};
