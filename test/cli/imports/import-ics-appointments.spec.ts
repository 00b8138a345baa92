import { aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { CommandHost } from '../command-host';
import { counts, ImportFiles } from './import-files';

const ZONE = 'Europe/Berlin';
/** The command takes the time of the machine. */
const YEAR = new Date().getUTCFullYear() + 1;
const LAST = YEAR - 2;

const event = (uid: string, ...lines: string[]) =>
  ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n');
const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...events, 'END:VCALENDAR', ''].join('\r\n');
const attendee = (name: string, email: string) =>
  `ATTENDEE;CN="${name}";ROLE=REQ-PARTICIPANT:mailto:${email}`;
const at = (start: string) => [`DTSTART:${start}`, 'DURATION:PT1H'];

interface Shown {
  readonly start: string;
  readonly status: string;
  readonly customerName: string;
  readonly customerId: number;
  readonly metadata: Readonly<Record<string, string>>;
}

describe('import ics --as appointments', () => {
  let host: CommandHost;
  let service: TestService;
  let files: ImportFiles;
  let haircut: number;
  let providerId: number;

  beforeAll(async () => {
    host = await CommandHost.start();
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: ZONE } });
    files = await ImportFiles.create(host, service, ZONE);
    haircut = await aService(service.admin, { name: 'Haircut', price: 30 });
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin, { name: 'Ana Silva' });
  });

  afterEach(async () => {
    await service.query('delete from appointments');
    await service.query('delete from customers');
    await service.query('delete from import_sources');
  });

  afterAll(async () => {
    await Promise.all([host.stop(), service.stop(), files.remove()]);
  });

  const command = async (...args: string[]) => {
    const { code, stdout, stderr } = await files.run('ics', '--json', ...args);
    return { code, counts: stdout === '' ? undefined : (JSON.parse(stdout) as object), stderr };
  };
  const run = async (text: string | Uint8Array, ...args: string[]) => {
    const file = await files.write('old.ics', text);
    const options = ['--provider', String(providerId), '--file', file, '--as', 'appointments'];
    return command(...options, '--service', String(haircut), ...args);
  };
  const booked = async () =>
    (await service.admin.get('/appointments?sort=start:asc&length=100')).body.data as unknown as Shown[];
  const startsOf = (shown: readonly Shown[]) => shown.map(({ start }) => start.slice(0, 16));

  it('takes each event with its customer, status, times and the moment of its making, and sends nothing', async () => {
    const mia = attendee('Mia Keller', 'mia@example.com');
    const text = calendar(
      event('a', ...at(`${YEAR}0604T090000`), mia, 'SUMMARY:Cut\\, wash', `CREATED:${LAST}0102T030405Z`),
      event('b', ...at(`${YEAR}0605T100000Z`), mia, 'STATUS:TENTATIVE', 'TRANSP:TRANSPARENT'),
      event('c', ...at(`${YEAR}0605T103000Z`), attendee('Otto', 'otto@example.com'), 'STATUS:CANCELLED'),
      event('d', ...at(`${LAST}0606T100000Z`), attendee('otto@example.com', 'otto@example.com')),
    );
    expect(await run(text, '--dry-run')).toMatchObject({ code: 0, counts: counts(4, 0, 0) });
    expect(await booked()).toEqual([]);
    expect(await run(text)).toMatchObject({ code: 0, counts: counts(4, 0, 0) });
    const shown = await booked();
    expect(shown).toMatchObject([
      { start: `${LAST}-06-06T12:00:00+02:00`, customerName: 'Otto', status: 'confirmed' },
      {
        start: `${YEAR}-06-04T09:00:00+02:00`,
        end: `${YEAR}-06-04T10:00:00+02:00`,
        ...{ providerId, serviceId: haircut, status: 'confirmed', price: 30 },
        ...{ customerName: 'Mia Keller', notes: 'Cut, wash', metadata: { importedFrom: 'ics:a' } },
        createdAt: `${LAST}-01-02T04:04:05+01:00`,
      },
      { start: `${YEAR}-06-05T12:00:00+02:00`, customerName: 'Mia Keller', status: 'pending', notes: null },
      { start: `${YEAR}-06-05T12:30:00+02:00`, customerName: 'Otto', status: 'cancelled' },
    ]);
    expect(await service.query('select from notifications')).toEqual([]);
    expect(await run(text)).toMatchObject({ code: 0, counts: counts(0, 4, 0) });
    expect(await booked()).toEqual(shown);
  });

  it('refuses an event with bytes that are not UTF-8 in a text that it would keep, and names their line', async () => {
    const text = calendar(
      event('a', ...at(`${YEAR}0604T090000Z`), 'SUMMARY:J\xfcrgen'),
      event('b', ...at(`${YEAR}0605T090000Z`), attendee('J\xfcrgen', 'j@example.com')),
      event('c', ...at(`${YEAR}0606T090000Z`), 'DESCRIPTION:\xfc', 'SUMMARY:Anna'),
      event('d', ...at(`${YEAR}0607T090000Z`), 'SUMMARY:Ot', ' to'),
    );
    const result = await run(Buffer.from(text, 'latin1'), '--rejected', files.path('rejected.csv'));
    expect(result).toMatchObject({ code: 3, counts: counts(2, 0, 2) });
    expect((await booked()).map(({ customerName }) => customerName)).toEqual(['Anna', 'Otto']);
    const rejected = await files.read('rejected.csv');
    expect(rejected).toContain('has bytes that are not UTF-8 on line 9');
    expect(rejected).toContain('has bytes that are not UTF-8 on line 16');
  });

  it('writes to the address of an attendee that EMAIL or an escaped URI has, and unescapes names', async () => {
    const text = calendar(
      event('a', ...at(`${YEAR}0604T090000Z`), 'ATTENDEE;CN="Eve ^\'E^\'";EMAIL=eve@example.com:urn:uuid:1'),
      event('b', ...at(`${YEAR}0605T090000Z`), 'ATTENDEE;CN=Otto:MAILTO:%6f%74tO%40example.com'),
      event(
        'c',
        ...at(`${YEAR}0606T090000Z`),
        'ATTENDEE;CN=Mia;EMAIL="mia@example.com":mailto:token-7@example.com',
      ),
      event('d\\, e', ...at(`${YEAR}0607T090000Z`), 'ATTENDEE;CN=a^^b\\, c:mailto:a@example.com'),
    );
    expect(await run(text)).toMatchObject({ code: 0, counts: counts(4, 0, 0) });
    expect(await booked()).toMatchObject([
      { customerName: 'Eve "E"' },
      { customerName: 'Otto' },
      { customerName: 'Mia' },
      { customerName: String.raw`a^b\, c`, metadata: { importedFrom: 'ics:d, e' } },
    ]);
    const emails = await service.query<{ email: string }>('select email from customers order by email');
    expect(emails.map(({ email }) => email)).toEqual([
      'a@example.com',
      'eve@example.com',
      'mia@example.com',
      'ottO@example.com',
    ]);
  });

  it('names the customer by SUMMARY where only the provider, rooms and the organizer are invited', async () => {
    const { email } = (await service.admin.get(`/providers/${providerId}`)).body.data as { email: string };
    const others = [
      attendee('Ana', email.toUpperCase()),
      attendee('Desk', 'desk@example.com'),
      'ORGANIZER;CN=Desk:MAILTO:desk@example.com',
      'ATTENDEE;CN=Desk;EMAIL=front@example.com:mailto:DESK@example.com',
      `ATTENDEE;CN=Ana;EMAIL="${email}":urn:uuid:f81d4fae`,
      'ATTENDEE;CUTYPE=ROOM;CN=Room 1:mailto:room1@example.com',
    ];
    const text = calendar(
      event('a', ...at(`${YEAR}0604T090000`), ...others, 'SUMMARY:Mia  Keller'),
      event('b', ...at(`${YEAR}0605T090000`), 'SUMMARY:mia keller'),
      event('c', ...at(`${YEAR}0606T090000`), 'SUMMARY:Otto'),
    );
    expect(await run(text)).toMatchObject({ code: 0, counts: counts(3, 0, 0) });
    const shown = await booked();
    expect(shown.map(({ customerName }) => customerName)).toEqual(['Mia Keller', 'Mia Keller', 'Otto']);
    expect(new Set(shown.map(({ customerId }) => customerId)).size).toBe(2);
    const { body } = await service.admin.get(`/customers/${shown[0]?.customerId ?? 0}`);
    expect(body.data).toMatchObject({ firstName: 'Mia', lastName: 'Keller', email: null });
    expect(await run(text)).toMatchObject({ code: 0, counts: counts(0, 3, 0) });
    expect(await service.query('select from customers')).toHaveLength(2);
  });

  it('makes an appointment of each occurrence, by which it knows them again after one was moved there', async () => {
    const series = (...lines: string[]) =>
      event('s', `DTSTART;TZID=${ZONE}:${YEAR}0302T090000`, 'DURATION:PT1H', 'SUMMARY:Mia', ...lines);
    const rule = ['RRULE:FREQ=WEEKLY;COUNT=5', `EXDATE;TZID=${ZONE}:${YEAR}0309T090000`];
    const moved = (id: string, ...lines: string[]) =>
      event('s', `RECURRENCE-ID;TZID=${ZONE}:${id}`, 'SUMMARY:Mia', ...lines);
    const before = calendar(series(...rule), moved(`${YEAR}0316T090000`, ...at(`${YEAR}0317T080000Z`)));
    expect(await run(before)).toMatchObject({ code: 0, counts: counts(4, 0, 0) });
    const starts = [
      `${YEAR}-03-02T09:00`,
      `${YEAR}-03-17T09:00`,
      `${YEAR}-03-23T09:00`,
      `${YEAR}-03-30T09:00`,
    ];
    expect(startsOf(await booked())).toEqual(starts);
    const after = calendar(
      series(...rule),
      moved(`${YEAR}0316T090000`, ...at(`${YEAR}0318T080000Z`)),
      moved(`${YEAR}0323T090000`, ...at(`${YEAR}0324T080000Z`), 'STATUS:CANCELLED'),
    );
    expect(await run(after)).toMatchObject({ code: 0, counts: counts(0, 4, 0) });
    expect(startsOf(await booked())).toEqual(starts);
    expect((await booked())[1]?.metadata).toEqual({ importedFrom: `ics:s/${YEAR}-03-16T08:00:00.000Z` });
  });

  it('takes what recurs for ever up to two years ahead', async () => {
    const text = calendar(event('s', ...at(`${LAST}0302T080000Z`), 'SUMMARY:Mia', 'RRULE:FREQ=MONTHLY'));
    expect((await run(text)).code).toBe(0);
    const starts = (await booked()).map(({ start }) => Date.parse(start));
    const ahead = Math.max(...starts) - Date.now();
    expect(ahead / 86_400_000).toBeGreaterThan(731 - 32);
    expect(ahead / 86_400_000).toBeLessThan(731);
    expect(Math.min(...starts)).toBe(Date.parse(`${LAST}-03-02T08:00:00Z`));
  });

  it('lists what cannot be taken with its reason, and takes the others', async () => {
    const text = calendar(
      event('good', ...at(`${YEAR}0604T090000`), 'SUMMARY:Mia'),
      event('taken', ...at(`${YEAR}0604T093000`), 'SUMMARY:Otto'),
      event('day', `DTSTART;VALUE=DATE:${YEAR}0605`, 'SUMMARY:Otto'),
      event('nameless', ...at(`${YEAR}0606T090000`), 'ATTENDEE;CN=Eve:urn:uuid:f81d4fae'),
      event('latin', ...at(`${YEAR}0609T090000`), 'ATTENDEE:mailto:J%FCrgen@example.com'),
      event('long', ...at(`${YEAR}0607T090000`), `SUMMARY:${'x'.repeat(300)}`),
      event('address', ...at(`${YEAR}0608T090000`), attendee('Eve', 'eve')),
      event('bad', 'DTSTART:yesterday', 'DURATION:PT1H'),
    );
    const result = await run(text, '--rejected', files.path('rejected.csv'));
    expect(result).toMatchObject({ code: 3, counts: counts(1, 0, 7) });
    const lines = (await files.read('rejected.csv')).trimEnd().split('\r\n');
    expect(lines).toEqual([
      '\uFEFFevent,start,line,reason',
      'latin,,31,has an address that is not UTF-8 on line 36',
      expect.stringMatching(/^bad,,\d+,has a date or time/),
      `taken,${YEAR}-06-04T07:30:00.000Z,,slot_taken: overlaps appointment ics:good`,
      `day,${YEAR}-06-04T22:00:00.000Z,,"is a whole day, not a time"`,
      `nameless,${YEAR}-06-06T07:00:00.000Z,,"has no SUMMARY, and no ATTENDEE with EMAIL or a mailto: URI but the provider, the organizer, rooms and equipment"`,
      expect.stringMatching(/^long,.*,"has a SUMMARY of more than \d+ characters, which is no name"$/),
      expect.stringMatching(/^address,.*email must be/),
    ]);
    expect(startsOf(await booked())).toEqual([`${YEAR}-06-04T09:00`]);
  });

  it('leaves out the appointments of this service, which its calendars have', async () => {
    const [{ uuid } = { uuid: '' }] = await service.query<{ uuid: string }>('select uuid from instance');
    const text = calendar(event(`appointment-7@${uuid}`, ...at(`${YEAR}0604T090000`), 'SUMMARY:Mia'));
    expect(await run(text)).toMatchObject({ code: 0, counts: counts(0, 0, 0) });
  });

  it('does nothing without a service, or with one and without --as', async () => {
    const file = await files.write('old.ics', calendar());
    const options = ['--provider', String(providerId), '--file', file];
    const refusal = { code: 1, counts: undefined, stderr: expect.stringContaining('go together') };
    expect(await command(...options, '--as', 'appointments')).toMatchObject(refusal);
    expect(await command(...options, '--service', String(haircut))).toMatchObject(refusal);
    const unknown = await command(...options, '--as', 'holidays');
    expect(unknown).toMatchObject({ code: 1, stderr: expect.stringContaining('--as must be one of') });
  });

  it('refuses the appointments of a service that there is not', async () => {
    haircut += 99;
    const result = await run(calendar(event('a', ...at(`${YEAR}0604T090000`), 'SUMMARY:Mia')));
    haircut -= 99;
    expect(result).toMatchObject({ code: 3, counts: counts(0, 0, 1) });
  });
});
