import { readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { providerSettings, weekdays } from '../../support/easy-appointments';
import { EasyImports, ZONE } from './easy-imports';
import { counts } from './import-files';

const PLAN = weekdays('09:00', '17:00');

describe('import system', () => {
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

  const folder = () => imports.files.path(`system-${source}`);
  const json = async (...args: string[]) => {
    const { code, stdout, stderr } = await imports.files.run(...args, '--json');
    return { code, counts: stdout === '' ? undefined : (JSON.parse(stdout) as object), stderr };
  };
  const run = (...args: string[]) => json('system', '--from', folder(), ...args);
  const found = (resource: string, theirs: string) =>
    imports.get(`/${resource}?metadata[importedFrom]=mine-${source}:${theirs}`);

  /** Writes a folder as an importer would. @param lists the lines of each list */
  const write = async (lists: Readonly<Record<string, readonly object[]>>, manifest: object = {}) => {
    await rm(folder(), { recursive: true, force: true });
    const rows = Object.fromEntries(Object.entries(lists).map(([name, lines]) => [name, lines.length]));
    await imports.files.makeFolder(`system-${source}`);
    for (const [name, lines] of Object.entries(lists))
      await writeFile(
        join(folder(), `${name}.jsonl`),
        lines.map((line) => `${JSON.stringify(line)}\n`).join(''),
      );
    const all = { format: 1, source: `mine-${source}`, rows, ...manifest };
    await writeFile(join(folder(), 'system.json'), JSON.stringify(all));
  };
  const ana = () => ({ name: 'Ana', email: `ana${source}@example.com`, timezone: ZONE });

  it('takes what the importer of Easy!Appointments has written to a folder as it takes it directly', async () => {
    const { easy } = imports;
    easy.add('service_categories', 4, { name: 'Hair' });
    easy.add('services', 1, { name: 'Cut', serviceCategoryId: 4 });
    const person = { firstName: 'Ana', email: 'ana@example.com', services: [1, 99] };
    const settings = providerSettings(PLAN, { '2027-01-05': null, someday: null });
    easy.add('providers', 2, { ...person, timezone: ZONE, settings });
    easy.add('providers', 3, { firstName: 'No address', settings });
    easy.add('providers', 5, {
      firstName: 'Ben',
      email: 'ben@example.com',
      timezone: 'Asia/Tokyo',
      settings,
    });
    easy.add('customers', 3, { firstName: 'Lea' });
    const named = { serviceId: 1, providerId: 2, customerId: 3 };
    easy.add('appointments', 4, { ...named, start: '2026-03-02 10:00:00', end: '2026-03-02 11:00:00' });
    easy.add('appointments', 5, { ...named, start: '2026-03-02 10:30:00', end: '2026-03-02 11:30:00' });
    easy.add('unavailabilities', 6, {
      providerId: 2,
      start: '2027-03-28 02:30:00',
      end: '2027-03-29 10:00:00',
    });
    easy.add('blocked_periods', 7, {
      name: 'Shut',
      start: '2027-01-06 00:00:00',
      end: '2027-01-07 00:00:00',
    });
    const written = await imports.runBare(
      { EASY_APPOINTMENTS_TOKEN: easy.token },
      ...['--url', easy.url, '--to', folder(), '--json'],
    );
    expect(written).toMatchObject({
      code: 0,
      stderr: expect.stringContaining('Times are read on the clocks'),
    });
    expect(await imports.get('/customers')).toEqual([]);
    expect(JSON.stringify(await texts())).not.toMatch(/g00gle|cald4v/);
    const dry = await imports.run('--dry-run');
    const reasons = imports.files.path('reasons.csv');
    const { code, counts: taken } = await run('--rejected', reasons);
    expect({ code, counts: taken }).toEqual({ code: dry.code, counts: dry.counts });
    expect(dry.counts).toEqual(counts(11, 0, 4));
    expect(Object.keys(dry.refused)).toHaveLength(4);
    for (const [what, reason] of Object.entries(dry.refused)) {
      expect(await readFile(reasons, 'utf8')).toContain(reason);
      expect(what).toMatch(/^(provider 3|exceptions of provider [25]|appointment 5)$/);
    }
    expect(await imports.run()).toMatchObject({ counts: counts(0, 11, 4) });
    expect(await run()).toMatchObject({ code: 3, counts: counts(0, 11, 4) });
  });

  const texts = async () => {
    const names = await readdir(folder());
    return Promise.all(names.map((name) => readFile(join(folder(), name), 'utf8')));
  };

  it('reads times on the clocks that they name, and ids as those of the system', async () => {
    await write({
      services: [{ id: 'cut', body: { name: 'Cut', durationMin: 30, categoryId: 'gone' } }],
      providers: [{ id: 'ana', body: { ...ana(), serviceIds: ['cut', 'gone'] } }],
      customers: [{ id: 'lea', body: { firstName: 'Lea' } }],
      appointments: ['Europe/Berlin', 'America/New_York', 'Mars/Crater'].map((zone, i) => ({
        ...{ id: `a${i}`, what: 'visit' },
        body: {
          ...{ serviceId: 'cut', providerId: 'ana', customerId: 'lea' },
          start: `2026-07-01T10:00:00[${zone}]`,
          end: `2026-07-01T10:30[${zone}]`,
        },
      })),
    });
    const rejected = imports.files.path('rejected.csv');
    expect(await run('--rejected', rejected)).toMatchObject({ code: 3, counts: counts(5, 0, 1) });
    expect(await found('appointments', 'a0')).toMatchObject([{ start: '2026-07-01T10:00:00+02:00' }]);
    expect(await found('appointments', 'a1')).toMatchObject([{ start: '2026-07-01T16:00:00+02:00' }]);
    expect(await readFile(rejected, 'utf8')).toMatch(/^visit,a2,.*start must be/m);
  });

  it.each([
    [{ format: 2 }, 'the folder has the format 2, and this version reads the format 1'],
    [{ rows: { customers: 3 } }, 'customers.jsonl has 1 lines, and system.json says 3'],
    [{ rows: { pets: 1 } }, 'names pets, which is no list'],
    [{ source: undefined }, '--source is required'],
  ])('refuses a folder whose manifest is wrong: %j', async (manifest, reason) => {
    await write({ customers: [{ id: '1', body: { firstName: 'Kim' } }] }, manifest);
    expect(await run()).toMatchObject({ code: 1, stderr: expect.stringContaining(reason) });
  });

  it.each([
    [{ id: 7, body: {} }, 'has a wrong id'],
    [{ body: [] }, 'has a wrong body'],
    [{ id: '1' }, 'has neither a body nor refused, or both'],
    [{ id: '1', body: {}, refused: 'gone' }, 'has neither a body nor refused, or both'],
    [{ id: '1', body: {}, pets: 1 }, 'has the member pets, which this version does not know'],
  ])(
    'names the file and the line of what cannot be read, and keeps what came before: %j',
    async (line, reason) => {
      const services = [{ id: '1', body: { name: 'Cut', durationMin: 30 } }];
      await write({ services, customers: [{ id: '1', body: { firstName: 'Kim' } }, line] });
      const { code, stderr } = await run();
      expect({ code, stderr }).toEqual({
        code: 1,
        stderr: expect.stringContaining(`customers.jsonl, line 2: ${reason}`),
      });
      expect(await found('services', '1')).toHaveLength(1);
    },
  );

  it('says that a folder without its manifest is none', async () => {
    expect(await run()).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('system.json cannot be read'),
    });
  });
});

describe('import easy-appointments --to', () => {
  let imports: EasyImports;

  beforeAll(async () => {
    imports = await EasyImports.start();
  });

  afterAll(() => imports.stop());

  it('writes to a new folder alone, and takes no option of an import', async () => {
    const to = (...args: string[]) =>
      imports.runBare(
        { EASY_APPOINTMENTS_TOKEN: imports.easy.token },
        '--url',
        imports.easy.url,
        '--to',
        ...args,
      );
    await imports.files.write('here', '');
    expect(await to(imports.files.folder)).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('is not empty'),
    });
    expect(await to(imports.files.path('here'))).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('cannot be written'),
    });
    expect(await to(imports.files.path('new'), '--dry-run')).toMatchObject({
      code: 1,
      stderr: expect.stringContaining('--to goes without --dry-run'),
    });
  });
});
