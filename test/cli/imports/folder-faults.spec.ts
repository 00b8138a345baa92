import { cp, rm } from 'node:fs/promises';
import { aProvider, aService, anAppointment } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { CommandHost } from '../command-host';
import { ImportFiles } from './import-files';

describe('import folder --from', () => {
  let host: CommandHost;
  let source: TestService;
  let target: TestService;
  let files: ImportFiles;
  let back: ImportFiles;

  beforeAll(async () => {
    host = await CommandHost.start();
    [source, target] = await Promise.all([startTestService(), startTestService()]);
    [files, back] = [await ImportFiles.create(host, source), await ImportFiles.create(host, target)];
    const providerId = await aProvider(source.admin, { name: 'Ana', email: 'ana@example.com' });
    const serviceId = await aService(source.admin, { providerIds: [providerId] });
    for (const start of ['10:00', '11:00'])
      await anAppointment(source.admin, providerId, serviceId, { start });
    await host.run(files.environment, 'export', '--to', files.path('good'));
  });

  afterEach(() => rm(files.path('bad'), { recursive: true, force: true }));

  afterAll(async () => {
    await Promise.all([host.stop(), source.stop(), target.stop(), files.remove(), back.remove()]);
  });

  const change = async (name: string, edit: (text: string) => string) => {
    await cp(files.path('good'), files.path('bad'), { recursive: true });
    await files.write(`bad/${name}`, edit(await files.read(`good/${name}`)));
  };
  const take = (folder: string, ...args: string[]) =>
    back.run('folder', '--from', files.path(folder), ...args);
  /** How many rows there are of what an export has. */
  const rowsThere = async () => {
    const tables = ['users', 'customers', 'services', 'appointments', 'claims', 'audit_entries'];
    const counts = tables.map((table) => `(select count(*)::int from ${table}) as ${table}`);
    const [row] = await target.query<Record<string, number>>(`select ${counts.join(', ')}`);
    return row;
  };
  const lineOf = (text: string, index: number) => text.split('\n')[index] ?? '';
  const first = (edit: (line: string) => string) => (text: string) =>
    text.replace(lineOf(text, 0), edit(lineOf(text, 0)));
  const second = (edit: (line: string) => string) => (text: string) =>
    text.replace(lineOf(text, 1), edit(lineOf(text, 1)));

  it.each<[what: string, name: string, edit: (text: string) => string, message: string]>([
    [
      'a line that is no JSON',
      'customers.jsonl',
      second(() => '{"id": 2,'),
      'customers.jsonl, line 2: is no JSON object',
    ],
    [
      'a member that it does not know',
      'services.jsonl',
      first((line) => line.replace('{', '{"newer":1,')),
      'services.jsonl, line 1: has the member newer, which this version does not know',
    ],
    [
      'a member deep inside that it does not know',
      'services.jsonl',
      first((line) => line.replace('"stored":{', '"stored":{"newer":1,')),
      'services.jsonl, line 1: stored.newer is 1, and would be not there here',
    ],
    [
      'a member that is missing',
      'customers.jsonl',
      second((line) => line.replace('"phone":null,', '')),
      'customers.jsonl, line 2: lacks the member phone',
    ],
    [
      'a reference to what is not there',
      'appointments.jsonl',
      second((line) => line.replace('"customerId":2', '"customerId":7')),
      'appointments.jsonl, line 2: ',
    ],
    [
      'a provider in terms who is not there',
      'services.jsonl',
      first((line) =>
        line.replace(
          '"terms":[]',
          '"terms":[{"providerId":9,"durationMin":1,"price":null,"bufferBeforeMin":null,"bufferAfterMin":null}]',
        ),
      ),
      'services.jsonl, line 1: providerId names no provider: 9',
    ],
    [
      'two rows with one id',
      'customers.jsonl',
      second((line) => line.replace('"id":2', '"id":1')),
      'customers.jsonl, line 2: has the id 1, as the line before it',
    ],
    [
      'two customers with one address',
      'customers.jsonl',
      (text) => text.replaceAll(/customer\d+@/g, 'same@'),
      'customers.jsonl, line 2: email is taken already',
    ],
    [
      'two appointments at one time',
      'appointments.jsonl',
      second((line) => line.replaceAll('T11:', 'T10:')),
      'appointments.jsonl, line 2: slot_taken',
    ],
    [
      'a value of another type',
      'services.jsonl',
      first((line) => line.replace('"durationMin":30', '"durationMin":"half an hour"')),
      'services.jsonl, line 1: invalid input syntax for type integer: "half an hour"',
    ],
    [
      'a schedule that is no list',
      'providers.jsonl',
      first((line) => line.replace('"schedule":null', '"schedule":"always"')),
      'providers.jsonl, line 1: ',
    ],
    [
      'a name that contradicts the row',
      'appointments.jsonl',
      second((line) => line.replace('"serviceName":"Consultation"', '"serviceName":"Massage"')),
      'appointments.jsonl, line 2: serviceName is "Massage", and would be "Consultation" here',
    ],
    [
      'fewer lines than were exported',
      'customers.jsonl',
      (text) => `${lineOf(text, 0)}\n`,
      'customers.jsonl has 1 lines, and export.json says 2',
    ],
    [
      'another format',
      'export.json',
      (text) => text.replace('"format": 2', '"format": 1'),
      'export.json: the folder has the format 1, and this version reads the format 2',
    ],
    [
      'another zone',
      'export.json',
      (text) => text.replace('"UTC"', '"Europe/Berlin"'),
      'export.json: the business is in Europe/Berlin, and here it is in UTC: set BUSINESS_TIMEZONE',
    ],
    ['no manifest', 'export.json', () => '[]', 'export.json is not as an export writes it'],
    [
      'a manifest that names no zone',
      'export.json',
      (text) => text.replace('"UTC"', 'null'),
      'export.json is not as an export writes it',
    ],
    [
      'other bytes than UTF-8',
      'customers.jsonl',
      (text) => text,
      'customers.jsonl is not in utf-8: line 1 has other bytes',
    ],
    [
      'an escaped lone surrogate in a text',
      'customers.jsonl',
      second((line) => line.replace('"lastName":"', '"lastName":"\\ud800')),
      'customers.jsonl, line 2: has text that is not Unicode',
    ],
    [
      'an escaped lone surrogate in the name of a member of metadata',
      'customers.jsonl',
      second((line) => line.replace('"metadata":{', '"metadata":{"a\\uDC00":"b"')),
      'customers.jsonl, line 2: has text that is not Unicode',
    ],
  ])('refuses a folder with %s, and leaves nothing', async (what, name, edit, message) => {
    const before = await rowsThere();
    await change(name, edit);
    if (what.startsWith('other bytes'))
      await files.write(`bad/${name}`, Buffer.from('{"id":1,"firstName":"Zo\xeb"}', 'latin1'));
    const { code, stdout, stderr } = await take('bad');
    expect({ code, stdout, stderr }).toEqual({
      code: 1,
      stdout: '',
      stderr: expect.stringContaining(message),
    });
    expect(await rowsThere()).toEqual(before);
  });

  it('refuses a folder without one of its files, and one that is none', async () => {
    await cp(files.path('good'), files.path('bad'), { recursive: true });
    await rm(files.path('bad/visits.jsonl'));
    expect(await take('bad')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('visits.jsonl is missing'),
    });
    const none = await take('nothing');
    expect(none).toMatchObject({ code: 1, stderr: expect.stringContaining('export.json cannot be read') });
  });

  it('takes a folder in which the zone of the business has another name', async () => {
    await change('export.json', (text) => text.replace('"UTC"', '"etc/zulu"'));
    const appointments = await files.read('bad/appointments.jsonl');
    const renamed = appointments.replaceAll('"timezone":"UTC"', '"timezone":"Etc/UTC"');
    expect(renamed).not.toBe(appointments);
    await files.write('bad/appointments.jsonl', renamed);
    expect(await take('bad', '--dry-run')).toMatchObject({ code: 0, stderr: '' });
  });

  it('refuses the id of a provider that a user here has', async () => {
    const [user] = await target.query<{ id: number }>(
      `insert into users (name, roles, created_at, updated_at) values ('Bo', '{staff}', now(), now()) returning id`,
    );
    expect(await take('good')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'providers.jsonl, line 1: id 2 is the user Bo here: import before you create users',
      ),
    });
    await target.query('delete from users where id = $1', [user?.id]);
  });

  it('shows with --dry-run what it would take, takes it, and takes nothing more', async () => {
    const before = await rowsThere();
    const dry = await take('good', '--dry-run');
    expect(dry).toMatchObject({ code: 0, stderr: '' });
    expect(dry.stdout).toMatch(
      /^appointments +2$[^]*Nothing was written\. All of it would be taken: 7 rows in /m,
    );
    expect(await rowsThere()).toEqual(before);
    const { code, stdout } = await take('good', '--json');
    expect({ code, printed: JSON.parse(stdout) as object }).toMatchObject({
      code: 0,
      printed: {
        folder: files.path('good'),
        rows: { appointments: 2, customers: 2, providers: 1, services: 1 },
      },
    });
    expect(await rowsThere()).toMatchObject({ appointments: 2, claims: 2, customers: 2 });
    const again = await take('good');
    expect(again).toMatchObject({
      code: 1,
      stderr: expect.stringContaining(
        'this instance has data, and a folder goes into an empty one: appointments (2), customers (2), providers (1), services (1)',
      ),
    });
  });
});
