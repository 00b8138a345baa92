import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

describe('An absence that says what becomes of its appointments', () => {
  let service: TestService;
  let [mara, ben] = [0, 0];
  let cut = 0;

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    for (const table of ['notifications', 'appointments', 'time_off', 'closures', 'resources'])
      await service.query(`delete from ${table}`);
    mara = await aProvider(service.admin, { name: 'Mara' });
    ben = await aProvider(service.admin, { name: 'Ben' });
    cut = await aService(service.admin, { providerIds: [mara, ben] });
  });

  afterAll(() => service.stop());

  const DAY = { start: MONDAY, end: MONDAY };
  const give = (members: object, path = `/providers/${mara}/time-off`) =>
    service.admin.post(path, { ...DAY, ...members });
  const at = (start: string, members: object = {}) =>
    anAppointment(service.admin, mara, cut, { start, ...members });
  const read = async (id: number) => (await service.admin.get(`/appointments/${id}`)).body.data;
  const messages = () =>
    service.query<{ event: string; note: string | null; others: { status: string }[] | null }>(
      `select event, snapshot ->> 'note' as note, snapshot -> 'others' as others from notifications order by id`,
    );

  it('answers as ever where it says nothing of them', async () => {
    const { id, start, end } = await at('09:00');
    const { status, body } = await give({});
    expect([status, body.meta]).toEqual([
      201,
      { conflicts: [{ id, providerId: mara, start, end }], total: 1 },
    ]);
  });

  it('lists what is kept where it says so', async () => {
    const { id } = await at('09:00');
    const { body } = await give({ appointments: 'keep' });
    expect(body.meta).toMatchObject({
      total: 1,
      affected: [{ appointmentId: id, outcome: 'kept', providerId: mara, reason: null }],
    });
  });

  it('gives appointments that overlap it to others, and names as conflicts only what stays', async () => {
    const meeting = await at('09:00');
    const touching = await at('09:30');
    const members = { start: `${MONDAY}T09:15:00Z`, end: `${MONDAY}T09:30:00Z`, appointments: 'reassign' };
    const { status, body } = await give(members);
    expect(status).toBe(201);
    expect(body.meta).toEqual({
      conflicts: [],
      total: 0,
      affected: [{ appointmentId: meeting.id, outcome: 'reassigned', providerId: ben, reason: null }],
      affectedHolds: [],
    });
    expect(await read(touching.id)).toMatchObject({ providerId: mara });
  });

  it('cancels with the reason for the staff and the message for the customers', async () => {
    const { id } = await at('09:00');
    await service.query('delete from notifications');
    const { body } = await give({ appointments: 'cancel', reason: 'Flu', message: 'Mara is ill.' });
    expect(body.meta.affected).toEqual([
      { appointmentId: id, outcome: 'cancelled', providerId: mara, reason: null },
    ]);
    expect(await read(id)).toMatchObject({ status: 'cancelled', cancelReason: 'Flu' });
    expect(await messages()).toEqual([{ event: 'cancellation', note: 'Mara is ill.', others: null }]);
  });

  it('tells a customer in one message what another provider gives and what is cancelled', async () => {
    const { customerId } = await at('09:00');
    await at('10:00', { name: undefined, email: undefined, customerId });
    await anAppointment(service.admin, ben, cut, { start: '10:00' });
    await service.query('delete from notifications');
    await give({ appointments: 'reassign', otherwise: 'cancel' });
    const [message, ...others] = await messages();
    expect(others).toEqual([]);
    expect(message).toMatchObject({ event: 'reschedule', others: [{ status: 'cancelled' }] });
  });

  it('answers a dry run with 200, without an id, as the real one then does', async () => {
    await at('09:00');
    await at('10:00');
    await anAppointment(service.admin, ben, cut, { start: '10:00' });
    const members = { appointments: 'reassign', otherwise: 'cancel' };
    const told = await give({ ...members, dryRun: true });
    expect([told.status, told.body.data]).toEqual([
      200,
      { start: `${MONDAY}T00:00:00Z`, end: '2026-11-24T00:00:00Z', reason: null },
    ]);
    expect((await service.admin.get(`/providers/${mara}/time-off`)).body.data).toEqual([]);
    const { status, body } = await give(members);
    expect([status, body.meta]).toEqual([201, told.body.meta]);
  });

  it('answers a repeated request with the same affected appointments', async () => {
    await at('09:00');
    const sending = { headers: { 'idempotency-key': 'ill-today' } };
    const body = { ...DAY, appointments: 'reassign' };
    const send = () => service.admin.post(`/providers/${mara}/time-off`, body, sending);
    const [first, again] = [await send(), await send()];
    expect(again.body).toEqual(first.body);
    expect(first.body.meta.affected).toMatchObject([{ outcome: 'reassigned' }]);
  });

  it('is refused with members that do not go together', async () => {
    const refusal = async (members: object, path?: string) => {
      const { status, body } = await give(members, path);
      return [status, body.error.details];
    };
    expect(await refusal({ otherwise: 'cancel', message: 'Sorry' })).toEqual([
      422,
      {
        otherwise: 'goes only with appointments reassign',
        message: 'goes only with appointments cancel or reassign',
      },
    ]);
    expect(await refusal({ appointments: 'reassign' }, '/closures')).toEqual([
      422,
      { appointments: 'must be one of keep, cancel' },
    ]);
  });

  it('cancels what a closure of a place meets there, and nothing elsewhere', async () => {
    const { body } = await service.admin.post('/locations', { name: 'North' });
    const locationId = body.data.id as number;
    const [here, elsewhere] = [await at('09:00', { locationId }), await at('10:00')];
    const closed = await give({ locationId, appointments: 'cancel' }, '/closures');
    expect(closed.body.meta).toMatchObject({
      total: 0,
      affected: [{ appointmentId: here.id, outcome: 'cancelled' }],
    });
    expect(await read(elsewhere.id)).toMatchObject({ status: 'confirmed' });
  });

  it('moves the appointments of a room to other rooms of the kind, at the same time with the same provider', async () => {
    const room = async (name: string) =>
      (await service.admin.post('/resources', { name, kind: 'room' })).body.data.id as number;
    const [first, second] = [await room('Room 1'), await room('Room 2')];
    await service.admin.patch(`/services/${cut}`, { resources: [{ kind: 'room', quantity: 1 }] });
    const [moving, stuck] = [await at('09:00'), await at('10:00')];
    await anAppointment(service.admin, ben, cut, { start: '10:00' });
    await service.query('delete from notifications');
    const { body } = await give({ appointments: 'reassign' }, `/resources/${first}/time-off`);
    expect(body.meta).toMatchObject({
      total: 1,
      affected: [
        { appointmentId: moving.id, outcome: 'reassigned', providerId: mara, reason: null },
        { appointmentId: stuck.id, outcome: 'kept', providerId: mara, reason: 'resource_unavailable' },
      ],
    });
    expect(await read(moving.id)).toMatchObject({ resources: [{ id: second }], start: moving.start });
    expect(await messages()).toEqual([]);
  });
});
