const { projects } = require('../../jest.config.js');

/**
 * `npm run test:ha`: three machines, each a network namespace, with deploy/ha. Needs root and Debian's packages, which `test/ha/install`
 * installs.
 */
module.exports = {
  ...projects.find(({ displayName }) => displayName === 'api'),
  displayName: 'ha',
  testMatch: ['<rootDir>/test/ha/*.spec.ts'],
  testPathIgnorePatterns: ['/node_modules/'],
  // The machines and their addresses exist once.
  maxWorkers: 1,
};
