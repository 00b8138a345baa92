import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { providerSettings } from '../../support/easy-appointments';
import { eventsOf } from '../../support/events';
import { runAtTerminal } from '../run-cli';
import { EasyImports, ZONE } from './easy-imports';
import { counts } from './import-files';

const CUSTOMERS = 620;

describe('import easy-appointments', () => {
  let imports: EasyImports;
  let source = 0;

  beforeAll(async () => {
    imports = await EasyImports.start();
  });

  beforeEach(() => {
    imports.easy.clear();
    source++;
  });

  afterAll(() => imports.stop());

  const run = (...args: string[]) => imports.run('--source', `easy-${source}`, ...args);
  const count = async (what: string) => {
    const [row] = await imports.service.query<{ count: number }>(
      `select count(*)::int as count from ${what}`,
    );
    return row?.count ?? 0;
  };
  const addCustomers = (first = 1) => {
    const customers = Array.from({ length: CUSTOMERS }, (_, i) => ({
      id: first + i,
      firstName: `Kim ${source}`,
    }));
    imports.easy.addAll('customers', customers);
  };
  const addSalon = () => {
    const { easy } = imports;
    easy.add('services', 1, { name: 'Cut' });
    const person = { firstName: 'Ana', email: `ana${source}@example.com`, timezone: ZONE, services: [1] };
    easy.add('providers', 2, { ...person, settings: providerSettings(null) });
    easy.add('customers', 3, { firstName: 'Lea' });
    const time = { start: '2026-03-02 10:00:00', end: '2026-03-02 11:00:00' };
    easy.add('appointments', 4, { serviceId: 1, providerId: 2, customerId: 3, ...time });
  };

  it('reads each collection page by page, in the order of the ids', async () => {
    addCustomers();
    imports.easy.remove('customers', 250);
    expect(await run()).toMatchObject({ code: 0, counts: counts(CUSTOMERS - 1, 0, 0) });
    const pages = imports.easy.requests.filter((each) => /customers.*length=250$/.test(each));
    expect(pages.map((each) => each.replace(/.*\?/, ''))).toEqual(
      [1, 2, 3].map((page) => `sort=id&page=${page}&length=250`),
    );
  });

  it('goes on where it was after it was killed while a page was on its way', async () => {
    addCustomers();
    const { easy } = imports;
    const asked = new Promise<void>((resolve) => {
      easy.intercept = (path) => {
        const isHeld = path.includes('customers?sort=id&page=3&length=250');
        if (isHeld) resolve();
        return isHeld;
      };
    });
    const cli = join(__dirname, '../../../bin/cli.mjs');
    const args = [cli, 'import', 'easy-appointments', '--url', easy.url, '--source', `easy-${source}`];
    const env = { PATH: process.env['PATH'] ?? '', ...imports.environment };
    const child = spawn(process.execPath, args, { cwd: tmpdir(), env, stdio: 'ignore' });
    const ended = once(child, 'exit');
    await asked;
    child.kill('SIGKILL');
    await ended;
    const mine = `customers where first_name = 'Kim ${source}'`;
    expect(await count(mine)).toBe(500);
    easy.intercept = () => false;
    expect(await run()).toMatchObject({ code: 0, counts: counts(CUSTOMERS - 500, 500, 0) });
    expect(await count(mine)).toBe(CUSTOMERS);
  });

  it('takes what is new there, and leaves alone what was changed or deleted here or there', async () => {
    addSalon();
    await run();
    const { admin } = imports.service;
    const found = (resource: string, id: number) =>
      imports.get(`/${resource}?metadata[importedFrom]=easy-${source}:${id}`);
    const [[customer], [appointment]] = [await found('customers', 3), await found('appointments', 4)];
    await admin.patch(`/customers/${String(customer?.['id'])}`, { firstName: 'Renamed' });
    await admin.delete(`/appointments/${String(appointment?.['id'])}`);
    imports.easy.remove('customers', 3);
    imports.easy.add('customers', 3, { firstName: 'Other' });
    imports.easy.add('customers', 5, { firstName: 'New' });
    expect(await run()).toMatchObject({ code: 0, counts: counts(1, 4, 0) });
    const again = (await admin.get(`/customers/${String(customer?.['id'])}`)).body.data;
    expect(again).toMatchObject({ firstName: 'Renamed' });
    const { status } = await admin.get(`/appointments/${String(appointment?.['id'])}`);
    expect(status).toBe(404);
  });

  it('writes in a dry run what the real run writes, and nothing of it stays', async () => {
    addSalon();
    const time = { start: '2026-03-02 10:30:00', end: '2026-03-02 12:00:00' };
    imports.easy.add('appointments', 5, { serviceId: 1, providerId: 2, customerId: 3, ...time });
    const [customers, sources] = [await count('customers'), await count('import_sources')];
    const dry = await run('--dry-run');
    expect([await count('customers'), await count('import_sources')]).toEqual([customers, sources]);
    expect(await run()).toEqual(dry);
    expect(dry).toMatchObject({
      ...{ code: 3, counts: counts(4, 0, 1) },
      refused: { 'appointment 5': `slot_taken: overlaps appointment easy-${source}:4` },
    });
  });

  it('tries again when the server is busy or away for a moment', async () => {
    addSalon();
    const faults = [429, 503, 0];
    imports.easy.intercept = (path, response) => {
      const fault = path.includes('/customers?') ? faults.shift() : undefined;
      if (fault === 0) response.socket?.resetAndDestroy();
      else if (fault !== undefined) response.writeHead(fault, { 'retry-after': '0' }).end('busy');
      return fault !== undefined;
    };
    expect(await run()).toMatchObject({ code: 0, counts: counts(4, 0, 0) });
    expect(faults).toEqual([]);
  });

  it('stops when the server goes on failing, keeps what it has taken, and says what the server said', async () => {
    addSalon();
    imports.easy.intercept = (path, response) => {
      if (!path.includes('/customers?')) return false;
      const exception = { success: false, message: 'Unknown column' };
      response.writeHead(500, { 'retry-after': '0' }).end(JSON.stringify(exception));
      return true;
    };
    const { code, counts: none, stderr } = await run();
    expect({ code, none }).toEqual({ code: 1, none: undefined });
    expect(stderr).toContain('answers with the status 500: Unknown column');
    imports.easy.intercept = () => false;
    expect(await run()).toMatchObject({ code: 0, counts: counts(2, 2, 0) });
  });

  it.each([
    ['', 2, (i: number) => ({ id: i + 1 })],
    [', and whose rows have no ids', 1, () => ({})],
  ])('does not read for ever from a server that ignores the page%s', async (_more, page, idOf) => {
    addCustomers();
    imports.easy.intercept = (path, response) => {
      if (!path.includes('/customers?')) return false;
      const rows = Array.from({ length: 250 }, (_, i) => ({ ...idOf(i), firstName: 'Kim' }));
      response.end(JSON.stringify(path.includes('length=250') ? rows : []));
      return true;
    };
    const { code, stderr } = await run();
    expect(code).toBe(1);
    expect(stderr).toContain(`page ${page} of customers has no rows that come after those before`);
  });

  it('finds the API behind index.php or without it, from any of its addresses', async () => {
    addSalon();
    const paths = ['', '/', '/index.php', '/index.php/api/v1/', '/api/v1'];
    for (const path of paths) expect((await run('--url', imports.easy.url + path)).code).toBe(0);
    imports.easy.isRewritten = true;
    expect((await run()).code).toBe(0);
  });

  it('does nothing with a wrong token or another server, and shows the token nowhere', async () => {
    const { easy } = imports;
    const wrong = await imports.runBare({}, '--url', easy.url, '--token', 'wr0ng-token');
    expect(wrong).toMatchObject({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining('does not accept the token'),
    });
    easy.intercept = (_, response) => {
      response.writeHead(302, { location: 'https://elsewhere.example.com/' }).end();
      return true;
    };
    const moved = await run();
    expect(moved.stderr).toContain(
      'redirects to https://elsewhere.example.com/: give that address with --url',
    );
    easy.intercept = (_, response) => {
      response.end('<html>Hello</html>');
      return true;
    };
    const other = await run();
    expect(other.stderr).toContain('is no Easy!Appointments with a REST API');
    expect(JSON.stringify([wrong, moved, other])).not.toMatch(/wr0ng-token|a-t0ken/);
  });

  it('warns where the way to the server is not encrypted', async () => {
    addSalon();
    const { code, stderr } = await run('--url', imports.easy.url.replace('127.0.0.1', '0.0.0.0'));
    expect(code).toBe(0);
    expect(stderr).toMatch(
      /^http:\/\/0\.0\.0\.0:\d+\/easy is not encrypted: the token and all data can be read/,
    );
    expect((await run()).stderr).not.toContain('encrypted');
  });

  it('shows a terminal how many rows of each collection are done, and how fast', async () => {
    addCustomers();
    const args = ['import', 'easy-appointments', '--url', imports.easy.url, '--source', `easy-${source}`];
    const { code, stdout } = await runAtTerminal('', imports.environment, ...args);
    expect(code).toBe(0);
    expect(stdout).toMatch(/\[#{10}\.{20}\] 250 of 750 rows, customers: \d+ a second/);
    expect(stdout).toMatch(/\[#{30}\] 620 of 620 rows, customers: \d+ a second/);
  });

  it('needs a token, and a time zone where the system names none', async () => {
    const none = await imports.runBare({}, '--url', imports.easy.url);
    expect(none.stderr).toBe('error: --token or the variable EASY_APPOINTMENTS_TOKEN is required\n');
    imports.easy.settings['default_timezone'] = null;
    expect((await run()).stderr).toContain('say it with --timezone');
    imports.easy.settings['default_timezone'] = ZONE;
    const statuses = await imports.runBare({}, '--url', imports.easy.url, '--statuses', 'Storniert=gone');
    expect(statuses.stderr).toContain('--statuses must be a list such as Storniert=cancelled');
  });

  it('sends no message and no delivery, and writes events and audit entries that say import', async () => {
    addSalon();
    const { service } = imports;
    await service.admin.post('/webhooks', { url: 'https://8.8.8.8/hook' });
    const events = await eventsOf(service, () => run());
    expect(events.map(({ type, requestId }) => `${type} ${requestId ?? ''}`)).toEqual(
      ['service.created', 'provider.created', 'customer.created', 'appointment.booked'].map(
        (type) => `${type} easy-${source}`,
      ),
    );
    expect(await service.query('select event_id from webhook_deliveries')).toEqual([]);
    expect(await count('notifications')).toBe(0);
    const audit = await imports.get(`/audit?limit=200&sort=id:desc`);
    const mine = audit.filter(({ requestId }) => requestId === `easy-${source}`);
    expect(new Set(mine.map(({ via }) => via))).toEqual(new Set(['import']));
  });
});
