import { aProvider, aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const EVERY_DAY = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];

/** The days around each clock change of the two years after the clock of the tests starts. */
const CLOCK_CHANGES = [
  ['Europe/Berlin', ['2027-03-28', '2027-10-31', '2028-03-26', '2028-10-29']],
  ['America/New_York', ['2027-03-14', '2027-11-07', '2028-03-12', '2028-11-05']],
  ['Australia/Lord_Howe', ['2027-04-04', '2027-10-03', '2028-04-02', '2028-10-01']],
] as const;

const dayBefore = (date: string) =>
  new Date(Date.parse(`${date}T00:00Z`) - 86_400_000).toISOString().slice(0, 10);

describe.each(CLOCK_CHANGES)('A series of a provider in %s', (timezone, changes) => {
  let service: TestService;
  let serviceId: number;
  let providerId: number;

  beforeAll(async () => {
    service = await startTestService();
    serviceId = await aService(service.admin, { durationMin: 30, maxAdvanceDays: 3_650 });
    await service.admin.put('/business-hours', { workStart: '00:00', workEnd: '24:00', days: EVERY_DAY });
    const schedule = EVERY_DAY.map((day) => ({ day, start: '00:00', end: '24:00' }));
    providerId = await aProvider(service.admin, { timezone, schedule });
  });

  afterAll(() => service.stop());

  const book = (members: object) =>
    service.admin.post('/series', {
      name: 'Mia Keller',
      email: 'mia@example.com',
      providerId,
      serviceId,
      rrule: 'FREQ=DAILY;COUNT=3',
      ...members,
    });

  it.each(changes)('keeps its local time across the clock change of %s', async (date) => {
    const { status, body } = await book({ date: dayBefore(date), start: '10:00' });
    expect([status, body.data.timezone]).toEqual([201, timezone]);
    const starts: string[] = body.data.appointments.map(({ start }: { start: string }) => start);
    expect(starts.map((start) => start.slice(11, 16))).toEqual(['10:00', '10:00', '10:00']);
    expect(new Set(starts.map((start) => start.slice(19))).size).toBe(2);
  });

  it('keeps its local time through all of them', async () => {
    const { status, body } = await book({
      date: '2026-12-01',
      start: '14:00',
      rrule: 'FREQ=WEEKLY;UNTIL=20281120',
    });
    const starts: string[] = body.data.appointments.map(({ start }: { start: string }) => start);
    expect([status, starts.length]).toEqual([201, 103]);
    expect(new Set(starts.map((start) => start.slice(11, 16)))).toEqual(new Set(['14:00']));
  });

  // 02:15 is skipped in all three zones: on Lord Howe the clock goes from 02:00 to 02:30.
  it('refuses the occurrence whose local time the clock skips', async () => {
    const [first, second] = changes;
    const spring = timezone === 'Australia/Lord_Howe' ? second : first;
    const { status, body } = await book({ date: dayBefore(spring), start: '02:15', onConflict: 'skip' });
    expect([status, body.data.appointments.length]).toEqual([201, 2]);
    expect(body.data.skipped).toMatchObject([{ date: spring, start: '02:15', reason: 'invalid_time' }]);
  });
});
