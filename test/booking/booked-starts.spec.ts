import { BookedStartFill } from '../../src/booking/zone-review/booked-start-fill';
import { aBooking, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

describe('The wall clock at which an appointment was booked', () => {
  let service: TestService;
  let serviceId: number;
  let providerId: number;

  beforeAll(async () => {
    service = await startTestService();
    serviceId = await aService(service.admin, { durationMin: 30 });
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin, { timezone: 'America/New_York' });
  });

  afterAll(() => service.stop());

  const post = async (path: string, body: object) => {
    const { status, body: answer } = await service.admin.post(path, body);
    expect({ path, status, error: answer.error }).toEqual({ path, status: 201, error: undefined });
    return answer.data;
  };
  const book = (members: object = {}) => post('/appointments', aBooking(providerId, serviceId, members));
  const shownOf = async (id: number) => {
    const { localStart, timezone } = (await service.admin.get(`/appointments/${id}`)).body.data;
    return { localStart, timezone };
  };
  const atTen = { localStart: `${MONDAY}T10:00`, timezone: 'America/New_York' };

  it('is shown with the zone of the provider, however the time was written', async () => {
    const booked = await book({ date: undefined, start: `${MONDAY}T15:00:00Z` });
    expect(booked).toMatchObject({ start: `${MONDAY}T10:00:00-05:00`, ...atTen });
    expect(await shownOf(booked.id)).toEqual(atTen);
  });

  it('is that of the hold which is booked', async () => {
    const hold = await post('/holds', { providerId, serviceId, date: MONDAY, start: '10:00' });
    expect(hold).toMatchObject(atTen);
    const booked = await post('/appointments', { name: 'Mia', email: 'mia@example.com', holdId: hold.id });
    expect(booked).toMatchObject(atTen);
    // A version before has placed it.
    const older = await post('/holds', { providerId, serviceId, date: MONDAY, start: '11:00' });
    await service.query('update holds set booked_start = null, booked_zone = null');
    const other = await post('/appointments', { name: 'Mia', email: 'mia@example.com', holdId: older.id });
    expect(await shownOf(other.id)).toEqual({ ...atTen, localStart: `${MONDAY}T11:00` });
  });

  it('follows a move, to another provider in the zone of that one', async () => {
    const { id } = await book();
    const inBerlin = await aProvider(service.admin, { timezone: 'Europe/Berlin' });
    const patch = { providerId: inBerlin, date: MONDAY, start: '12:00' };
    const moved = await service.admin.patch(`/appointments/${id}`, patch);
    expect(moved.body.data).toMatchObject({ localStart: `${MONDAY}T12:00`, timezone: 'Europe/Berlin' });
    expect(await shownOf(id)).toEqual({ localStart: `${MONDAY}T12:00`, timezone: 'Europe/Berlin' });
  });

  it('stays when the provider goes to another zone, and when other members change', async () => {
    const { id } = await book();
    await service.admin.patch(`/providers/${providerId}`, { timezone: 'Asia/Tokyo' });
    const { body } = await service.admin.patch(`/appointments/${id}`, { notes: 'Window seat' });
    expect(body.data).toMatchObject({ start: '2026-11-24T00:00:00+09:00', ...atTen });
  });

  it('is kept for each occurrence of a series and each part of a visit', async () => {
    const customer = { name: 'Mia', email: 'mia@example.com' };
    const time = { providerId, serviceId, date: MONDAY, start: '10:00' };
    const series = await post('/series', { ...customer, ...time, rrule: 'FREQ=WEEKLY;COUNT=2' });
    expect(series.appointments[1]).toMatchObject({
      localStart: '2026-11-30T10:00',
      timezone: atTen.timezone,
    });
    const items = [
      { serviceId, providerId },
      { serviceId, providerId },
    ];
    const visit = await post('/visits', { ...customer, date: MONDAY, start: '11:00', items });
    expect(visit.appointments.map(({ localStart }: { localStart: string }) => localStart)).toEqual([
      `${MONDAY}T11:00`,
      `${MONDAY}T11:30`,
    ]);
  });

  describe('by a version before', () => {
    const stored = async (id: number) => {
      const [row] = await service.query<{ text: string; zone: string }>(
        'select booked_start as text, booked_zone as zone from appointments where id = $1',
        [id],
      );
      return row;
    };
    const forget = (id: number) =>
      service.query('update appointments set booked_start = null, booked_zone = null where id = $1', [id]);
    const fill = async () => {
      service.clock.advance(3_600_000);
      await service.app.get(BookedStartFill).run();
    };
    const entries = async () => (await service.query('select id from audit_entries')).length;

    it('is computed where it is not known', async () => {
      const { id } = await book();
      await forget(id);
      expect(await shownOf(id)).toEqual(atTen);
    });

    it('is filled in for what is to come, without an event', async () => {
      const { id } = await book();
      await forget(id);
      const before = await entries();
      await fill();
      expect(await stored(id)).toEqual({ text: `${MONDAY}T10:00:00-05:00`, zone: 'America/New_York' });
      expect(await entries()).toBe(before);
    });

    it('is filled in by the rules of Node, which that version applied', async () => {
      const inVancouver = await aProvider(service.admin, { timezone: 'America/Vancouver' });
      const { id } = await book({ providerId: inVancouver });
      await forget(id);
      await fill();
      const node = new Intl.DateTimeFormat('en-US', {
        timeZone: 'America/Vancouver',
        timeZoneName: 'longOffset',
      }).format(Date.parse(`${MONDAY}T17:00:00Z`));
      expect((await stored(id))?.text.slice(-6)).toBe(node.slice(-6));
    });

    it('is filled in anew where that version has moved an appointment since', async () => {
      const { id } = await book();
      await service.query(
        `update appointments set start_at = start_at + interval '1 hour', end_at = end_at + interval '1 hour',
           busy = tstzrange(start_at + interval '1 hour', end_at + interval '1 hour') where id = $1`,
        [id],
      );
      await fill();
      expect(await stored(id)).toMatchObject({ text: `${MONDAY}T11:00:00-05:00` });
    });
  });
});
