const { execFileSync } = require('node:child_process');
const { join } = require('node:path');
const globalSetup = require('./global-setup');

const ROOT = join(__dirname, '../..');

/** The setup of the tests that use the TypeScript client: also builds and packs it, once for the run. */
module.exports = async () => {
  await globalSetup();
  const packing = [
    'pack',
    '--workspace',
    'clients/typescript',
    '--pack-destination',
    process.env['TEST_RUN_FOLDER'],
  ];
  execFileSync('npm', [...packing, '--silent'], { cwd: ROOT, stdio: ['ignore', 'ignore', 'inherit'] });
};
