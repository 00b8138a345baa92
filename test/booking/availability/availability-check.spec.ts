import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

describe('The check of a time', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin);
    serviceId = await aService(service.admin, { durationMin: 45 });
  });

  afterAll(() => service.stop());

  const check = (members: object) =>
    service.admin.post('/availability/check', { providerId, serviceId, ...members });
  const slotOf = async (members: object): Promise<unknown> => (await check(members)).body.data.slot;
  const faultsOf = async (members: object): Promise<unknown> => {
    const { status, body } = await check(members);
    return { status, code: body.error.code, ...body.error.details };
  };

  it.each(['/availability/check', '/appointments/check-availability'])(
    'at %s answers that a free time can be booked',
    async (path) => {
      const { status, body } = await service.admin.post(path, {
        providerId,
        serviceId,
        date: MONDAY,
        start: '10:00',
      });
      expect(status).toBe(200);
      expect(body).toEqual({
        data: {
          available: true,
          reason: null,
          message: 'This time can be booked',
          slot: { start: '2026-11-23T10:00:00Z', end: '2026-11-23T10:45:00Z' },
          conflicts: [],
          alternatives: [],
        },
      });
    },
  );

  it.each(['/availability/check', '/appointments/check-availability'])(
    'at %s lists the conflicts without their buffers, and the next slots',
    async (path) => {
      const buffered = await aService(service.admin, { durationMin: 30, bufferAfterMin: 15 });
      const { id } = await anAppointment(service.admin, providerId, buffered, { start: '10:00' });
      const request = { providerId, serviceId, date: MONDAY, start: '10:30' };
      const { status, body } = await service.admin.post(path, request);
      expect(status).toBe(200);
      expect(body.data).toEqual({
        available: false,
        reason: 'slot_taken',
        message: 'This time is already taken',
        slot: { start: '2026-11-23T10:30:00Z', end: '2026-11-23T11:15:00Z' },
        conflicts: [{ id, start: '2026-11-23T10:00:00Z', end: '2026-11-23T10:30:00Z' }],
        alternatives: [slot('11:15', '12:00'), slot('12:00', '12:45'), slot('12:45', '13:30')],
      });
    },
  );

  const slot = (time: string, end: string) => ({
    start: `${MONDAY}T${time}:00Z`,
    end: `${MONDAY}T${end}:00Z`,
    date: MONDAY,
    time,
    providerId,
    price: null,
  });

  it('lists all conflicts in time order', async () => {
    const late = await anAppointment(service.admin, providerId, serviceId, { start: '11:00' });
    const early = await anAppointment(service.admin, providerId, serviceId, { start: '10:00' });
    const { body } = await check({ date: MONDAY, start: '09:30', end: '12:00' });
    expect((body.data.conflicts as { id: number }[]).map(({ id }) => id)).toEqual([early.id, late.id]);
  });

  it('accepts a time that is not on the grid of the slots', async () => {
    expect((await check({ date: MONDAY, start: '10:07' })).body.data).toMatchObject({ available: true });
  });

  it('neither books nor holds the time', async () => {
    await check({ date: MONDAY, start: '10:00' });
    expect((await check({ date: MONDAY, start: '10:00' })).body.data).toMatchObject({ available: true });
    expect(await service.query('select from appointments where provider_id = $1', [providerId])).toEqual([]);
  });

  it('lists fewer than three alternatives only at the end of the horizon', async () => {
    const soon = await aService(service.admin, { durationMin: 60, maxAdvanceDays: 3 });
    await anAppointment(service.admin, providerId, soon, { start: '14:00' });
    const alternatives = async (start: string) => {
      const { body } = await check({ serviceId: soon, date: MONDAY, start });
      return (body.data.alternatives as { time: string }[]).map(({ time }) => time);
    };
    expect(await alternatives('14:00')).toEqual(['15:00', '16:00']);
    expect(await alternatives('17:00')).toEqual([]);
  });

  it('counts the time of the appointment in excludeAppointmentId as free', async () => {
    const { id } = await anAppointment(service.admin, providerId, serviceId, { start: '10:00' });
    const moved = { date: MONDAY, start: '10:30' };
    expect((await check(moved)).body.data).toMatchObject({ reason: 'slot_taken' });
    expect((await check({ ...moved, excludeAppointmentId: id })).body.data).toMatchObject({
      available: true,
    });
    expect((await check({ ...moved, exclude_appointment_id: id })).body.data.available).toBe(true);
  });

  it('skips the schedule with ignoreSchedule, but never the overlap rule', async () => {
    await anAppointment(service.admin, providerId, serviceId, { start: '10:00' });
    const sunday = { date: '2026-11-22', start: '22:00' };
    expect((await check(sunday)).body.data).toMatchObject({ reason: 'outside_working_hours' });
    expect((await check({ ...sunday, ignoreSchedule: true })).body.data).toMatchObject({ available: true });
    expect((await check({ date: MONDAY, start: '10:00', ignore_schedule: true })).body.data).toMatchObject({
      reason: 'slot_taken',
    });
  });

  describe('reads', () => {
    const TEN = { start: '2026-11-23T10:00:00+01:00', end: '2026-11-23T10:45:00+01:00' };

    beforeEach(async () => {
      providerId = await aProvider(service.admin, { timezone: 'Europe/Berlin' });
    });

    it.each([
      ['a date and a time of day', { date: MONDAY, start: '10:00' }],
      ['an instant', { start: '2026-11-23T09:00:00Z' }],
      ['an instant with another offset', { start: '2026-11-23T14:30+05:30' }],
      ['a date and time without an offset', { start: '2026-11-23T10:00' }],
      ['an instant with another date beside it', { date: '2026-11-30', start: '2026-11-23T09:00:00Z' }],
      ['startTime', { date: MONDAY, startTime: '10:00' }],
      ['start_time', { date: MONDAY, start_time: '10:00' }],
      [
        'start and not from startTime when both are present',
        { date: MONDAY, start: '10:00', startTime: '11:00' },
      ],
    ])('the start from %s, on the provider’s clock', async (_, members) => {
      expect(await slotOf(members)).toEqual(TEN);
    });

    it.each(['start', 'startTime', 'start_time'])(
      'an instant from %s, and names the date beside it in meta.ignored',
      async (name) => {
        const ignored = await check({ date: '2026-11-30', [name]: '2026-11-23T09:00:00Z' });
        expect(ignored.body.meta).toEqual({ ignored: ['date'] });
        expect((await check({ date: MONDAY, [name]: '10:00' })).body.meta).toBeUndefined();
      },
    );

    it('ids under their snake_case names', async () => {
      const { body } = await service.admin.post('/availability/check', {
        provider_id: providerId,
        service_id: serviceId,
        start: TEN.start,
        somethingElse: 'is not looked at',
      });
      expect(body.data.slot).toEqual(TEN);
    });

    it.each([
      ['an instant', '2026-11-23T10:30:00Z', '11:30'],
      ['a date and time without an offset', '2026-11-23T11:30', '11:30'],
      ['a time of the same date', '11:30', '11:30'],
    ])('the end from %s', async (_, end, expected) => {
      const found = { start: TEN.start, end: `2026-11-23T${expected}:00+01:00` };
      expect(await slotOf({ date: MONDAY, start: '10:00', end })).toEqual(found);
      expect(await slotOf({ start: TEN.start, endTime: end })).toEqual(found);
      expect(await slotOf({ start: TEN.start, end_time: end })).toEqual(found);
    });

    it('24:00 as the end of the day', async () => {
      expect(await slotOf({ date: MONDAY, start: '23:00', end: '24:00' })).toEqual({
        start: '2026-11-23T23:00:00+01:00',
        end: '2026-11-24T00:00:00+01:00',
      });
    });

    it('the first of two equal times from date and start, and the second from an instant', async () => {
      expect(await slotOf({ date: '2027-10-31', start: '02:30' })).toMatchObject({
        start: '2027-10-31T02:30:00+02:00',
      });
      expect(await slotOf({ start: '2027-10-31T01:30:00Z' })).toMatchObject({
        start: '2027-10-31T02:30:00+01:00',
      });
    });

    it('a start that the clock skips as a time that cannot be booked, with the reason invalid_time', async () => {
      const { status, body } = await check({ date: '2027-03-28', start: '02:30' });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        available: false,
        reason: 'invalid_time',
        slot: null,
        conflicts: [],
      });
      expect(body.data.alternatives[0]).toMatchObject({ date: '2027-03-29', time: '09:00' });
      expect((await check({ date: '2027-03-28', start: '02:30', end: '03:30' })).body.data).toMatchObject({
        reason: 'invalid_time',
      });
    });

    it('an end that the clock skips as a fault of the request', async () => {
      expect(await faultsOf({ date: '2027-03-28', start: '01:30', end: '02:30' })).toEqual({
        status: 422,
        code: 'VALIDATION_ERROR',
        end: 'does not exist on the provider’s clock',
      });
    });
  });

  describe('refuses', () => {
    it.each([
      ['an end before the start', { start: '10:00', end: '09:59' }, 'must be after the start'],
      ['an end at the start', { start: '10:00', end: '2026-11-23T10:00:00Z' }, 'must be after the start'],
      [
        'an end more than 24 hours after the start',
        { start: '10:00', end: '2026-11-24T10:01:00Z' },
        'must be at most 24 hours after the start',
      ],
      [
        'an end that is not a time',
        { start: '10:00', end: 'noon' },
        'must be a time as HH:MM or an instant such as 2026-12-01T09:45:00Z',
      ],
      ['null as an end', { start: '10:00', end: null }, expect.any(String)],
    ])('%s', async (_, members, fault) => {
      expect(await faultsOf({ date: MONDAY, ...members })).toEqual({
        status: 422,
        code: 'VALIDATION_ERROR',
        end: fault,
      });
    });

    it('a time of day without a date', async () => {
      expect(await faultsOf({ start: '10:00' })).toEqual({
        status: 422,
        code: 'VALIDATION_ERROR',
        date: 'is required where start is a time of day',
      });
    });

    it('all malformed members in one answer', async () => {
      const { status, body } = await service.admin.post('/availability/check', {
        providerId: '1',
        date: '2026-02-30',
        start: '2026-11-23T10:00:30Z',
        excludeAppointmentId: 0,
        ignoreSchedule: 'yes',
      });
      expect(status).toBe(422);
      expect(body.error).toEqual({
        code: 'VALIDATION_ERROR',
        message: 'The request has invalid fields',
        details: {
          providerId: 'must be the id of an existing one, a positive integer',
          serviceId: 'is required',
          date: 'must be a date as YYYY-MM-DD',
          start: 'must be on a whole minute, without seconds',
          excludeAppointmentId: 'must be the id of an existing one, a positive integer',
          ignoreSchedule: 'must be true or false',
        },
      });
    });

    it('all ids that do not exist in one answer', async () => {
      const unknown = { providerId: 999_999, serviceId: 999_999, excludeAppointmentId: 999_999 };
      expect(await faultsOf({ ...unknown, date: MONDAY, start: '10:00' })).toEqual({
        status: 422,
        code: 'VALIDATION_ERROR',
        providerId: 'names no provider',
        serviceId: 'names no service',
        excludeAppointmentId: 'names no appointment',
      });
    });

    it('a service that has been deleted', async () => {
      await service.admin.delete(`/services/${serviceId}`);
      expect(await faultsOf({ date: MONDAY, start: '10:00' })).toMatchObject({
        serviceId: 'names no service',
      });
    });

    it.each(['/availability/check', '/appointments/check-availability'])(
      'a request without a key at %s',
      async (path) => {
        const { status, body } = await service.anonymous.post(path, {});
        expect(status).toBe(401);
        expect(body.error.code).toBe('unauthorized');
      },
    );
  });

  it('is open to the role provider', async () => {
    const provider = await service.as('provider');
    const request = { providerId, serviceId, date: MONDAY, start: '10:00' };
    expect((await provider.post('/availability/check', request)).status).toBe(200);
    expect((await provider.post('/appointments/check-availability', request)).status).toBe(200);
  });
});
