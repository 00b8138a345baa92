import { aProvider, aService, anAppointment } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

/** The Tuesday after the clock of the tests starts. */
const TUESDAY = '2026-11-24';
const WEEKLY = 'FREQ=WEEKLY;BYDAY=TU;COUNT=4';
const TUESDAYS = [TUESDAY, '2026-12-01', '2026-12-08', '2026-12-15'];

interface Shown {
  readonly id: number;
  readonly start: string;
  readonly end: string;
  readonly status: string;
  readonly providerId: number;
  readonly seriesId: number;
}

describe('A series', () => {
  let service: TestService;
  let serviceId: number;
  let providerId: number;

  beforeAll(async () => {
    service = await startTestService();
    serviceId = await aService(service.admin, { durationMin: 60, price: 40 });
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin);
  });

  afterAll(() => service.stop());

  const aSeries = (members: object = {}) => ({
    name: 'Mia Keller',
    email: 'mia@example.com',
    providerId,
    serviceId,
    date: TUESDAY,
    start: '10:00',
    rrule: WEEKLY,
    ...members,
  });
  const book = async (members: object = {}) => {
    const answer = await service.admin.post('/series', aSeries(members));
    expect([answer.status, answer.body.error]).toEqual([201, undefined]);
    return answer.body.data as { id: number; appointments: Shown[]; skipped: object[] };
  };
  const startsOf = ({ appointments }: { appointments: readonly Shown[] }) =>
    appointments.map(({ start }) => start);
  const at = (time: string) => TUESDAYS.map((date) => `${date}T${time}:00Z`);
  const taken = (date: string, start: string) =>
    anAppointment(service.admin, providerId, serviceId, { date, start });

  describe('when it is booked', () => {
    it('shows its rule and its appointments in the order of time', async () => {
      const answer = await service.admin.post('/series', aSeries({ notes: 'Bring a towel' }));
      const { id } = answer.body.data;
      expect(answer.body.data).toEqual({
        id: expect.any(Number),
        rrule: WEEKLY,
        exdates: [],
        timezone: 'UTC',
        appointments: TUESDAYS.map((date) =>
          expect.objectContaining({
            seriesId: id,
            providerId,
            serviceId,
            start: `${date}T10:00:00Z`,
            end: `${date}T11:00:00Z`,
            status: 'confirmed',
            notes: 'Bring a towel',
          }),
        ),
        skipped: [],
        createdAt: '2026-11-20T08:00:00Z',
        manageUrl: expect.stringMatching(/\/m\/[\w-]{28}$/),
      });
      const read = await service.admin.get(`/series/${id}`);
      expect(read.body.data).toEqual(answer.body.data);
      expect(read.headers.get('etag')).toBe(answer.headers.get('etag'));
    });

    it('takes the time of each occurrence', async () => {
      await book();
      for (const date of TUESDAYS) {
        const answer = await service.admin.post('/appointments', aSeries({ date, start: '10:30' }));
        expect(answer.body.error.details.reason).toBe('slot_taken');
      }
    });

    it('is listed by the filter seriesId', async () => {
      const series = await book();
      await taken('2026-12-02', '10:00');
      const list = await service.admin.get(`/appointments?seriesId=${series.id}&length=50`);
      expect(list.body.data).toEqual(series.appointments);
      expect((await service.admin.get('/appointments?seriesId=999999')).body.data).toEqual([]);
    });

    it('leaves out its exceptions, which count towards COUNT', async () => {
      const series = await book({ exdates: ['2026-12-01', '2027-01-05'] });
      expect(startsOf(series)).toEqual(at('10:00').filter((start) => !start.startsWith('2026-12-01')));
    });

    it('refuses exceptions that leave no occurrence', async () => {
      const { status, body } = await service.admin.post('/series', aSeries({ exdates: TUESDAYS }));
      expect([status, body.error.details]).toEqual([422, { exdates: 'leaves no occurrence' }]);
    });

    it.each([
      ['date', '20261208'],
      ['local time', '20261208T100000'],
      ['time in UTC', '20261208T100000Z'],
    ])('ends with an UNTIL that is the %s of its last occurrence', async (_, until) => {
      expect(startsOf(await book({ rrule: `FREQ=WEEKLY;UNTIL=${until}` }))).toEqual(at('10:00').slice(0, 3));
    });

    it('ends before an UNTIL that is a minute before an occurrence', async () => {
      const series = await book({ rrule: 'FREQ=WEEKLY;UNTIL=20261208T095959Z' });
      expect(startsOf(series)).toEqual(at('10:00').slice(0, 2));
    });

    it('books one customer, found by e-mail address', async () => {
      const series = await book({ email: 'series.customer@example.com' });
      const list = await service.admin.get('/customers?q=series.customer@example.com');
      expect(list.body.data).toHaveLength(1);
      expect(new Set(series.appointments.map((each) => Reflect.get(each, 'customerId')))).toEqual(
        new Set([list.body.data[0].id]),
      );
    });

    it('answers a repeated Idempotency-Key with the first series', async () => {
      const send = () =>
        service.admin.send('POST', '/series', { body: aSeries(), headers: { 'idempotency-key': 'weekly' } });
      const [first, second] = [await send(), await send()];
      expect([first.status, second.status]).toEqual([201, 201]);
      expect(second.body).toEqual(first.body);
    });

    it('names what is missing, unknown and not valid', async () => {
      const empty = await service.admin.post('/series', {});
      expect(Object.keys(empty.body.error.details).toSorted()).toEqual(
        ['date', 'email', 'name', 'providerId', 'rrule', 'serviceId', 'start'].toSorted(),
      );
      for (const [member, value] of Object.entries({
        providerId: 999_999,
        serviceId: 999_999,
        locationId: 999_999,
        customerId: 999_999,
        seats: 2,
        start: '2026-11-24T10:00:00Z',
        rrule: 'FREQ=YEARLY;COUNT=2',
      })) {
        const { status, body } = await service.admin.post('/series', aSeries({ [member]: value }));
        expect([status, body.error.code, Object.keys(body.error.details)]).toEqual([
          422,
          'VALIDATION_ERROR',
          [member],
        ]);
      }
    });

    it('takes no hold', async () => {
      const answer = await service.admin.post('/series', aSeries({ holdId: 'x' }));
      expect(answer.body.meta.ignored).toEqual(['holdId']);
    });
  });

  describe('of which an occurrence cannot be had', () => {
    beforeEach(async () => {
      await taken('2026-12-08', '10:30');
    });

    const REFUSED = {
      date: '2026-12-08',
      start: '10:00',
      reason: 'slot_taken',
      alternatives: ['09:00', '12:00', '13:00'].map((time) =>
        expect.objectContaining({ date: '2026-12-08', time }),
      ),
    };

    it('is refused as a whole', async () => {
      const { status, body } = await service.admin.post('/series', aSeries());
      expect([status, body.error.code, body.error.details]).toEqual([
        422,
        'UNPROCESSABLE_ENTITY',
        { reason: 'occurrences_refused', occurrences: [REFUSED] },
      ]);
      expect((await service.admin.get(`/appointments?providerId=${providerId}`)).body.meta.total).toBe(1);
    });

    it('is booked without it when it may skip', async () => {
      const series = await book({ onConflict: 'skip' });
      expect(startsOf(series)).toEqual(at('10:00').filter((start) => !start.startsWith('2026-12-08')));
      expect(series.skipped).toEqual([REFUSED]);
      expect((await service.admin.get(`/series/${series.id}`)).body.data.skipped).toEqual(series.skipped);
    });

    it('is refused when no occurrence is left, even when it may skip', async () => {
      const { status, body } = await service.admin.post(
        '/series',
        aSeries({ rrule: 'FREQ=DAILY;COUNT=3', date: '2027-12-04', onConflict: 'skip' }),
      );
      expect([status, body.error.details.reason]).toEqual([422, 'occurrences_refused']);
      expect(body.error.details.occurrences).toHaveLength(3);
    });
  });

  describe('as a dry run', () => {
    it('shows what would be booked without ids, and writes nothing', async () => {
      const customers = (await service.admin.get('/customers')).body.meta.total;
      const answer = await service.admin.post('/series', aSeries({ dryRun: true, email: 'dry@example.com' }));
      expect(answer.status).toBe(200);
      expect(answer.headers.get('etag')).toBeNull();
      expect(startsOf(answer.body.data)).toEqual(at('10:00'));
      expect(Object.keys(answer.body.data)).not.toContain('id');
      for (const member of ['id', 'seriesId', 'customerId'])
        expect(Object.keys(answer.body.data.appointments[0])).not.toContain(member);
      expect((await service.admin.get(`/appointments?providerId=${providerId}`)).body.meta.total).toBe(0);
      expect((await service.admin.get('/customers')).body.meta.total).toBe(customers);
    });

    it('refuses what a booking would refuse, with the same answer', async () => {
      await taken('2026-12-08', '10:30');
      const dry = await service.admin.post('/series', aSeries({ dryRun: true }));
      const real = await service.admin.post('/series', aSeries());
      expect([dry.status, dry.body]).toEqual([422, real.body]);
    });

    it('answers 200 with an Idempotency-Key, too', async () => {
      const answer = await service.admin.send('POST', '/series', {
        body: aSeries({ dryRun: true }),
        headers: { 'idempotency-key': 'dry' },
      });
      expect(answer.status).toBe(200);
      expect((await service.admin.get(`/appointments?providerId=${providerId}`)).body.meta.total).toBe(0);
    });
  });

  it('is a 404 when there is none', async () => {
    expect((await service.admin.get('/series/999999')).status).toBe(404);
    expect((await service.admin.patch('/series/999999', { notes: 'x' })).status).toBe(404);
  });
});
