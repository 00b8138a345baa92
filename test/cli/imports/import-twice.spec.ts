import { aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { CommandHost } from '../command-host';
import { counts, ImportFiles } from './import-files';

const ZONE = 'Europe/Berlin';
/** More than share a transaction. */
const APART = 260;

/** A kind of rows: its columns without `id`, a row of its own for each number, and another one for one of them. */
interface Kind {
  readonly columns: string;
  readonly row: (number: number) => string;
  readonly other: (number: number) => string;
}

const day = (number: number) => new Date(Date.UTC(2031, 0, 1 + number)).toISOString().slice(0, 10);

describe('An id that a file has twice', () => {
  let host: CommandHost;
  let service: TestService;
  let files: ImportFiles;
  let source = 0;
  let kinds: Readonly<Record<string, Kind>>;

  beforeAll(async () => {
    host = await CommandHost.start();
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: ZONE } });
    files = await ImportFiles.create(host, service, ZONE);
    const providerId = await aProvider(service.admin);
    const serviceId = await aService(service.admin);
    const booked = (number: number, time: string) =>
      `${serviceId},${providerId},2031-01-01T${time}Z,Guest ${number},g${source}-${number}@example.com`;
    const minuteOf = (number: number) =>
      `${String(Math.floor(number / 60)).padStart(2, '0')}:${String(number % 60).padStart(2, '0')}`;
    kinds = {
      customers: {
        columns: 'firstName,email',
        row: (number) => `Mia ${number},`,
        other: (number) => `Tom ${number},`,
      },
      services: {
        columns: 'name,durationMin',
        row: (number) => `Cut ${number},30`,
        other: (number) => `Cut ${number},45`,
      },
      appointments: {
        columns: 'serviceId,providerId,start,name,email,status',
        row: (number) => `${booked(number, minuteOf(number))},cancelled`,
        other: (number) => `${booked(number, '20:00')},cancelled`,
      },
      shifts: {
        columns: 'providerId,date,start,end',
        row: (number) => `${providerId},${day(number + source * 400)},09:00,10:00`,
        other: (number) => `${providerId},${day(number + source * 400)},11:00,12:00`,
      },
    };
  });

  beforeEach(() => {
    source++;
  });

  afterAll(async () => {
    await Promise.all([host.stop(), service.stop(), files.remove()]);
  });

  const kindOf = (name: string): Kind => {
    const kind = kinds[name];
    if (kind === undefined) throw new Error(`no kind ${name}`);
    return kind;
  };
  const run = (name: string, rows: readonly string[], ...args: string[]) => {
    const text = [`id,${kindOf(name).columns}`, ...rows, ''].join('\n');
    const rejected = ['--rejected', files.path('rejected.csv')];
    return files.csv(name, text, '--source', `twice-${source}`, ...rejected, ...args);
  };
  const reasons = async () =>
    (await files.read('rejected.csv'))
      .split('\r\n')
      .slice(1, -1)
      .map((line) => line.replace(/^.*,(\d+),"?([^"]*)"?$/, '$1 $2'));

  const NAMES = ['customers', 'services', 'appointments', 'shifts'];

  it.each(NAMES)('refuses the second of two %s that differ, and names the first', async (name) => {
    const { row, other } = kindOf(name);
    const rows = [`a,${row(1)}`, `b,${row(2)}`, `a,${other(1)}`];
    const expected = { code: 3, counts: counts(2, 0, 1) };
    expect(await run(name, rows, '--dry-run')).toMatchObject(expected);
    expect(await run(name, rows)).toMatchObject(expected);
    expect(await reasons()).toEqual(['4 is there twice: line 2 has its id, and says something else']);
  });

  it.each(NAMES)(
    'refuses it also in another transaction of %s, and again when the file comes again',
    async (name) => {
      const { row, other } = kindOf(name);
      const rows = Array.from({ length: APART }, (_, number) => `${number},${row(number)}`);
      const refused = [`${APART + 2} is there twice: line 5 has its id, and says something else`];
      expect(await run(name, [...rows, `3,${other(3)}`])).toMatchObject({
        code: 3,
        counts: counts(APART, 0, 1),
      });
      expect(await reasons()).toEqual(refused);
      expect(await run(name, [...rows, `3,${other(3)}`])).toMatchObject({
        code: 3,
        counts: counts(0, APART, 1),
      });
      expect(await reasons()).toEqual(refused);
    },
  );

  it.each(NAMES)('loses nothing of %s that say the same', async (name) => {
    const { row } = kindOf(name);
    const rows = [`a,${row(1)}`, `a,${row(1)}`];
    expect(await run(name, rows)).toMatchObject({ code: 0, counts: counts(1, 1, 0) });
  });

  it.each(NAMES)('takes the second of two %s where the first is refused', async (name) => {
    const { row, columns } = kindOf(name);
    const rows = [`a,${columns.replaceAll(/[^,]/g, '')}`, `a,${row(1)}`];
    expect(await run(name, rows)).toMatchObject({ code: 3, counts: counts(1, 0, 1) });
  });

  it('refuses rows without an id that say the same, because they may be two', async () => {
    const text = 'firstName,lastName\nMia,Keller\nTom,Keller\nMia,Keller\n';
    const rejected = files.path('rejected.csv');
    const result = await files.csv('customers', text, '--source', `twice-${source}`, '--rejected', rejected);
    expect(result).toMatchObject({ code: 3, counts: counts(2, 0, 1) });
    expect(await reasons()).toEqual([
      '4 is there twice: says the same as line 2; if they are two, both need an id',
    ]);
  });

  it('of a calendar is refused where two events have one UID, and named', async () => {
    const providerId = await aProvider(service.admin);
    const serviceId = await aService(service.admin);
    const event = (start: string, summary: string) =>
      [
        'BEGIN:VEVENT',
        'UID:same',
        `DTSTART:${start}`,
        'DURATION:PT30M',
        `SUMMARY:${summary}`,
        'END:VEVENT',
      ].join('\r\n');
    // The command takes the time of the machine.
    const date = `${new Date().getUTCFullYear() + 1}0301`;
    const events = [event(`${date}T090000Z`, 'Mia'), event(`${date}T120000Z`, 'Tom')];
    const path = await files.write('twice.ics', ['BEGIN:VCALENDAR', ...events, 'END:VCALENDAR'].join('\r\n'));
    const args = ['--provider', String(providerId), '--as', 'appointments', '--service', String(serviceId)];
    const rejected = files.path('rejected.csv');
    const { code, stdout } = await files.run(
      'ics',
      '--file',
      path,
      ...args,
      '--json',
      '--rejected',
      rejected,
    );
    expect({ code, counts: JSON.parse(stdout) as object }).toEqual({ code: 3, counts: counts(1, 0, 1) });
    expect(await files.read('rejected.csv')).toMatch(
      /^same,.*,"is there twice: event at line 2, .* has its id/m,
    );
  });
});

describe('An e-mail address that several customers of a file have', () => {
  let host: CommandHost;
  let service: TestService;
  let files: ImportFiles;

  beforeAll(async () => {
    host = await CommandHost.start();
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: ZONE } });
    files = await ImportFiles.create(host, service, ZONE);
  });

  afterAll(async () => {
    await Promise.all([host.stop(), service.stop(), files.remove()]);
  });

  it('makes them one customer, and each of them is named', async () => {
    const others = Array.from({ length: APART }, (_, i) => `o${i},Other ${i},o${i}@example.com\n`).join('');
    const text = `id,firstName,email\n1,Mia,mia@example.com\n2,Tom,MIA@example.com\n${others}3,Ada,Mia@Example.com\n,Eva,mia@EXAMPLE.com\n`;
    const said = (line: number) =>
      `line ${line}: the same person as line 2, by the e-mail address. What else it says is not taken.`;
    const lines = [said(3), said(APART + 4), said(APART + 5)];
    for (const [taken, unchanged] of [
      [APART + 1, 3],
      [0, APART + 4],
    ] as const) {
      const { code, counts: found, stderr } = await files.csv('customers', text);
      expect({ code, found }).toEqual({ code: 0, found: counts(taken, unchanged, 0) });
      expect(stderr.split('\n').filter((line) => line.includes('same person'))).toEqual(lines);
    }
  });

  it('makes two that are here already neither one, nor does the command say so', async () => {
    const rows = (of: string) => `id,firstName,email\n7,Kim,kim@example.com\n8,Sam,${of}@example.com\n`;
    expect(await files.csv('customers', rows('sam'))).toMatchObject({ code: 0, counts: counts(2, 0, 0) });
    const again = await files.csv('customers', rows('kim'));
    expect(again).toMatchObject({ code: 0, counts: counts(0, 2, 0) });
    expect(again.stderr).not.toContain('same person');
  });
});
