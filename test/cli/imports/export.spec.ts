import { mkdir, readdir, stat, writeFile } from 'node:fs/promises';
import { Database } from '../../../src/platform/database/database';
import { Snapshots } from '../../../src/platform/database/snapshots';
import { startTestService, type TestService } from '../../support/test-service';
import { CommandHost } from '../command-host';
import type { Ended } from '../run-cli';
import { ImportFiles } from './import-files';

type Item = Readonly<Record<string, unknown>> & {
  readonly providerId?: number | null;
  readonly resourceId?: number | null;
};

/** The resources whose rows have a path of their own. */
const WITH_PATHS = [
  ...['appointments', 'categories', 'customers', 'locations', 'providers', 'resources'],
  ...['series', 'services', 'visits', 'waitlist'],
];

describe('export --to', () => {
  let host: CommandHost;
  let service: TestService;
  let files: ImportFiles;
  let folder: string;
  let ended: Ended;

  beforeAll(async () => {
    host = await CommandHost.start();
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: 'Europe/Berlin' } });
    service.clock.set(new Date().toISOString());
    files = await ImportFiles.create(host, service, 'Europe/Berlin');
    folder = files.path('export');
    await host.run(files.environment, 'demo');
    await service.admin.post('/customers', {
      firstName: '=1+1',
      phone: '+49 30 1',
      notes: 'one\n"two", three',
    });
    await service.admin.post('/closures', { start: '2027-12-24', end: '2027-12-26', reason: 'Christmas' });
    await service.admin.put('/special-hours/2027-12-23', { hours: [{ start: '09:00', end: '12:00' }] });
    ended = await host.run(files.environment, 'export', '--to', folder);
  }, 180_000);

  afterAll(async () => {
    await Promise.all([host.stop(), service.stop(), files.remove()]);
  });

  /** Without what no GET shows. */
  const lines = async (name: string): Promise<Item[]> => {
    const text = await files.read(`export/${name}.jsonl`);
    return text
      .split('\n')
      .filter(Boolean)
      .map(
        (line) => JSON.parse(line, (name, value: unknown) => (name === 'stored' ? undefined : value)) as Item,
      );
  };
  /** As GET shows it, but for the links of customers. */
  const data = async (path: string) => {
    const text = JSON.stringify((await service.admin.get(path)).body.data);
    return JSON.parse(text, (name, value: unknown) => (name === 'manageUrl' ? undefined : value)) as Item &
      Item[];
  };

  it('says how many rows of each resource there are', () => {
    expect(ended).toMatchObject({ code: 0, stderr: '' });
    expect(ended.stdout).toMatch(/^RESOURCE +ROWS\nappointments +\d{3}\nbusiness-hours +1\n/);
  });

  it.each(WITH_PATHS)('writes each of the %s as its GET shows it', async (name) => {
    const items = await lines(name);
    const rows = name === 'series' || name === 'visits' ? items.length : undefined;
    const total = rows ?? (await service.admin.get(`/${name}?length=1`)).body.meta?.total;
    expect(items).toHaveLength(total as number);
    expect(items.length).toBeGreaterThan(0);
    for (const item of items) expect(await data(`/${name}/${String(item['id'])}`)).toEqual(item);
  });

  it('writes hours, closures and time off as their lists show them, with their owner', async () => {
    expect(await lines('business-hours')).toEqual([await data('/business-hours')]);
    expect(await lines('closures')).toEqual(await data('/closures'));
    const special = await lines('special-hours');
    const timeOff = await lines('time-off');
    expect([special.length, timeOff.length]).toEqual([2, 2]);
    for (const { providerId, ...item } of special) {
      const path = providerId === null ? '/special-hours' : `/providers/${providerId}/special-hours`;
      expect(await data(path)).toEqual([item]);
    }
    for (const { providerId, resourceId, ...item } of timeOff) {
      const owner = providerId === null ? `resources/${resourceId}` : `providers/${providerId}`;
      expect(await data(`/${owner}/time-off`)).toEqual([item]);
    }
  });

  it('writes the same as comma-separated values, with a mark before what would be a formula', async () => {
    const [header = '', ...rows] = (await files.read('export/customers.csv')).split('\r\n').slice(0, -1);
    expect(header.split(',')).toEqual(Object.keys((await lines('customers'))[0] ?? {}));
    expect(rows).toHaveLength((await lines('customers')).length);
    expect(rows.at(-1)).toMatch(/^\d+,'=1\+1,,,'\+49 30 1,,"one\n""two"", three",,,,\{\},2/);
  });

  it('takes such a file back as it was', async () => {
    const text = await files.read('export/customers.csv');
    const [header = '', ...rows] = text.split('\r\n').slice(0, -1);
    const path = await files.write('back.csv', [header, rows.at(-1)].join('\r\n'));
    const { code } = await files.run('csv', '--customers', path, '--source', 'back');
    expect(code).toBe(0);
    const id = (await lines('customers')).at(-1)?.['id'] as number;
    expect(await data(`/customers?metadata[importedFrom]=back:${id}`)).toMatchObject([
      { firstName: '=1+1', phone: '+49 30 1', notes: 'one\n"two", three' },
    ]);
  });

  it('writes a calendar of the appointments', async () => {
    const calendar = await files.read('export/appointments.ics');
    expect(calendar).toMatch(/^BEGIN:VCALENDAR\r\n[^]*END:VCALENDAR/);
    expect(calendar.match(/BEGIN:VEVENT/g)).toHaveLength((await lines('appointments')).length);
  });

  it('writes no key and no secret, in a folder that is its owner’s alone', async () => {
    const names = await readdir(folder);
    const modes = await Promise.all(
      names.map(async (name) => (await stat(`${folder}/${name}`)).mode & 0o777),
    );
    expect([(await stat(folder)).mode & 0o777, ...new Set(modes)]).toEqual([0o700, 0o600]);
    expect(
      names
        .map((name) => name.replace(/\..*/, ''))
        .filter((name) => /key|webhook|audit|event|feed|hold/.test(name)),
    ).toEqual([]);
    const texts = await Promise.all(names.map((name) => files.read(`export/${name}`)));
    expect(texts.join()).not.toMatch(/manageUrl|xsk_|whsec_|scrypt|password/);
  });

  it('leaves a folder alone that is not empty, or that is a file', async () => {
    await mkdir(files.path('full'));
    await writeFile(files.path('full/note.txt'), 'mine');
    for (const [name, message] of [
      ['full', 'is not empty'],
      ['full/note.txt', 'cannot be used'],
    ] as const) {
      const refused = await host.run(files.environment, 'export', '--to', files.path(name));
      expect(refused).toEqual({ code: 1, stdout: '', stderr: expect.stringContaining(message) });
    }
    expect(await readdir(files.path('full'))).toEqual(['note.txt']);
  });

  it('reads one moment, also when others commit meanwhile', async () => {
    const database = service.app.get(Database);
    const count = { name: 'test.count', text: 'select count(*)::int as count from categories' };
    await service.app.get(Snapshots).read(async (tx) => {
      const before = await database.one(count, [], tx);
      expect((await service.admin.post('/categories', { name: 'Later' })).status).toBe(201);
      expect(await database.one(count, [], tx)).toEqual(before);
    });
  });
});
