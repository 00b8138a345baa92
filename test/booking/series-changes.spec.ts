import { aProvider, aService, anAppointment } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

/** The Tuesday after the clock of the tests starts. */
const TUESDAYS = ['2026-11-24', '2026-12-01', '2026-12-08', '2026-12-15'];

interface Shown {
  readonly id: number;
  readonly start: string;
  readonly end: string;
  readonly status: string;
  readonly notes: string | null;
  readonly providerId: number;
  readonly serviceId: number;
  readonly locationId: number | null;
}
interface Series {
  readonly id: number;
  readonly appointments: readonly Shown[];
  readonly skipped: readonly { readonly date: string; readonly start: string; readonly reason: string }[];
}

describe('A change of a series', () => {
  let service: TestService;
  let serviceId: number;
  let providerId: number;
  let series: Series;

  beforeAll(async () => {
    service = await startTestService();
    serviceId = await aService(service.admin, { durationMin: 60, price: 40 });
  });

  beforeEach(async () => {
    service.clock.set('2026-11-20T08:00:00Z');
    providerId = await aProvider(service.admin);
    series = await aSeries();
  });

  afterAll(() => service.stop());

  const aSeries = async (members: object = {}): Promise<Series> => {
    const answer = await service.admin.post('/series', {
      name: 'Mia Keller',
      email: 'mia@example.com',
      providerId,
      serviceId,
      date: TUESDAYS[0],
      start: '10:00',
      rrule: 'FREQ=WEEKLY;COUNT=4',
      ...members,
    });
    expect(answer.status).toBe(201);
    return answer.body.data;
  };
  it.each([['11:00'], ['09:00'], ['10:30']])(
    'moves occurrences that follow each other without a gap, from 10:00 to %s',
    async (start) => {
      await service.admin.put('/business-hours', { workStart: '00:00', workEnd: '24:00' });
      const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
      const schedule = days.map((day) => ({ day, start: '00:00', end: '24:00' }));
      providerId = await aProvider(service.admin, { schedule });
      const care = await aService(service.admin, { durationMin: 1_440 });
      series = await aSeries({ serviceId: care, rrule: 'FREQ=DAILY;COUNT=4' });
      const { appointments } = await change({ start });
      expect(appointments.map((each) => each.start)).toEqual(
        ['24', '25', '26', '27'].map((day) => `2026-11-${day}T${start}:00Z`),
      );
    },
  );

  const send = (body: object) => service.admin.patch(`/series/${series.id}`, body);
  const change = async (body: object): Promise<Series> => {
    const answer = await send(body);
    expect([answer.status, answer.body.error]).toEqual([200, undefined]);
    return answer.body.data;
  };
  const changeOne = async (index: number, body: object) => {
    const answer = await service.admin.patch(`/appointments/${series.appointments[index]?.id}`, body);
    expect(answer.status).toBe(200);
  };
  const each = <Member extends keyof Shown>({ appointments }: Series, member: Member) =>
    appointments.map((appointment) => appointment[member]);
  const times = (changed: Series) => each(changed, 'start').map((start) => start.slice(0, 16));
  const at = (...hours: string[]) => TUESDAYS.map((date, i) => `${date}T${hours[i] ?? hours.at(-1)}`);
  const taken = (date: string, start: string, whose = providerId) =>
    anAppointment(service.admin, whose, serviceId, { date, start });

  it('moves every occurrence to another time of its day', async () => {
    const changed = await change({ start: '14:00' });
    expect(times(changed)).toEqual(at('14:00'));
    expect(each(changed, 'end')).toEqual(TUESDAYS.map((date) => `${date}T15:00:00Z`));
    expect((await service.admin.get(`/series/${series.id}`)).body.data).toEqual(changed);
  });

  it('frees the former time and takes the new one', async () => {
    await change({ start: '14:00' });
    await taken('2026-12-01', '10:00');
    const again = await service.admin.post('/appointments', {
      customerId: 1,
      providerId,
      serviceId,
      date: '2026-12-01',
      start: '14:30',
    });
    expect(again.body.error.details.reason).toBe('slot_taken');
  });

  it('moves occurrences into the time that others of the series leave', async () => {
    const daily = await aSeries({ start: '09:00', rrule: 'FREQ=DAILY;COUNT=3' });
    const answer = await service.admin.patch(`/series/${daily.id}`, { start: '09:30' });
    expect(answer.status).toBe(422);
    await service.admin.patch(`/series/${series.id}`, { status: 'cancelled' });
    expect((await service.admin.patch(`/series/${daily.id}`, { start: '09:30' })).status).toBe(200);
  });

  it('refuses an occurrence the time that an earlier one of the same change takes', async () => {
    await changeOne(1, { date: TUESDAYS[0], start: '11:00' });
    const [other, longer] = [
      await aProvider(service.admin),
      await aService(service.admin, { durationMin: 90 }),
    ];
    const changed = await change({ providerId: other, serviceId: longer, onConflict: 'skip' });
    expect(each(changed, 'providerId')).toEqual([other, providerId, other, other]);
    expect(changed.skipped).toMatchObject([{ date: TUESDAYS[0], start: '11:00', reason: 'slot_taken' }]);
  });

  it('gives every occurrence another provider, service, location and notes', async () => {
    const location = (await service.admin.post('/locations', { name: 'North' })).body.data.id as number;
    const other = await aProvider(service.admin);
    const longer = await aService(service.admin, { durationMin: 90 });
    const changed = await change({
      providerId: other,
      serviceId: longer,
      locationId: location,
      notes: 'Bring a towel',
    });
    expect(new Set(each(changed, 'providerId'))).toEqual(new Set([other]));
    expect(new Set(each(changed, 'serviceId'))).toEqual(new Set([longer]));
    expect(new Set(each(changed, 'locationId'))).toEqual(new Set([location]));
    expect(new Set(each(changed, 'notes'))).toEqual(new Set(['Bring a towel']));
    expect(each(changed, 'end')).toEqual(TUESDAYS.map((date) => `${date}T11:30:00Z`));
  });

  it('cancels every occurrence and frees their time', async () => {
    expect(new Set(each(await change({ status: 'cancelled' }), 'status'))).toEqual(new Set(['cancelled']));
    await taken('2026-12-08', '10:00');
  });

  it('leaves those that have begun', async () => {
    service.clock.set('2026-12-01T10:30:00Z');
    expect(times(await change({ start: '14:00' }))).toEqual(at('10:00', '10:00', '14:00'));
  });

  it('begins with the occurrence that it names', async () => {
    const fromAppointmentId = series.appointments[2]?.id;
    expect(times(await change({ fromAppointmentId, start: '14:00' }))).toEqual(at('10:00', '10:00', '14:00'));
  });

  it('refuses an occurrence of another series, or of none', async () => {
    const { id } = await taken('2026-12-02', '10:00');
    for (const fromAppointmentId of [id, 999_999]) {
      const { status, body } = await send({ fromAppointmentId, start: '14:00' });
      expect([status, body.error.details]).toEqual([
        422,
        { fromAppointmentId: 'names no appointment of the series' },
      ]);
    }
  });

  it('leaves cancelled occurrences as they are', async () => {
    await changeOne(1, { status: 'cancelled' });
    const changed = await change({ start: '14:00', notes: 'Later' });
    expect(times(changed)).toEqual(at('14:00', '10:00', '14:00'));
    expect(each(changed, 'notes')).toEqual(['Later', null, 'Later', 'Later']);
  });

  it('leaves the time of an occurrence that was moved by itself, and changes the rest of it', async () => {
    await changeOne(1, { date: '2026-12-02', start: '11:00' });
    const other = await aProvider(service.admin);
    const changed = await change({ start: '14:00', providerId: other, notes: 'Later' });
    expect(times(changed)).toEqual([
      '2026-11-24T14:00',
      '2026-12-02T11:00',
      '2026-12-08T14:00',
      '2026-12-15T14:00',
    ]);
    expect(new Set(each(changed, 'providerId'))).toEqual(new Set([other]));
    expect(new Set(each(changed, 'notes'))).toEqual(new Set(['Later']));
  });

  it('leaves the provider of an occurrence that was given to another one by itself', async () => {
    const [substitute, other] = [await aProvider(service.admin), await aProvider(service.admin)];
    await changeOne(2, { providerId: substitute });
    const changed = await change({ providerId: other, start: '14:00' });
    expect(each(changed, 'providerId')).toEqual([other, other, substitute, other]);
    expect(times(changed)).toEqual(at('14:00'));
  });

  it('moves an occurrence again that an earlier change of the series has moved', async () => {
    await change({ fromAppointmentId: series.appointments[2]?.id, start: '14:00' });
    expect(times(await change({ start: '15:00' }))).toEqual(at('15:00'));
  });

  it('changes nothing when an occurrence cannot be had', async () => {
    await taken('2026-12-08', '14:30');
    const { status, body } = await send({ start: '14:00', notes: 'Later' });
    expect([status, body.error.details.reason]).toEqual([422, 'occurrences_refused']);
    expect(body.error.details.occurrences).toEqual([
      {
        date: '2026-12-08',
        start: '14:00',
        reason: 'slot_taken',
        alternatives: ['12:00', '13:00', '16:00'].map((time) =>
          expect.objectContaining({ date: '2026-12-08', time }),
        ),
      },
    ]);
    expect((await service.admin.get(`/series/${series.id}`)).body.data).toEqual(series);
  });

  it('leaves an occurrence that cannot be had as it was, and lists it, when it may skip', async () => {
    await taken('2026-12-08', '14:30');
    const changed = await change({ start: '14:00', onConflict: 'skip' });
    expect(times(changed)).toEqual(at('14:00', '14:00', '10:00', '14:00'));
    expect(changed.skipped).toMatchObject([{ date: '2026-12-08', start: '14:00', reason: 'slot_taken' }]);
    expect(times(await change({ start: '15:30' }))).toEqual(at('15:30'));
  });

  it('offers no alternatives when the service was deleted', async () => {
    const gone = await aService(service.admin, { durationMin: 60 });
    series = await aSeries({ serviceId: gone, start: '12:00' });
    await change({ status: 'no-show' });
    await taken('2026-12-08', '12:30');
    await service.admin.delete(`/services/${gone}`);
    const { status, body } = await send({ status: 'confirmed' });
    expect([status, body.error.details.occurrences]).toEqual([
      422,
      [{ date: '2026-12-08', start: '12:00', reason: 'slot_taken', alternatives: [] }],
    ]);
  });

  it('shows as a dry run what it would change, and changes nothing', async () => {
    const answer = await send({ start: '14:00', dryRun: true });
    expect([answer.status, times(answer.body.data)]).toEqual([200, at('14:00')]);
    expect((await service.admin.get(`/series/${series.id}`)).body.data).toEqual(series);
  });

  it('changes nothing when it names nothing', async () => {
    expect(await change({})).toEqual(series);
  });

  it('is refused when the series has changed since it was read', async () => {
    const headers = {
      'if-match': (await service.admin.get(`/series/${series.id}`)).headers.get('etag') ?? '',
    };
    await changeOne(0, { notes: 'Late' });
    const path = `/series/${series.id}`;
    expect((await service.admin.send('PATCH', path, { body: { notes: 'x' }, headers })).status).toBe(412);
  });

  it.each([
    ['providerId', 999_999],
    ['serviceId', 999_999],
    ['locationId', 999_999],
    ['status', 'gone'],
    ['start', '2026-12-01T10:00:00Z'],
    ['onConflict', 'maybe'],
  ])('names %s when it is not valid', async (member, value) => {
    const { status, body } = await send({ [member]: value });
    expect([status, Object.keys(body.error.details)]).toEqual([422, [member]]);
  });

  it('takes rooms anew, and gives up those of the former time', async () => {
    await service.admin.post('/resources', { name: 'Room', kind: 'room' });
    const massage = await aService(service.admin, { resources: [{ kind: 'room', quantity: 1 }] });
    series = await aSeries({ serviceId: massage, start: '15:00' });
    await change({ start: '15:15' });
    const other = await aProvider(service.admin);
    const refused = await service.admin.post('/appointments', {
      customerId: 1,
      providerId: other,
      serviceId: massage,
      date: '2026-12-01',
      start: '15:30',
    });
    expect(refused.body.error.details.reason).toBe('resource_unavailable');
    await anAppointment(service.admin, other, massage, { date: '2026-12-01', start: '14:45' });
  });
});
