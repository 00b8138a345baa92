import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MailServer } from '../telling/messages/support/mail-server';
import { ServiceProcess } from '../process/service-process';
import { aProvider } from '../support/builders';
import { createEmptyDatabase } from '../support/database/empty-database';
import { startTestService, type TestService } from '../support/test-service';
import { CommandHost } from './command-host';
import { type Environment, runCli } from './run-cli';

/** An address at which no program listens. */
const NOWHERE = '127.0.0.1:1';

interface Finding {
  readonly check: string;
  readonly status: string;
  readonly finding: string;
}

describe('The command doctor', () => {
  let service: TestService;
  let mail: MailServer;
  let folder: string;
  let environment: Environment;
  let commands: CommandHost;

  beforeAll(async () => {
    commands = await CommandHost.start();
    service = await startTestService({ environment: { WEBHOOK_ALLOW_PRIVATE: 'on' } });
    mail = await MailServer.start({
      authOptional: false,
      onAuth: ({ password }, _session, done) => {
        done(password === 's3cret' ? null : new Error('Invalid login'), { user: 'ana' });
      },
    });
    folder = await mkdtemp(join(tmpdir(), 'scheduling-doctor-'));
    environment = {
      DATABASE_URL: service.databaseUrl,
      DATA_DIR: join(folder, 'data'),
      SMTP_URL: mail.url.replace('//', '//ana:s3cret@'),
      MAIL_FROM: 'Salon <salon@example.com>',
      PUBLIC_URL: 'https://salon.example.com',
      SECURITY_CONTACT: 'it@salon.example.com',
    };
  }, 180_000);

  afterAll(async () => {
    await commands.stop();
    await service.stop();
    await mail.stop();
    await rm(folder, { recursive: true });
  });

  /** Runs doctor and returns its findings by check. */
  async function examine(more: Environment = {}) {
    const { code, stdout, stderr } = await commands.run({ ...environment, ...more }, 'doctor', '--json');
    expect(stderr).toBe('');
    expect(stdout).not.toMatch(/s3cret|wr0ng|\n\s+at /);
    const { status, checks } = JSON.parse(stdout) as { status: string; checks: Finding[] };
    return { code, status, found: Object.fromEntries(checks.map(({ check, ...rest }) => [check, rest])) };
  }

  it('reports ok for every check of a sound installation', async () => {
    const { code, status, found } = await examine({ BUSINESS_TIMEZONE: 'europe/berlin' });
    expect({ code, status }).toEqual({ code: 0, status: 'ok' });
    const ok = (words: RegExp) => ({ status: 'ok', finding: expect.stringMatching(words) });
    expect(found).toEqual({
      configuration: ok(
        /^\d+ settings, from the environment; changed from the default: PUBLIC_URL, DATA_DIR, DATABASE_URL, BUSINESS_TIMEZONE, SECURITY_CONTACT, SMTP_URL, MAIL_FROM$/,
      ),
      database: ok(/^PostgreSQL at 127\.0\.0\.1:\d+\/test_\w+, version \d+/),
      extensions: ok(/^btree_gist [\d.]+, pg_trgm [\d.]+, ICU collations$/),
      migrations: ok(/^all \d+ are run$/),
      connections: ok(/^DATABASE_POOL_SIZE is 10; the server allows \d+/),
      clock: ok(/^the clock of the database is 0\.\d s away from that of this machine$/),
      'zone rules': ok(
        /^the service applies those of 20\d\d\w; Node and PostgreSQL agree on the zone in use for two years$/,
      ),
      'wall clocks': ok(/^everything to come has the wall clock that was agreed$/),
      'busy calendars': ok(/^0 active, all of them fetched within the last 24 hours, and each event read$/),
      'data folder': ok(/data is writable, \d+ MiB free$/),
      'files folder': ok(/data\/storage is writable, \d+ MiB free$/),
      mail: ok(/^127\.0\.0\.1:\d+ accepts the login; messages come from salon@example\.com$/),
      redis: ok(/^no REDIS_URL/),
      'sign in': ok(/^no OIDC_ISSUER/),
      'public address': ok(/^links begin with https:\/\/salon\.example\.com$/),
      'security contact': ok(/^\/\.well-known\/security\.txt names mailto:it@salon\.example\.com$/),
    });
  });

  it('warns when people cannot find out where to report a fault of security', async () => {
    const { code, found } = await examine({ SECURITY_CONTACT: '' });
    expect({ code, contact: found['security contact'] }).toEqual({
      code: 0,
      contact: {
        status: 'warning',
        finding:
          'SECURITY_CONTACT is not set: people who find a fault of security cannot find out where to report it',
      },
    });
  });

  it('warns of variables that look like settings, which the service ignores', async () => {
    const { code, status, found } = await examine({ RATE_LIMITS: '10', EDITOR: 'vi' });
    expect({ code, status }).toEqual({ code: 0, status: 'warning' });
    expect(found['setting names']).toEqual({
      status: 'warning',
      finding: 'RATE_LIMITS is not a setting; did you mean RATE_LIMIT?',
    });
    const faulty = await examine({ RATE_LIMITS: '10', PORT: 'http' });
    expect(Object.keys(faulty.found)).toEqual(['configuration', 'setting names']);
  });

  it('names the faults of templates, which are not used', async () => {
    const templates = join(folder, 'templates');
    await mkdir(join(templates, 'de'), { recursive: true });
    await writeFile(join(templates, 'de/reminder.txt'), 'Hallo {{name}}');
    const more = { MESSAGE_TEMPLATES: templates };
    const sound = await examine(more);
    expect(sound.found['message templates']).toEqual({ status: 'ok', finding: `1 in ${templates}` });
    await writeFile(join(templates, 'de/reminder.html'), '<p>{{#details}}{{lable}}</p>');
    const faulty = await examine(more);
    expect([faulty.code, faulty.found['message templates']]).toEqual([
      0,
      { status: 'warning', finding: 'de/reminder.html: Unclosed section "details" at 28' },
    ]);
    const missing = await examine({ MESSAGE_TEMPLATES: join(folder, 'nowhere') });
    expect(missing.found['message templates']).toMatchObject({ status: 'fault' });
  });

  it('names the faults of templates of SMS, and files of a message that is no SMS', async () => {
    const templates = join(folder, 'texts');
    await mkdir(join(templates, 'fr'), { recursive: true });
    const more = { MESSAGE_TEMPLATES: templates };
    await writeFile(join(templates, 'fr/reminder.sms.txt'), '{{strat}}');
    const faulty = await examine(more);
    const found = { status: 'warning', finding: 'fr/reminder.sms.txt: {{strat}} is no variable' };
    expect(faulty.found['message templates']).toEqual(found);
    await writeFile(join(templates, 'fr/reminder.sms.txt'), '{{start}}');
    await writeFile(join(templates, 'fr/update.sms.txt'), '{{start}}');
    const mistaken = await examine(more);
    expect(mistaken.found['message templates']?.finding).toMatch(/^fr\/update\.sms\.txt: is no template/);
  });

  it('warns while SMS is on and no active webhook receives the texts', async () => {
    const sms = async () => (await examine({ SMS: 'webhook' })).found['SMS'];
    const webhook = async (types: string[] | null) =>
      (await service.admin.post('/webhooks', { url: 'http://127.0.0.1:65535/sms', types })).body.data
        .id as number;
    expect((await examine()).found['SMS']).toBeUndefined();
    await webhook(['appointment.*']);
    const without = 'SMS is webhook, but no active webhook receives message.due: customers get no SMS';
    expect(await sms()).toEqual({ status: 'warning', finding: without });
    const id = await webhook(['message.*']);
    await webhook(null);
    const receiving = { status: 'ok', finding: '2 active webhooks receive message.due' };
    expect(await sms()).toEqual(receiving);
    await service.admin.patch(`/webhooks/${id}`, { active: false });
    expect(await sms()).toMatchObject({ finding: '1 active webhooks receive message.due' });
    await service.query('delete from webhooks');
  });

  it('prints one line for each check', async () => {
    const { code, stdout } = await runCli(environment, 'doctor');
    expect(code).toBe(0);
    const lines = stdout.trimEnd().split('\n');
    expect(lines[0]).toMatch(/^STATUS +CHECK +FINDING$/);
    expect(lines.slice(1)).toHaveLength(16);
    expect(lines.slice(1).filter((line) => !/^ok {6}[a-z]+( [a-z]+)* {2,}\S/.test(line))).toEqual([]);
  });

  it('reports all faults of one run together', async () => {
    const file = join(folder, 'file');
    await writeFile(file, '');
    const { code, status, found } = await examine({
      DATABASE_URL: `postgres://ana:s3cret@${NOWHERE}/nothing`,
      SMTP_URL: `smtp://ana:s3cret@${NOWHERE}`,
      REDIS_URL: `redis://:s3cret@${NOWHERE}/0`,
      STORAGE_DIR: join(file, 'storage'),
    });
    expect({ code, status }).toEqual({ code: 1, status: 'fault' });
    const refused = 'connect ECONNREFUSED 127.0.0.1:1';
    expect(found).toMatchObject({
      database: { status: 'fault', finding: `PostgreSQL at ${NOWHERE}/nothing: ${refused}` },
      mail: { status: 'fault', finding: `${NOWHERE}: ${refused}` },
      redis: { status: 'fault', finding: expect.stringContaining(`${NOWHERE}/0: ${refused}`) },
      'files folder': { status: 'fault', finding: expect.stringContaining('ENOTDIR') },
      'data folder': { status: 'ok' },
    });
    expect(found).not.toHaveProperty('migrations');
  });

  it('reports a wrong password of the database and of the mail server', async () => {
    const wrongPassword = new URL(service.databaseUrl);
    wrongPassword.password = 'wr0ng';
    const { code, found } = await examine({
      DATABASE_URL: wrongPassword.href,
      SMTP_URL: mail.url.replace('//', '//ana:wr0ng@'),
    });
    expect(code).toBe(1);
    expect(found['database']).toMatchObject({ status: 'fault', finding: expect.stringMatching(/password/) });
    expect(found['mail']).toMatchObject({ status: 'fault', finding: expect.stringMatching(/Invalid login/) });
  });

  it('warns of a pool that is too large and of a missing sender address', async () => {
    const { code, status, found } = await examine({ DATABASE_POOL_SIZE: '500', MAIL_FROM: '' });
    expect({ code, status }).toEqual({ code: 0, status: 'warning' });
    expect(found['connections']).toMatchObject({
      status: 'warning',
      finding: expect.stringMatching(/too few/),
    });
    expect(found['mail']).toMatchObject({ status: 'warning', finding: expect.stringMatching(/MAIL_FROM/) });
  });

  it('warns, once mail is sent, that links lead to localhost without PUBLIC_URL', async () => {
    const link = 'no PUBLIC_URL: links begin with http://localhost:3000';
    const { code, found } = await examine({ PUBLIC_URL: '' });
    expect(code).toBe(0);
    expect(found['public address']).toEqual({
      status: 'warning',
      finding: `${link}, which works on this machine only`,
    });
    const silent = await examine({ PUBLIC_URL: '', SMTP_URL: '' });
    expect(silent.found['public address']).toEqual({ status: 'ok', finding: link });
  });

  it('warns of active busy calendars that have not been fetched for 24 hours, and of events that cannot be read', async () => {
    const providerId = await aProvider(service.admin);
    const path = `/providers/${providerId}/busy-calendars`;
    const add = async (active: boolean) =>
      (await service.admin.post(path, { url: 'https://8.8.8.8/busy.ics', active })).body.data.id as number;
    const [stale, fetched] = [await add(true), await add(true), await add(false)];
    // The clock of the service stands at some other time; the command uses that of the machine.
    await service.query(`update busy_calendars set created_at = now() - interval '25 hours'`);
    await service.query(
      `update busy_calendars set last_fetched_at = now() - interval '23 hours', unreadable_events = 2 where id = $1`,
      [fetched],
    );
    const { code, status, found } = await examine();
    await service.query('delete from busy_calendars');
    expect({ code, status }).toEqual({ code: 0, status: 'warning' });
    expect(found['busy calendars']).toEqual({
      status: 'warning',
      finding:
        `1 of 2 not fetched for 24 hours; their lastError says why: ${stale}. ` +
        `1 of 2 with events that cannot be read; their unreadable says which: ${fetched}`,
    });
  });

  it('reports migrations that have not run, without running them', async () => {
    const empty = await createEmptyDatabase();
    for (let look = 0; look < 2; look++) {
      const { code, found } = await examine({ DATABASE_URL: empty.url });
      expect(code).toBe(0);
      expect(found['migrations']).toEqual({
        status: 'warning',
        finding: expect.stringMatching(
          /^the next start of the service will run \d+, from 1790000000000-people on$/,
        ),
      });
    }
    await empty.drop();
  });

  it('warns of migrations of a newer version, and reports those that removed what this version uses', async () => {
    await service.query(
      `insert into migrations (timestamp, name) values (4102444800000, 'Future4102444800000')`,
    );
    const ahead = await examine();
    await service.query(`comment on table migrations is 'Serves builds from 4102444700000 on'`);
    const outdated = await examine();
    await service.query(`delete from migrations where name = 'Future4102444800000'`);
    await service.query('comment on table migrations is null');
    const newer = 'a newer version of the service has migrated this database: Future4102444800000';
    expect(ahead.found['migrations']).toEqual({
      status: 'warning',
      finding: `${newer}; this version still works with it`,
    });
    expect(outdated.code).toBe(1);
    expect(outdated.found['migrations']).toEqual({
      status: 'fault',
      finding: `${newer}; it has removed what this version uses`,
    });
  });

  it('reports each fault of the configuration', async () => {
    const { stdout, code } = await runCli({ PORT: 'http', RATE_LIMIT: '0' }, 'doctor', '--json');
    expect(code).toBe(1);
    expect(JSON.parse(stdout)).toEqual({
      status: 'fault',
      checks: [
        { check: 'configuration', status: 'fault', finding: 'PORT must be a whole number from 0 to 65535' },
        {
          check: 'configuration',
          status: 'fault',
          finding: 'RATE_LIMIT must be a whole number from 1 to 1000000000',
        },
      ],
    });
  });

  it('reports the settings files and the database that they configure', async () => {
    const file = join(folder, 'scheduling.env');
    await writeFile(file, `DATABASE_URL=${service.databaseUrl}\nBUSINESS_TIMEZONE=Europe/Berlin\n`);
    const { stdout } = await runCli({}, 'doctor', '--json', '--env-file', file);
    const { checks } = JSON.parse(stdout) as { checks: Finding[] };
    const { host, pathname } = new URL(service.databaseUrl);
    expect(checks).toContainEqual({
      check: 'configuration',
      status: 'ok',
      finding: expect.stringMatching(
        /^\d+ settings, from the environment and \/.*\/scheduling\.env; changed from the default: DATABASE_URL, BUSINESS_TIMEZONE$/,
      ),
    });
    expect(checks).toContainEqual({
      check: 'database',
      status: 'ok',
      finding: expect.stringContaining(`PostgreSQL at ${host}${pathname}, version`),
    });
  });

  it('reports an embedded database that does not exist yet, without creating it', async () => {
    const dataDir = join(folder, 'nowhere');
    const { code, found } = await examine({ DATABASE_URL: '', DATA_DIR: dataDir });
    expect(code).toBe(0);
    expect(found['database']).toEqual({
      status: 'warning',
      finding: `no embedded PostgreSQL in ${dataDir} yet: the first start of the service makes it`,
    });
    expect(existsSync(dataDir)).toBe(false);
  });

  it('checks an embedded database while the service runs and after it has stopped', async () => {
    const embedded = { DATABASE_URL: '', DATA_DIR: join(folder, 'embedded') };
    const running = ServiceProcess.start(embedded);
    await running.url();
    const during = await examine(embedded);
    expect((await running.kill('SIGTERM')).code).toBe(0);
    const after = await examine(embedded);
    for (const { code, found } of [during, after]) {
      expect(code).toBe(0);
      expect(found['database']?.finding).toMatch(/^embedded PostgreSQL in .*, version 18/);
      expect(found['migrations']?.finding).toMatch(/^all \d+ are run$/);
    }
  });
});
