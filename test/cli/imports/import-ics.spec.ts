import { aProvider } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { CommandHost } from '../command-host';
import { counts, ImportFiles } from './import-files';

const ZONE = 'Europe/Berlin';
/** The command takes the time of the machine. */
const YEAR = new Date().getUTCFullYear() + 1;

const event = (uid: string, ...lines: string[]) =>
  ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'].join('\r\n');
const calendar = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Test//EN', ...events, 'END:VCALENDAR', ''].join('\r\n');

describe('import ics', () => {
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

  const run = async (id: number, text: string, ...args: string[]) => {
    const file = await files.write('old.ics', text);
    const { code, stdout, stderr } = await files.run(
      'ics',
      '--provider',
      String(id),
      '--file',
      file,
      '--json',
      ...args,
    );
    return { code, counts: stdout === '' ? undefined : (JSON.parse(stdout) as object), stderr };
  };
  const timeOff = async (id: number) =>
    (await service.admin.get(`/providers/${id}/time-off`)).body.data as object[];

  it('makes time off of busy events, each occurrence by itself, and nothing of free and past ones', async () => {
    const id = await aProvider(service.admin);
    const text = calendar(
      event('a', `DTSTART:${YEAR}0604T090000`, `DTEND:${YEAR}0604T103000`, 'SUMMARY:Dentist'),
      event('b', `DTSTART:${YEAR}0707T100000Z`, 'DURATION:PT1H', 'RRULE:FREQ=DAILY;COUNT=2'),
      event('c', `DTSTART:${YEAR}0810T100000Z`, 'DURATION:PT1H', 'TRANSP:TRANSPARENT'),
      event('d', 'DTSTART:20200810T100000Z', 'DURATION:PT1H'),
    );
    expect(await run(id, text, '--dry-run')).toMatchObject({ code: 0, counts: counts(3, 0, 0) });
    expect(await timeOff(id)).toEqual([]);
    expect(await run(id, text)).toMatchObject({ code: 0, counts: counts(3, 0, 0) });
    expect(await timeOff(id)).toMatchObject([
      { start: `${YEAR}-06-04T09:00:00+02:00`, end: `${YEAR}-06-04T10:30:00+02:00`, reason: null },
      { start: `${YEAR}-07-07T12:00:00+02:00` },
      { start: `${YEAR}-07-08T12:00:00+02:00` },
    ]);
    expect(await run(id, text)).toMatchObject({ code: 0, counts: counts(0, 3, 0) });
    expect(await timeOff(id)).toHaveLength(3);
  });

  it('names events that it cannot read, and takes the others', async () => {
    const id = await aProvider(service.admin);
    const text = calendar(
      event('good', `DTSTART:${YEAR}0604T090000Z`, 'DURATION:PT1H'),
      event('bad', 'DTSTART:yesterday', 'DURATION:PT1H'),
    );
    const result = await run(id, text, '--rejected', files.path('rejected.csv'));
    expect(result).toMatchObject({ code: 3, counts: counts(1, 0, 1) });
    expect(await files.read('rejected.csv')).toMatch(/^\uFEFFevent,line,reason\r\nbad,\d+,.+\r\n$/);
  });

  it('does nothing without a calendar, or without the provider', async () => {
    const id = await aProvider(service.admin);
    const none = { code: 1, counts: undefined };
    const noCalendar = await run(id, 'Hello');
    expect(noCalendar).toMatchObject({ ...none, stderr: expect.stringContaining('is not a calendar') });
    const noProvider = await run(999, calendar());
    expect(noProvider).toMatchObject({ ...none, stderr: expect.stringContaining('No such provider') });
  });
});
