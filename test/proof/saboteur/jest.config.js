const config = require('../../../jest.config.js');

/** As `npm test`, on a PostgreSQL that runs already, with the migrated template: its address is in the environment. */
module.exports = {
  ...config,
  rootDir: config.projects[0].rootDir,
  projects: config.projects.map((project) => ({
    ...project,
    globalSetup: undefined,
    globalTeardown: undefined,
  })),
};
