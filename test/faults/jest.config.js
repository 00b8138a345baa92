const { projects } = require('../../jest.config.js');

const isLong = process.env.FAULTS === 'long';

/** What kills, cuts and fills up: `npm run test:faults`, in its long form with FAULTS=long. Otherwise as the tests of the API. */
module.exports = {
  ...projects.find(({ displayName }) => displayName === 'api'),
  displayName: 'faults',
  testMatch: ['<rootDir>/test/faults/*.spec.ts', ...(isLong ? ['<rootDir>/test/faults/long/*.spec.ts'] : [])],
  testPathIgnorePatterns: ['/node_modules/'],
  // Each of them keeps the machine busy; side by side they would measure each other.
  maxWorkers: 1,
};
