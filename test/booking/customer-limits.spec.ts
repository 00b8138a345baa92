import { anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { START } from '../support/settable-clock';
import { startTestService, type TestService } from '../support/test-service';
import { anEntryOf } from '../support/waiting';

const MIA = { name: 'Mia Keller', email: 'mia@example.com' };
const REFUSED = { reason: 'limit_reached', limit: 'service.maxActivePerCustomer', alternatives: [] };

describe('A service that a customer may have twice ahead', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService();
    providerId = await aProvider(service.admin);
    serviceId = await aService(service.admin, { maxActivePerCustomer: 2 });
  });

  afterEach(async () => {
    service.clock.set(START);
    await service.query('truncate appointments, holds, waitlist_entries, customers cascade');
  });

  afterAll(() => service.stop());

  const timeAt = (start: string) => ({ providerId, serviceId, date: MONDAY, start });
  const book = (start: string, members: object = {}) =>
    service.admin.post('/appointments', { ...MIA, ...timeAt(start), ...members });
  const bookTwo = async () => {
    const [first, second] = [await book('10:00'), await book('10:30')];
    expect([first.status, second.status]).toEqual([201, 201]);
    return [first.body.data, second.body.data] as { id: number; customerId: number }[];
  };

  it('is refused to the customer a third time, and not to another one', async () => {
    await bookTwo();
    const { status, body } = await book('11:00', { email: 'MIA@example.com' });
    expect([status, body.error.details]).toEqual([422, REFUSED]);
    expect((await book('11:00', { email: 'ben@example.com' })).status).toBe(201);
    const other = await aService(service.admin);
    expect((await book('12:00', { serviceId: other })).status).toBe(201);
  });

  it('leaves no new customer and no appointment behind when it is refused', async () => {
    await bookTwo();
    await book('11:00');
    expect((await service.admin.get('/appointments')).body.meta.total).toBe(2);
  });

  it('can be had again once an appointment is cancelled, or has begun', async () => {
    const [first] = await bookTwo();
    await service.admin.patch(`/appointments/${first?.id}/status`, { status: 'cancelled' });
    expect((await book('11:00')).status).toBe(201);
    expect((await book('11:30')).status).toBe(422);
    service.clock.set(`${MONDAY}T10:30:00Z`);
    expect((await book('11:30')).status).toBe(422);
    service.clock.set(`${MONDAY}T10:30:00.001Z`);
    expect((await book('11:30')).status).toBe(201);
  });

  it('does not count appointments of another service, or ones that are completed ahead', async () => {
    const other = await aService(service.admin);
    for (const start of ['09:00', '09:30']) await book(start, { serviceId: other });
    const [first] = await bookTwo();
    expect((await book('11:00')).body.error.details).toEqual(REFUSED);
    await service.admin.patch(`/appointments/${first?.id}/status`, { status: 'completed' });
    expect((await book('11:00')).status).toBe(201);
  });

  it('can be had once more where the booking ignores the schedule, and counts then', async () => {
    await bookTwo();
    expect((await book('11:00', { ignoreSchedule: true })).status).toBe(201);
    expect((await book('11:30')).body.error.details).toEqual(REFUSED);
  });

  it('is refused for what is taken first', async () => {
    await bookTwo();
    expect((await book('10:00')).body.error.details.reason).toBe('slot_taken');
  });

  it('is held without a question, and the booking of the hold is refused', async () => {
    await bookTwo();
    const hold = await service.admin.post('/holds', timeAt('11:00'));
    expect(hold.status).toBe(201);
    const use = (email: string) =>
      service.admin.post('/appointments', { ...MIA, email, holdId: hold.body.data.id });
    expect((await use(MIA.email)).body.error.details).toEqual(REFUSED);
    expect((await use('ben@example.com')).status).toBe(201);
  });

  it('is moved, changed and activated again without a question', async () => {
    const [first] = await bookTwo();
    const path = `/appointments/${first?.id}`;
    expect((await service.admin.patch(path, { start: '12:00' })).status).toBe(200);
    await service.admin.patch(path, { status: 'cancelled' });
    expect((await book('11:00')).status).toBe(201);
    expect((await service.admin.patch(path, { status: 'confirmed' })).status).toBe(200);
  });

  it.each(['/availability/check', '/appointments/check-availability'])(
    'is refused by %s where it names the customer',
    async (path) => {
      const [{ customerId } = { customerId: 0 }, { id } = { id: 0 }] = await bookTwo();
      const check = async (members: object) =>
        (await service.admin.post(path, { ...timeAt('11:00'), ...members })).body.data;
      expect(await check({ customerId })).toMatchObject({ available: false, ...REFUSED, conflicts: [] });
      expect(await check({})).toMatchObject({ available: true, reason: null });
      expect(await check({ customerId, ignoreSchedule: true })).toMatchObject({ available: true });
      expect(await check({ customerId, excludeAppointmentId: id })).toMatchObject({ available: true });
      expect(await check({ customerId, start: '10:00' })).toMatchObject({ reason: 'slot_taken' });
    },
  );

  it('names no customer in a check of one who is unknown or erased', async () => {
    const { id } = (await service.admin.post('/customers', { firstName: 'Tom' })).body.data;
    await service.admin.post(`/customers/${id}/erase`);
    for (const customerId of [id as number, 2_147_483_647]) {
      const { status, body } = await service.admin.post('/availability/check', {
        ...timeAt('11:00'),
        customerId,
      });
      expect([status, body.error.details]).toEqual([422, { customerId: 'names no customer' }]);
    }
  });

  it('takes two occurrences of a series, and refuses the later ones', async () => {
    const series = { ...MIA, ...timeAt('09:00'), rrule: 'FREQ=DAILY;COUNT=4' };
    const refused = await service.admin.post('/series', series);
    expect(refused.body.error.details.occurrences).toEqual(
      ['2026-11-25', '2026-11-26'].map((date) => {
        return { date, start: '09:00', reason: 'limit_reached', alternatives: [] };
      }),
    );
    const { body } = await service.admin.post('/series', { ...series, onConflict: 'skip' });
    expect(body.data.appointments).toHaveLength(2);
    expect(body.data.skipped).toHaveLength(2);
    expect((await book('15:00')).body.error.details).toEqual(REFUSED);
  });

  it('is two items of a visit at most', async () => {
    const visit = (count: number) => ({
      ...MIA,
      ...{ date: MONDAY, start: '09:00' },
      items: Array.from({ length: count }, () => ({ serviceId })),
    });
    const refused = await service.admin.post('/visits', visit(3));
    expect(refused.body.error.details).toEqual({ ...REFUSED, item: 2 });
    expect((await service.admin.post('/visits', visit(2))).status).toBe(201);
    const later = { ...visit(1), start: '12:00' };
    expect((await service.admin.post('/visits', later)).body.error.details).toEqual({
      ...REFUSED,
      item: 0,
    });
  });

  it('is refused to an entry of the waitlist that accepts it, and the offer stays', async () => {
    const [{ customerId } = { customerId: 0 }] = await bookTwo();
    const entry = await anEntryOf(service, serviceId, { customerId, name: undefined, email: undefined });
    expect(entry.status).toBe('offered');
    const { status, body } = await service.admin.post(`/waitlist/${entry.id}/accept`);
    expect([status, body.error.details]).toEqual([422, REFUSED]);
    expect((await service.admin.get(`/waitlist/${entry.id}`)).body.data.status).toBe('offered');
  });

  it.each([0, 1_001, 1.5, 'two'])('cannot have the limit %s', async (maxActivePerCustomer) => {
    const body = { name: 'Haircut', durationMin: 30, maxActivePerCustomer };
    expect((await service.admin.post('/services', body)).body.error.details).toEqual({
      maxActivePerCustomer: 'must be an integer from 1 to 1000',
    });
  });

  it('has no limit any more when that is taken away', async () => {
    const limited = await aService(service.admin, { maxActivePerCustomer: 1 });
    await anAppointment(service.admin, providerId, limited, { ...MIA, start: '14:00' });
    expect((await book('15:00', { serviceId: limited })).status).toBe(422);
    await service.admin.patch(`/services/${limited}`, { maxActivePerCustomer: null });
    expect((await book('15:00', { serviceId: limited })).status).toBe(201);
  });
});
