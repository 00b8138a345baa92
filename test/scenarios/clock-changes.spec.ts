import { aBooking, anAppointment, aProvider, aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

/** A clinic in Berlin that is open all day. Jonas works on Sunday until 06:00, and on Monday and Friday. */
describe('In Berlin, where the clock changes on 2027-03-28 and 2027-10-31,', () => {
  let clinic: TestService;
  let jonas: number;
  let checkUp: number;

  beforeAll(async () => {
    clinic = await startTestService({ environment: { BUSINESS_TIMEZONE: 'Europe/Berlin' } });
    await clinic.admin.put('/business-hours', { workStart: '00:00', workEnd: '24:00' });
    checkUp = await aService(clinic.admin, { durationMin: 30 });
  });

  beforeEach(async () => {
    const schedule = [
      { day: 'sunday', start: '00:00', end: '06:00' },
      { day: 'monday', start: '09:00', end: '17:00' },
      { day: 'friday', start: '09:00', end: '17:00' },
    ];
    jonas = await aProvider(clinic.admin, { name: 'Jonas', schedule });
  });

  afterAll(() => clinic.stop());

  const timesOn = async (date: string) => {
    const { body } = await clinic.admin.get(
      `/availability/slots?providerId=${jonas}&serviceId=${checkUp}&date=${date}`,
    );
    return body.data.map((slot: { time: string }) => slot.time) as string[];
  };

  it('an appointment that moves across the spring change keeps its local start of 10:00', async () => {
    const { id, start } = await anAppointment(clinic.admin, jonas, checkUp, {
      date: '2027-03-26',
      start: '10:00',
    });
    expect(start).toBe('2027-03-26T10:00:00+01:00');
    const { body } = await clinic.admin.patch(`/appointments/${id}`, { date: '2027-03-29' });
    expect([body.data.start, body.data.end]).toEqual([
      '2027-03-29T10:00:00+02:00',
      '2027-03-29T10:30:00+02:00',
    ]);
  });

  it('the hour that the clock skips in spring has no slots, and a booking in it is refused', async () => {
    expect(await timesOn('2027-03-28')).toEqual([
      '00:00',
      '00:30',
      '01:00',
      '01:30',
      '03:00',
      '03:30',
      '04:00',
      '04:30',
      '05:00',
      '05:30',
    ]);
    const booking = aBooking(jonas, checkUp, { date: '2027-03-28', start: '02:30' });
    const { status, body } = await clinic.admin.post('/appointments', booking);
    expect([status, body.error.details.reason]).toEqual([422, 'invalid_time']);
    expect(body.error.details.alternatives[0]).toMatchObject({
      start: '2027-03-28T03:00:00+02:00',
      time: '03:00',
    });
  });

  it('the local time 02:30 means the first of two in autumn, and an appointment can move to the second by its instant', async () => {
    const first = await anAppointment(clinic.admin, jonas, checkUp, { date: '2027-10-31', start: '02:30' });
    expect(first.start).toBe('2027-10-31T02:30:00+02:00');
    const { body } = await clinic.admin.patch(`/appointments/${first.id}`, {
      start: '2027-10-31T02:30:00+01:00',
    });
    expect(body.data.start).toBe('2027-10-31T02:30:00+01:00');
    expect(await timesOn('2027-10-31')).toContain('02:30');
  });

  it('an appointment across the spring change keeps its duration', async () => {
    const long = await aService(clinic.admin, { durationMin: 120 });
    const { start, end } = await anAppointment(clinic.admin, jonas, long, {
      date: '2027-03-28',
      start: '01:00',
    });
    expect([start, end]).toEqual(['2027-03-28T01:00:00+01:00', '2027-03-28T04:00:00+02:00']);
  });
});
