import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { build, runCli } from '../cli/run-cli';
import { TcpProxy } from '../support/tcp-proxy';
import { startTestService, type TestService } from '../support/test-service';
import { MigratingInstance } from './migrating-instance';
import { ServiceProcess } from './service-process';

const UNREACHABLE = 'postgres://other:s3cret@127.0.0.1:1/nothing';
/** What an instance says that migrates, or waits until another one has. */
const MIGRATING = 'Migrating the database, which can take a minute…\n';

describe('A process', () => {
  let database: TestService;
  let occupant: Server;
  let wrongPassword: string;

  beforeAll(async () => {
    await build();
    database = await startTestService();
    const url = new URL(database.databaseUrl);
    url.password = 's3cret';
    wrongPassword = url.href;
    occupant = createServer().listen(0, '127.0.0.1');
    await once(occupant, 'listening');
  }, 180_000);

  afterAll(async () => {
    occupant.close();
    await database.stop();
  });

  it.each(['main', 'worker'] as const)(
    'of %s reports in one line that PostgreSQL refuses its password, and ends with exit code 1',
    async (program) => {
      const { code, written } = await ServiceProcess.start(
        { DATABASE_URL: wrongPassword },
        { program },
      ).end();
      const name = program === 'main' ? 'service' : 'worker';
      expect(written).toMatch(
        new RegExp(`^The ${name} cannot run: PostgreSQL says: password authentication failed .*\n$`),
      );
      expect(code).toBe(1);
    },
  );

  it('of a command reports in one line that PostgreSQL refuses its password, and ends with exit code 1', async () => {
    expect(await runCli({ DATABASE_URL: wrongPassword }, 'user', 'list')).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringMatching(/^error: PostgreSQL says: password authentication failed .*\n$/),
    });
  });

  it.each(['main', 'worker'] as const)(
    'of %s reports in one line of its log that the database is unreachable, waits for it, and shows no banner',
    async (program) => {
      const waiting = ServiceProcess.start({ DATABASE_URL: UNREACHABLE, LOG_LEVEL: 'info' }, { program });
      await waiting.hasWritten('has started');
      const { code, written } = await waiting.kill('SIGTERM');
      const lines = written.split('\n').filter((line) => line.startsWith('{'));
      const logged = lines.map((line) => JSON.parse(line) as { level: number; msg: string });
      expect(logged.filter(({ level }) => level > 30).map(({ msg }) => msg)).toEqual([
        'The database is away (connect ECONNREFUSED 127.0.0.1:1); waiting for it',
      ]);
      expect(written).not.toMatch(/s3cret|\n\s+at |Make a key|Worker\n/);
      expect(code).toBe(0);
    },
  );

  it('of the service says where it answers 503 while the database is unreachable, and shows its banner afterwards', async () => {
    const proxy = await TcpProxy.to(database.databaseUrl);
    await proxy.cut();
    const waiting = ServiceProcess.start({ DATABASE_URL: proxy.url });
    await waiting.hasWritten('answers 503.\n');
    expect(waiting.output).toMatch(
      /^Until PostgreSQL at \S+ answers, the API http:\S+\/api\/v1 answers 503.\n$/,
    );
    await proxy.mend();
    await waiting.hasWritten('Make a key');
    expect((await waiting.kill('SIGTERM')).code).toBe(0);
    await proxy.cut();
  });

  it('of a command reports in one line that the database is unreachable, and ends with exit code 1', async () => {
    expect(await runCli({ DATABASE_URL: UNREACHABLE }, 'user', 'list')).toEqual({
      code: 1,
      stdout: '',
      stderr: 'error: The database is away: connect ECONNREFUSED 127.0.0.1:1\n',
    });
  });

  it.each([
    ['Europe/Lisbon', 'Europe/Lisbon'],
    ['', 'UTC (set BUSINESS_TIMEZONE in .env to that of the business, such as Europe/Berlin)'],
  ])('of the service names its zone, here with BUSINESS_TIMEZONE=%s', async (zone, named) => {
    const settings = { DATABASE_URL: database.databaseUrl, ...(zone !== '' && { BUSINESS_TIMEZONE: zone }) };
    const running = ServiceProcess.start(settings);
    await running.hasWritten('Ctrl-C');
    const { written } = await running.kill('SIGTERM');
    expect(/^ {2}Zone +(.*)$/m.exec(written)?.[1]).toBe(named);
  });

  it.each(['main', 'worker'] as const)('of %s logs its start and its stop', async (program) => {
    const running = ServiceProcess.start(
      { DATABASE_URL: database.databaseUrl, LOG_LEVEL: 'info' },
      { program },
    );
    await running.hasWritten(program === 'main' ? 'Scheduling service' : '  Worker\n');
    const { written } = await running.kill('SIGTERM');
    const lines = written.split('\n').filter((line) => line.startsWith('{'));
    const logged = lines.map((line) => JSON.parse(line) as Record<string, unknown>);
    const name = program === 'main' ? 'service' : 'worker';
    const { host, pathname } = new URL(database.databaseUrl);
    expect(logged).toContainEqual(
      expect.objectContaining({
        msg: `The ${name} has started`,
        version: expect.stringMatching(/^\d+\.\d+\.\d+/),
        database: `PostgreSQL at ${host}${pathname}`,
      }),
    );
    expect(logged.slice(-2)).toMatchObject([
      { msg: `The ${name} is stopping`, signal: 'SIGTERM' },
      { msg: `The ${name} has stopped` },
    ]);
  });

  it.each(['main', 'worker'] as const)(
    'of %s warns of variables that look like settings, which it ignores',
    async (program) => {
      const settings = {
        DATABASE_URL: database.databaseUrl,
        LOG_LEVEL: 'warn',
        RATE_LIMITS: '10',
        EDITOR: 'vi',
      };
      const running = ServiceProcess.start(settings, { program });
      await running.hasWritten(program === 'main' ? 'Scheduling service' : '  Worker\n');
      const { written } = await running.kill('SIGTERM');
      const lines = written.split('\n').filter((line) => line.startsWith('{'));
      expect(lines.map((line) => (JSON.parse(line) as { msg: string }).msg)).toEqual([
        'RATE_LIMITS is not a setting; did you mean RATE_LIMIT?',
      ]);
    },
  );

  it('of the service stops at a signal before it has started, here while another instance migrates', async () => {
    const migrating = await MigratingInstance.start();
    const waiting = ServiceProcess.start({ DATABASE_URL: migrating.url });
    await migrating.blocksOther();
    expect(await waiting.kill('SIGTERM')).toEqual({ code: 0, written: MIGRATING });
    await migrating.end();
    await migrating.drop();
  });

  it('of the service finds a taken port before it creates a database', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'scheduling-port-'));
    const DATA_DIR = join(folder, 'data');
    const PORT = String((occupant.address() as AddressInfo).port);
    expect(await ServiceProcess.start({ DATA_DIR, PORT }).end()).toEqual({
      code: 1,
      written: `The service cannot run: Port ${PORT} is in use by another program; set PORT to a free one.\n`,
    });
    expect(existsSync(DATA_DIR)).toBe(false);
    await rm(folder, { recursive: true });
  });

  it('of the service reports in one line that its port was taken while it started, here while another instance migrates', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as AddressInfo;
    other.close();
    const migrating = await MigratingInstance.start();
    const starting = ServiceProcess.start({ DATABASE_URL: migrating.url, PORT: String(port) });
    await migrating.blocksOther();
    other.listen(port, '127.0.0.1');
    await once(other, 'listening');
    await migrating.end();
    expect(await starting.end()).toEqual({
      code: 1,
      written: `${MIGRATING}The service cannot run: Port ${port} is in use by another program; set PORT to a free one.\n`,
    });
    other.close();
    await migrating.drop();
  });

  it.each([
    ['PORT', 'in use', () => ({ PORT: String((occupant.address() as AddressInfo).port) })],
    ['HOST', 'no address of this machine', () => ({ HOST: '192.0.2.1' })],
  ])(
    'of the service reports in one line that it cannot listen: %s is %s',
    async (setting, reason, settings) => {
      const { code, written } = await ServiceProcess.start({
        DATABASE_URL: database.databaseUrl,
        ...settings(),
      }).end();
      expect(written).toMatch(new RegExp(`^The service cannot run: .*\n$`));
      expect(written).toContain(reason);
      expect(written).toContain(setting);
      expect(code).toBe(1);
    },
  );
});
