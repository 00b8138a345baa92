import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { settings } from '../../src/platform/config/settings';
import { build, type Environment, run } from '../cli/run-cli';
import { startTestService, type TestService } from '../support/test-service';
import { ROOT, textOf } from './files';

const VARIABLES: readonly string[] = Object.values(settings).map(({ variable }) => variable);

function valuesOf(unit: string, name: string): string[] {
  const lines = textOf(unit).split('\n');
  return lines.filter((line) => line.startsWith(`${name}=`)).map((line) => line.slice(name.length + 1));
}

describe('The systemd unit', () => {
  const UNIT = 'deploy/scheduling.service';

  it('gives the service only settings that exist', () => {
    const names = valuesOf(UNIT, 'Environment').map((each) => each.split('=')[0]);
    expect(names).toEqual(['NODE_ENV', 'DATA_DIR']);
    expect(VARIABLES).toContain('DATA_DIR');
  });

  it('keeps its data in its state directory', () => {
    expect(valuesOf(UNIT, 'Environment')).toContain(
      `DATA_DIR=/var/lib/${valuesOf(UNIT, 'StateDirectory')[0]}`,
    );
  });
});

describe('The wrapper deploy/scheduling', () => {
  let database: TestService;
  let folder: string;
  let settingsFile: string;

  beforeAll(async () => {
    await build();
    database = await startTestService();
    folder = await mkdtemp(join(tmpdir(), 'scheduling-unit-'));
    settingsFile = join(folder, 'scheduling.env');
    const text = textOf('deploy/scheduling')
      .replaceAll('/etc/scheduling.env', settingsFile)
      .replaceAll('/opt/scheduling', ROOT)
      .replaceAll('/usr/bin/node', process.execPath)
      .replaceAll('/var/lib/scheduling', join(folder, 'data'));
    await writeFile(join(folder, 'scheduling'), text, { mode: 0o755 });
  }, 180_000);

  afterAll(async () => {
    await database.stop();
    await rm(folder, { recursive: true });
  });

  /** Runs doctor and returns its findings by check. */
  const examine = async (environment: Environment = {}) => {
    const { stdout, stderr } = await run(join(folder, 'scheduling'), ['doctor', '--json'], environment);
    expect(stderr).toBe('');
    const { checks } = JSON.parse(stdout) as { checks: { check: string; finding: string }[] };
    return Object.fromEntries(checks.map(({ check, finding }) => [check, finding]));
  };

  it('uses the working directory, the settings file and the data folder of the unit', () => {
    const wrapper = textOf('deploy/scheduling');
    const unit = 'deploy/scheduling.service';
    expect(wrapper).toContain(`SETTINGS=${valuesOf(unit, 'EnvironmentFile')[0]?.replace('-', '')}\n`);
    expect(wrapper).toContain(`cd ${valuesOf(unit, 'WorkingDirectory')[0]}\n`);
    const [, dataDir] = valuesOf(unit, 'Environment').map((each) => each.split('=')[1]);
    expect(wrapper).toContain(`DATA_DIR="\${DATA_DIR:-${dataDir}}"`);
  });

  it('runs a command with the data folder of the unit when there is no settings file', async () => {
    await rm(settingsFile, { force: true });
    expect((await examine())['database']).toContain(`no embedded PostgreSQL in ${join(folder, 'data')} yet`);
  });

  it('runs a command with the database that the settings file names', async () => {
    await writeFile(settingsFile, `DATABASE_URL=${database.databaseUrl}\n`);
    const { database: found, configuration } = await examine();
    expect(found).toContain(new URL(database.databaseUrl).pathname);
    expect(configuration).toContain(settingsFile);
  });

  it('takes the data folder from the environment first, then from the settings file', async () => {
    await writeFile(settingsFile, `DATA_DIR=${join(folder, 'elsewhere')}\n`);
    expect((await examine())['database']).toContain(`in ${join(folder, 'elsewhere')} yet`);
    const environment = { DATA_DIR: join(folder, 'third') };
    expect((await examine(environment))['database']).toContain(`in ${join(folder, 'third')} yet`);
  });
});
