const config = require('../../jest.config.js');

const [unit, api] = config.projects;

/**
 * `npm run test:fuzz`: the tests of generated worlds and requests in their long form. `npm test` runs each of them in a short form.
 * Otherwise configured like `npm test`.
 */
process.env.FUZZ = 'long';

/** @type {import('jest').Config} */
module.exports = {
  ...config,
  rootDir: api.rootDir,
  projects: [
    {
      ...unit,
      testMatch: [
        '<rootDir>/src/**/*.laws.spec.ts',
        '<rootDir>/src/booking/series/recurrence/occurrence-dates.spec.ts',
        '<rootDir>/src/platform/time/{instant-text,interval,zones/wall-clock}.spec.ts',
      ],
    },
    {
      ...api,
      testMatch: [
        '<rootDir>/test/**/*.laws.spec.ts',
        '<rootDir>/test/fuzz/{hostile-requests,valid-input}.spec.ts',
        '<rootDir>/test/booking/address-enumeration.spec.ts',
        '<rootDir>/test/contract/hostile-input.spec.ts',
        '<rootDir>/test/platform/database/known-reads.spec.ts',
        '<rootDir>/test/scenarios/{any-provider-offered,offer-is-accept,visits-offered}.spec.ts',
        '<rootDir>/test/telling/messages/customer-calendar.spec.ts',
      ],
    },
  ],
};
