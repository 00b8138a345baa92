/**
 * `npm run test:node`: builds and tests under the oldest version of Node that package.json allows and under each maintained one.
 * Arguments replace these versions. The npm registry has the executables of Node as packages, so nothing else is downloaded.
 */
import { execFileSync, spawnSync } from 'node:child_process';
import { delimiter, dirname, join } from 'node:path';
import { ROOT } from './sources.mjs';

const VERSIONS = ['20.19.0', '22', '24', '26'];

/**
 * Unit tests, and tests that need native modules, child processes, streams, time zones and the command line. By configuration of Jest.
 * The engine of booking computes with integers alone, and its laws take longer than all others: `npm test` runs them under one version.
 */
const TESTS = {
  'jest.config.js': [
    join(ROOT, 'src/(?!booking/(?!series/))'),
    'test/scenarios/a-day-at-the-salon',
    'test/scenarios/clock-changes',
    'test/business/providers/provider-images',
    'test/telling/messages/(golden|languages|outbox|provider-messages|texts|worker)\\.spec',
    'test/telling/webhooks/example-receiver',
  ],
  'test/process/jest.config.js': ['test/process/process', 'test/cli/usage'],
};

const [, , ...requested] = process.argv;
const results = (requested.length > 0 ? requested : VERSIONS).map((version) => testUnder(version));
process.exitCode = results.every(Boolean) ? 0 : 1;

function testUnder(version) {
  const node = executable(version);
  const environment = { ...process.env, PATH: `${dirname(node)}${delimiter}${process.env.PATH}` };
  const run = (...args) =>
    spawnSync(node, args, { cwd: ROOT, env: environment, stdio: 'inherit' }).status === 0;
  console.log(`\nNode ${execFileSync(node, ['--version'], { encoding: 'utf8' }).trim()}`);
  return (
    run('bin/build-if-needed.mjs', '--force') &&
    Object.entries(TESTS).every(([config, paths]) =>
      run(
        '--max-old-space-size=512',
        'node_modules/jest/bin/jest.js',
        '-c',
        config,
        '--silent',
        '--reporters=summary',
        '--testPathPatterns',
        ...paths,
      ),
    )
  );
}

/** @param version a version or range of the package, such as `22` */
function executable(version) {
  const packageName = `node-${process.platform}-${process.arch}@${version}`;
  const args = ['exec', '--yes', `--package=${packageName}`, '-c', 'command -v node'];
  return execFileSync('npm', args, { encoding: 'utf8' }).trim();
}
