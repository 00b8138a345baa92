import { aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { CommandHost } from '../command-host';
import { counts, ImportFiles } from './import-files';

/** The command takes the time of the machine. */
const YEAR = new Date().getUTCFullYear();
const [PAST, AHEAD] = [`${YEAR - 1}-03-02`, `${YEAR + 1}-03-01`];

type Row = Readonly<Record<string, unknown>>;

describe('Appointments of another system that overlap', () => {
  let host: CommandHost;
  let service: TestService;
  let files: ImportFiles;
  let providerId: number;
  let serviceId: number;
  let source = 0;

  beforeAll(async () => {
    host = await CommandHost.start();
    service = await startTestService();
    service.clock.set(new Date().toISOString());
    files = await ImportFiles.create(host, service);
    serviceId = await aService(service.admin, { durationMin: 30 });
  });

  beforeEach(async () => {
    source++;
    providerId = await aProvider(service.admin);
  });

  afterAll(async () => {
    await Promise.all([host.stop(), service.stop(), files.remove()]);
  });

  const take = (rows: readonly string[], ...args: string[]) => {
    const text = ['id,serviceId,providerId,start,end,name,email', ...rows, ''].join('\n');
    return files.csv(
      'appointments',
      text,
      '--source',
      `s${source}`,
      '--rejected',
      files.path('rejected.csv'),
      ...args,
    );
  };
  const row = (id: string, date: string, start: string, end: string, service = serviceId) =>
    `${id},${service},${providerId},${date}T${start}:00Z,${date}T${end}:00Z,Mia,mia@example.com`;
  const found = async (id: string) => {
    const { body } = await service.admin.get(`/appointments?metadata[importedFrom]=s${source}:${id}`);
    const [appointment] = body.data as readonly Row[];
    return appointment;
  };
  const claimsOf = async (id: unknown) =>
    service.query<{ seats: string | null }>(`select seats from claims where appointment_id = ${String(id)}`);

  it('are refused, and the row says what is in the way, buffers included', async () => {
    const buffered = await aService(service.admin, { durationMin: 30, bufferAfterMin: 15 });
    const rows = [
      row('a', AHEAD, '09:00', '09:30', buffered),
      row('b', AHEAD, '09:40', '10:10', buffered),
      row('c', AHEAD, '09:15', '11:00', buffered),
    ];
    expect(await take(rows)).toMatchObject({ code: 3, counts: counts(1, 0, 2) });
    const text = await files.read('rejected.csv');
    expect(text.match(/slot_taken: overlaps appointment s\d+:a/g)).toHaveLength(2);
  });

  it('are refused as overlaps where they begin together and the service has one seat', async () => {
    const rows = [row('a', AHEAD, '09:00', '10:00'), row('b', AHEAD, '09:00', '09:30')];
    expect(await take(rows)).toMatchObject({ code: 3, counts: counts(1, 0, 1) });
    expect(await files.read('rejected.csv')).toMatch(/^b,.*,3,slot_taken: overlaps appointment s\d+:a\r$/m);
  });

  it('are kept with --past-overlaps keep where they are over, and take no time', async () => {
    const rows = [
      row('a', PAST, '09:00', '10:00'),
      row('b', PAST, '09:30', '10:30'),
      row('c', PAST, '09:45', '10:15'),
    ];
    const ahead = [row('x', AHEAD, '09:00', '10:00'), row('y', AHEAD, '09:30', '10:30')];
    const all = [...rows, ...ahead];
    expect(await take(all)).toMatchObject({ code: 3, counts: counts(2, 0, 3) });
    const kept = { code: 3, counts: counts(2, 2, 1) };
    expect(await take(all, '--past-overlaps', 'keep', '--dry-run')).toMatchObject(kept);
    expect(await take(all, '--past-overlaps', 'keep')).toMatchObject(kept);
    const [a, b] = [await found('a'), await found('b')];
    expect(b).toMatchObject({ start: `${PAST}T09:30:00Z`, end: `${PAST}T10:30:00Z`, status: 'confirmed' });
    expect([(await claimsOf(a?.['id'])).length, (await claimsOf(b?.['id'])).length]).toEqual([1, 0]);
    expect(await found('y')).toBeUndefined();
  });

  it('stay as they are when they are changed afterwards, and cannot be moved to what is taken', async () => {
    await take(
      [row('a', PAST, '09:00', '10:00'), row('b', PAST, '09:30', '10:30'), row('x', AHEAD, '09:00', '10:00')],
      '--past-overlaps',
      'keep',
    );
    const path = `/appointments/${String((await found('b'))?.['id'])}`;
    expect((await service.admin.patch(path, { status: 'completed', notes: 'Was here' })).status).toBe(200);
    const taken = await service.admin.patch(path, { start: `${AHEAD}T09:15:00Z`, ignoreSchedule: true });
    expect(taken).toMatchObject({ status: 422, body: { error: { details: { reason: 'slot_taken' } } } });
    const moved = await service.admin.patch(path, { start: `${AHEAD}T11:00:00Z`, ignoreSchedule: true });
    expect(moved.status).toBe(200);
    expect(await claimsOf((await found('b'))?.['id'])).toHaveLength(1);
  });

  it('come back from an export as they were', async () => {
    const empty = await startTestService();
    const back = await ImportFiles.create(host, empty);
    await take(
      [row('a', PAST, '11:00', '12:00'), row('b', PAST, '11:30', '12:30')],
      '--past-overlaps',
      'keep',
    );
    const folder = files.path(`export-${source}`);
    await host.run(files.environment, 'export', '--to', folder);
    expect(await back.run('folder', '--from', folder)).toMatchObject({ code: 0 });
    const rows = (service: TestService) =>
      service.query<{ id: number; claims: number }>(
        `select a.id, count(c)::int as claims from appointments a left join claims c on c.appointment_id = a.id group by 1 order by 1`,
      );
    const kept = await rows(service);
    expect(kept.slice(-2).map(({ claims }) => claims)).toEqual([1, 0]);
    expect(await rows(empty)).toEqual(kept);
    await Promise.all([empty.stop(), back.remove()]);
  });

  it('are kept of a calendar, too', async () => {
    const event = (uid: string, start: string) => [
      'BEGIN:VEVENT',
      `UID:${uid}`,
      `DTSTART:${PAST.replaceAll('-', '')}T${start}Z`,
      'DURATION:PT1H',
      `SUMMARY:${uid}`,
      'END:VEVENT',
    ];
    const lines = ['BEGIN:VCALENDAR', ...event('one', '090000'), ...event('two', '093000'), 'END:VCALENDAR'];
    const path = await files.write('overlaps.ics', lines.join('\r\n'));
    const args = [
      '--provider',
      String(providerId),
      '--file',
      path,
      '--as',
      'appointments',
      '--service',
      String(serviceId),
    ];
    const { code, stdout } = await files.run(
      'ics',
      ...args,
      '--source',
      `s${source}`,
      '--json',
      '--past-overlaps',
      'keep',
    );
    expect({ code, counts: JSON.parse(stdout) as object }).toEqual({ code: 0, counts: counts(2, 0, 0) });
    const bare = await files.run(
      'ics',
      '--provider',
      String(providerId),
      '--file',
      path,
      '--past-overlaps',
      'keep',
    );
    expect(bare).toMatchObject({ code: 1, stderr: 'error: --past-overlaps goes with --as appointments\n' });
  });

  it('are one group where they begin together, and those that end otherwise end with it', async () => {
    const buffers = { bufferBeforeMin: 10, bufferAfterMin: 15 };
    const yoga = await aService(service.admin, { durationMin: 60, capacity: 3, ...buffers });
    const rows = [
      row('a', AHEAD, '18:00', '19:00', yoga),
      row('b', AHEAD, '18:00', '19:30', yoga),
      row('c', AHEAD, '18:00', '18:45', yoga),
      row('d', AHEAD, '18:00', '18:30', yoga),
      row('e', AHEAD, '18:30', '19:30', yoga),
    ];
    const { code, counts: taken, stderr } = await take(rows);
    expect({ code, taken }).toEqual({ code: 3, taken: counts(3, 0, 2) });
    expect(stderr.split('\n').filter((line) => line.includes('ends with its group'))).toEqual([
      `line 3: ends with its group, and not at ${AHEAD}T19:30:00Z (metadata.importedEnd).`,
      `line 4: ends with its group, and not at ${AHEAD}T18:45:00Z (metadata.importedEnd).`,
    ]);
    const text = await files.read('rejected.csv');
    expect(text).toMatch(/^d,.*,5,session_full\r$/m);
    expect(text).toMatch(/^e,.*,6,slot_taken: overlaps appointment s\d+:a\r$/m);
    expect(await found('b')).toMatchObject({
      end: `${AHEAD}T19:00:00Z`,
      metadata: { importedEnd: `${AHEAD}T19:30:00Z` },
    });
    const sessions = await service.admin.get(`/sessions?from=${AHEAD}&to=${AHEAD}&providerId=${providerId}`);
    expect(sessions.body.data).toMatchObject([{ seatsTaken: 3, seatsLeft: 0 }]);
  });

  it('join a group of a run before', async () => {
    const yoga = await aService(service.admin, { durationMin: 60, capacity: 3 });
    expect(await take([row('a', AHEAD, '18:00', '19:00', yoga)])).toMatchObject({ code: 0 });
    const later = await take([row('b', AHEAD, '18:00', '19:15', yoga)]);
    expect(later).toMatchObject({ code: 0, counts: counts(1, 0, 0) });
    expect(await found('b')).toMatchObject({ end: `${AHEAD}T19:00:00Z` });
  });
});
