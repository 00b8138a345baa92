import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { CommandHost } from '../cli/command-host';
import { MailServer } from '../telling/messages/support/mail-server';
import { ServiceProcess } from './service-process';
import { ApiClient } from '../support/api-client';
import { aBooking, aProvider, aService } from '../support/builders';
import { TcpProxy } from '../support/tcp-proxy';
import { startTestService, type TestService } from '../support/test-service';

const PASSWORD = 'correct horse battery';
const METRICS_TOKEN = 'metrics-token-4711-of-a-test';
const SMTP_PASSWORD = 'sm/tp:s3cret word';
const REDIS_PASSWORD = 'r3dis s3cret';
const IDEMPOTENCY_KEY = 'idempotency-4711';

/** Gives the service every kind of secret and makes each dependency fail, then searches all that it writes. */
describe('a secret of the settings or of a request', () => {
  let store: TestService;
  let commands: CommandHost;
  let proxy: TcpProxy;
  let mail: MailServer;
  let dataDir: string;
  let settings: Record<string, string>;
  let secrets: readonly (readonly [what: string, secret: string])[];
  let key: string;
  let logged: string;
  let answers: Record<string, string>;

  beforeAll(async () => {
    commands = await CommandHost.start();
    dataDir = await mkdtemp(join(tmpdir(), 'scheduling-secrets-'));
    store = await startTestService();
    proxy = await TcpProxy.to(store.databaseUrl);
    mail = await MailServer.start({
      authOptional: false,
      // Some mail servers repeat the credentials in their error.
      onAuth: ({ username, password }, _session, done) => {
        done(new Error(`Invalid login: ${String(username)} ${String(password)}`));
      },
    });
    key = (await store.keyOf(1)).key;
    settings = {
      DATABASE_URL: proxy.url,
      DATA_DIR: dataDir,
      METRICS_TOKEN,
      SMTP_URL: mail.url.replace('//', `//ana:${encodeURIComponent(SMTP_PASSWORD)}@`),
      REDIS_URL: `redis://:${encodeURIComponent(REDIS_PASSWORD)}@127.0.0.1:1/0`,
    };
    await live();
    secrets = await theSecrets();
  }, 240_000);

  afterAll(async () => {
    await commands.stop();
    await store.stop();
    await mail.stop();
    await rm(dataDir, { recursive: true });
  });

  /** Runs the service once, makes everything fail once, and keeps its answers and its log. */
  async function live(): Promise<void> {
    const service = ServiceProcess.start({ ...settings, WORKER: 'on', LOG_LEVEL: 'trace' });
    const base = await service.url();
    const admin = new ApiClient(base, key);
    answers = {};
    const note = async (what: string, path: string, method = 'GET', sending = {}) => {
      const answer = await admin.send(method, path, sending);
      answers[what] =
        `${answer.status} ${JSON.stringify([...answer.headers])} ${JSON.stringify(answer.body)}`;
    };
    const page = async (path: string) =>
      (await fetch(base + path, { headers: { authorization: `Bearer ${METRICS_TOKEN}` } })).text();

    const ids = [await aProvider(admin, { password: PASSWORD }), await aService(admin)] as const;
    const headers = { 'idempotency-key': IDEMPOTENCY_KEY };
    const when = { date: '2030-01-07', ignoreSchedule: true };
    await note('booking', '/appointments', 'POST', { body: aBooking(...ids, when), headers });
    await note('replay', '/appointments', 'POST', { body: aBooking(...ids, when), headers });
    await service.hasWritten('Could not send a message');
    await note('wrong key', '/services', 'GET', { headers: { authorization: `Bearer ${key}0` } });
    await note('wrong body', '/providers', 'POST', {
      body: { password: PASSWORD, metricsToken: METRICS_TOKEN },
    });
    await note('audit', '/audit?length=100');
    // The service logs the failure shortly before it stores it.
    do await note('notifications', '/appointments/1/notifications');
    while (answers['notifications']?.includes('"lastError":null') === true);
    await store.query('alter table services rename to things');
    await note('500', '/services', 'GET', { headers });
    await store.query('alter table things rename to services');
    answers['openapi.json'] = await page('/docs/openapi.json');
    answers['openapi.yaml'] = await page('/docs/openapi.yaml');
    answers['docs'] = (await page('/docs')) + (await page('/docs/docs.js'));
    answers['metrics'] = await page('/metrics');
    answers['metrics, refused'] = await (await fetch(`${base}/metrics`)).text();
    await proxy.cut();
    await note('503', '/services');
    answers['not ready'] = await (await fetch(`${base}/health/ready`)).text();
    answers['metrics without a database'] = await page('/metrics');
    logged = (await service.kill('SIGTERM')).written;
  }

  async function theSecrets() {
    const [user] = await store.query<{ password_hash: string }>(
      'select password_hash from users where password_hash is not null',
    );
    const [held] = await store.query<{ hash: string }>(
      `select encode(secret_hash, 'hex') as hash from api_keys order by id desc limit 1`,
    );
    return [
      ['key', key],
      ['secret part of the key', key.split('_')[2] ?? ''],
      ['hash of the key', held?.hash ?? ''],
      ['password', PASSWORD],
      ['hash of the password', user?.password_hash ?? ''],
      ['password of the database', decodeURIComponent(new URL(store.databaseUrl).password)],
      ['password of the mail server', SMTP_PASSWORD],
      ['password of Redis', REDIS_PASSWORD],
      ['token of the metrics', METRICS_TOKEN],
      ['Idempotency-Key', IDEMPOTENCY_KEY],
    ] as const;
  }

  const shownIn = (text: string) =>
    secrets
      .filter(([, secret]) => spellings(secret).some((each) => text.includes(each)))
      .map(([what]) => what);

  it('is at least 8 characters long in this test', () => {
    expect(secrets.filter(([, secret]) => secret.length < 8)).toEqual([]);
  });

  it('appears in no log line when a dependency or a request fails', () => {
    // Each expected failure has happened.
    for (const text of [
      'Redis is away',
      'Could not send a message',
      'Unexpected error',
      '"statusCode":500',
      '"statusCode":503',
      'The database is away',
    ])
      expect(logged).toContain(text);
    expect(shownIn(logged)).toEqual([]);
  });

  it('appears in no answer of the API, the metrics or the documentation', () => {
    expect(answers).toMatchObject({
      booking: expect.stringMatching(/^201/),
      replay: expect.stringMatching(/^422/),
      'wrong key': expect.stringMatching(/^401/),
      'wrong body': expect.stringMatching(/^422/),
      audit: expect.stringMatching(/^200.*"password":/),
      notifications: expect.stringMatching(/^200.*Invalid login/),
      500: expect.stringMatching(/^500/),
      503: expect.stringMatching(/^503/),
      'openapi.json': expect.stringContaining('"openapi":"3.0.0"'),
      metrics: expect.stringContaining('process_cpu_seconds_total'),
    });
    const shown = Object.entries(answers).map(([what, text]) => [what, shownIn(text)]);
    expect(shown).toEqual(Object.keys(answers).map((what) => [what, []]));
  });

  describe('on the command line', () => {
    const wrongDatabase = () => {
      const url = new URL(store.databaseUrl);
      url.password = encodeURIComponent('wr0ng s3cret');
      return url.href;
    };
    const expectSilent = async (environment: Record<string, string>, ...args: string[]) => {
      const { code, stdout, stderr } = await commands.run({ ...settings, ...environment }, ...args);
      expect(code).toBe(1);
      expect(stdout + stderr).not.toBe('');
      expect(shownIn(stdout + stderr)).toEqual([]);
      expect(stdout + stderr).not.toMatch(/wr0ng|s3cret/);
    };

    it.each([[[]], [['--json']]])('is not printed by doctor %j', async (args) => {
      await expectSilent({ DATABASE_URL: store.databaseUrl }, 'doctor', ...args);
      await expectSilent({ DATABASE_URL: wrongDatabase() }, 'doctor', ...args);
    });

    it('is not printed by a command that the database refuses or that cannot reach it', async () => {
      await expectSilent({ DATABASE_URL: wrongDatabase() }, 'api:key', 'list');
      await expectSilent({ DATABASE_URL: wrongDatabase().replace(/:\d+\//, ':1/') }, 'user', 'list');
    });

    it.each([
      ['DATABASE_URL', 'mysql://ana:wr0ng@127.0.0.1/nothing'],
      ['DATABASE_URL', 'postgres//ana:wr0ng@127.0.0.1:nothing'],
      ['DATABASE_URL', 'postgres://ana:wr0ng%zz@127.0.0.1:1/nothing'],
      ['REDIS_URL', 'redis:ana:wr0ng@127.0.0.1'],
      ['SMTP_URL', 'smtp://ana:wr0ng%zz@127.0.0.1'],
      ['METRICS_TOKEN', 'wr0ng'],
    ])('is not printed when %s is invalid: %s', async (variable, value) => {
      await expectSilent({ [variable]: value }, 'api:key', 'list');
      const { written } = await ServiceProcess.start({ ...settings, [variable]: value }).end();
      expect(written).toContain(`${variable} must be`);
      expect(written).not.toMatch(/wr0ng/);
    });
  });

  it('is found by the search of this test in URL and base64 encoding', () => {
    const noise = randomBytes(8).toString('hex');
    expect(shownIn(`${noise} ${encodeURIComponent(SMTP_PASSWORD)}`)).toEqual(['password of the mail server']);
    expect(shownIn(Buffer.from(PASSWORD).toString('base64'))).toEqual(['password']);
  });
});

/** A secret in plain text, percent-encoded, escaped for JSON, in hexadecimal and in base64. */
function spellings(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    encodeURIComponent(secret),
    JSON.stringify(secret).slice(1, -1),
    bytes.toString('hex'),
    bytes.toString('base64').replaceAll('=', ''),
  ];
}
