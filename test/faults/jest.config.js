const { projects } = require('../../jest.config.js');

const isLong = process.env.FAULTS === 'long';

/** `npm run test:faults`; FAULTS=long runs the long form. Otherwise configured like the API tests. */
module.exports = {
  ...projects.find(({ displayName }) => displayName === 'api'),
  displayName: 'faults',
  testMatch: ['<rootDir>/test/faults/*.spec.ts', ...(isLong ? ['<rootDir>/test/faults/long/*.spec.ts'] : [])],
  testPathIgnorePatterns: ['/node_modules/'],
  // Each test loads the whole machine and measures times, so they run one after another.
  maxWorkers: 1,
};
