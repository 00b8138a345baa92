import { anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { CommandHost } from './command-host';

describe('The command zones review', () => {
  let service: TestService;
  let commands: CommandHost;

  beforeAll(async () => {
    commands = await CommandHost.start();
    service = await startTestService();
  }, 180_000);

  afterAll(async () => {
    await commands.stop();
    await service.stop();
  });

  const run = (...options: string[]) =>
    commands.run({ DATABASE_URL: service.databaseUrl }, 'zones', 'review', ...options);
  const review = async (...options: string[]) => {
    const { code, stdout, stderr } = await run(...options);
    expect([code, stderr]).toEqual([0, '']);
    return stdout;
  };
  /** The command goes by the clock of this machine. @param hour in UTC, an hour after the wall clock at which it was booked */
  const bookBefore = async (providerId: number, serviceId: number, hour: number) => {
    const time = { date: MONDAY, start: `${hour - 7}:00` };
    const { id } = await anAppointment(service.admin, providerId, serviceId, time);
    await service.query(
      `update appointments set start_at = at, end_at = at + interval '30 minutes',
         busy = tstzrange(at, at + interval '30 minutes'), booked_start = $3
       from (select $2::timestamptz as at) moved where id = $1`,
      [id, `2190-12-01 ${hour}:00Z`, `2190-12-01T${hour - 8}:00:00-08:00`],
    );
    await service.query(
      'update claims c set busy = a.busy from appointments a where a.id = c.appointment_id and a.id = $1',
      [id],
    );
    return id;
  };

  afterEach(() => service.query('delete from appointments'));

  it('lists what has another wall clock than it was booked for', async () => {
    expect(await review()).toMatch(
      /^Everything to come has its wall clock by the zone rules of 20\d\d\w\.\n$/,
    );
    const serviceId = await aService(service.admin);
    const providerId = await aProvider(service.admin, { timezone: 'America/Vancouver' });
    const id = await bookBefore(providerId, serviceId, 18);
    const listed = JSON.parse(await review('--json'));
    expect(listed).toEqual({
      zoneRules: expect.stringMatching(/^20\d\d\w$/),
      appointments: [
        {
          id,
          providerId,
          timezone: 'America/Vancouver',
          localStart: '2190-12-01T10:00',
          start: '2190-12-01T11:00:00-07:00',
          due: '2190-12-01T10:00:00-07:00',
          collidesWith: [],
        },
      ],
      holds: [],
      timeOff: [],
      closures: [],
    });
    const [headings, row] = (await review()).split('\n');
    expect(headings).toMatch(/^ZONE +PROVIDER +BOOKED FOR +ID +STARTS AT +SHOULD START AT +COLLIDES WITH$/);
    expect(row).toMatch(
      /^America\/Vancouver +\d+ +2190-12-01 10:00 +\d+ +2190-12-01T11:00:00-07:00 +2190-12-01T10/,
    );
  });

  it('moves with --apply, and says what is left by its exit code', async () => {
    const serviceId = await aService(service.admin);
    const providerId = await aProvider(service.admin, { timezone: 'America/Vancouver' });
    const moved = await bookBefore(providerId, serviceId, 18);
    const left = await bookBefore(providerId, serviceId, 20);
    const inTheWay = await bookBefore(providerId, serviceId, 19);
    await service.query(`update appointments set booked_start = '2190-12-01T12:00:00-07:00' where id = $1`, [
      inTheWay,
    ]);
    const { code, stdout } = await run('--apply', '--json');
    expect({ code, ...JSON.parse(stdout) }).toMatchObject({
      code: 3,
      moved: { appointments: 1, holds: 0, timeOff: 0, closures: 0 },
      appointments: [{ id: left, collidesWith: [inTheWay] }],
      holds: [],
      timeOff: [],
      closures: [],
    });
    const shown = await service.admin.get(`/appointments/${moved}`);
    expect(shown.body.data).toMatchObject({
      start: '2190-12-01T10:00:00-07:00',
      localStart: '2190-12-01T10:00',
    });

    await service.query('delete from appointments where id = $1', [inTheWay]);
    expect(await run('--apply')).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(
        /^Moved: 1 appointments, 0 holds, 0 time off, 0 closures\.\nEverything to come has its wall clock by the zone rules of 20\d\d\w\.\n$/,
      ),
    });
    expect(await review('--apply')).toMatch(/^Moved: 0 appointments, 0 holds, 0 time off, 0 closures\./);
  });
});
