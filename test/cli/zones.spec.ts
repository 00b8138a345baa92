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

  const review = async (...options: string[]) => {
    const { code, stdout } = await commands.run(
      { DATABASE_URL: service.databaseUrl },
      'zones',
      'review',
      ...options,
    );
    expect(code).toBe(0);
    return stdout;
  };

  it('lists what has another wall clock than it was booked for', async () => {
    expect(await review()).toMatch(
      /^Every appointment to come has its wall clock by the zone rules of 20\d\d\w\.\n$/,
    );
    const serviceId = await aService(service.admin);
    const providerId = await aProvider(service.admin, { timezone: 'America/Vancouver' });
    // The command goes by the clock of this machine.
    const { id } = await anAppointment(service.admin, providerId, serviceId, {
      date: MONDAY,
      start: '11:00',
    });
    await service.query(
      `update appointments set start_at = '2190-12-01 18:00Z', end_at = '2190-12-01 18:30Z',
         busy = '[2190-12-01 18:00Z,2190-12-01 18:30Z)', booked_start = '2190-12-01T10:00:00-08:00' where id = $1`,
      [id],
    );
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
    });
    const [headings, row] = (await review()).split('\n');
    expect(headings).toMatch(/^ZONE +PROVIDER +BOOKED FOR +ID +STARTS AT +SHOULD START AT +COLLIDES WITH$/);
    expect(row).toMatch(
      /^America\/Vancouver +\d+ +2190-12-01 10:00 +\d+ +2190-12-01T11:00:00-07:00 +2190-12-01T10/,
    );
  });
});
