import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { restrictedKey } from '../../support/two-salons';

interface Affected {
  readonly appointmentId: number;
  readonly outcome: string;
  readonly providerId: number;
  readonly reason: string | null;
}

describe('POST /appointments/reassign', () => {
  let service: TestService;
  let [mara, ben, cleo] = [0, 0, 0];
  let cut = 0;

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    for (const table of ['notifications', 'appointments', 'visits', 'series'])
      await service.query(`delete from ${table}`);
    mara = await aProvider(service.admin, { name: 'Mara' });
    ben = await aProvider(service.admin, { name: 'Ben' });
    cleo = await aProvider(service.admin, { name: 'Cleo' });
    cut = await aService(service.admin, { providerIds: [mara, ben, cleo] });
  });

  afterAll(() => service.stop());

  const bodyOf = (members: object = {}) => ({ from: MONDAY, to: MONDAY, providerId: mara, ...members });
  const reassign = async (members: object = {}, client = service.admin): Promise<Affected[]> => {
    const { status, body } = await client.post('/appointments/reassign', bodyOf(members));
    expect(status).toBe(200);
    return body.data as Affected[];
  };
  const refusal = async (members: object) => {
    const { status, body } = await service.admin.post('/appointments/reassign', bodyOf(members));
    expect(status).toBe(422);
    return body.error.details;
  };
  const at = (start: string, members: object = {}) =>
    anAppointment(service.admin, mara, cut, { start, ...members });
  const read = async (id: number) => (await service.admin.get(`/appointments/${id}`)).body.data;
  const messages = () =>
    service.query<{ event: string; customer: number; others: number }>(
      `select event, customer_id as customer, coalesce(jsonb_array_length(snapshot -> 'others'), 0) as others
       from notifications order by id`,
    );

  it('gives each appointment to a provider with the fewest booked minutes of its date, counting what was just given', async () => {
    await anAppointment(service.admin, ben, cut, { start: '15:00' });
    const [first, second, third] = [await at('09:00'), await at('10:00'), await at('11:00')];
    expect(await reassign()).toEqual([
      { appointmentId: first.id, outcome: 'reassigned', providerId: cleo, reason: null },
      { appointmentId: second.id, outcome: 'reassigned', providerId: ben, reason: null },
      { appointmentId: third.id, outcome: 'reassigned', providerId: cleo, reason: null },
    ]);
    expect(await read(first.id)).toMatchObject({ providerId: cleo, start: first.start, end: first.end });
  });

  it('leaves what no one can take with its provider, and says why', async () => {
    const { id } = await at('09:00');
    for (const other of [ben, cleo]) await anAppointment(service.admin, other, cut, { start: '09:00' });
    expect(await reassign()).toEqual([
      { appointmentId: id, outcome: 'kept', providerId: mara, reason: 'slot_taken' },
    ]);
  });

  it('cancels what no one can take where `otherwise` says so, and each customer gets one message', async () => {
    const [moved, stuck] = [await at('09:00'), await at('10:00')];
    for (const other of [ben, cleo]) await anAppointment(service.admin, other, cut, { start: '10:00' });
    await service.query('delete from notifications');
    expect(await reassign({ otherwise: 'cancel' })).toEqual([
      { appointmentId: moved.id, outcome: 'reassigned', providerId: ben, reason: null },
      { appointmentId: stuck.id, outcome: 'cancelled', providerId: mara, reason: 'slot_taken' },
    ]);
    expect(await read(stuck.id)).toMatchObject({ status: 'cancelled', cancelledBy: 'business' });
    expect(await messages()).toEqual([
      { event: 'reschedule', customer: moved.customerId, others: 0 },
      { event: 'cancellation', customer: stuck.customerId, others: 0 },
    ]);
  });

  it('tells what would happen in a dry run, which writes nothing', async () => {
    await at('09:00');
    await at('10:00', { seats: 1 });
    const told = await reassign({ dryRun: true });
    const { body } = await service.admin.get(`/appointments?providerId=${mara}`);
    expect(body.meta.total).toBe(2);
    expect(await reassign()).toEqual(told);
  });

  it('asks only the providers that are named, and never the provider itself', async () => {
    const { id } = await at('09:00');
    expect(await reassign({ toProviderIds: [mara, cleo] })).toMatchObject([{ providerId: cleo }]);
    expect(await reassign({ providerId: cleo, toProviderIds: [cleo] })).toEqual([
      { appointmentId: id, outcome: 'kept', providerId: cleo, reason: 'service_not_offered' },
    ]);
  });

  it('takes only appointments that are expected, have not begun and start between the bounds', async () => {
    const before = await at('09:00');
    const within = await at('10:00');
    const cancelled = await at('11:00');
    await service.admin.patch(`/appointments/${cancelled.id}`, { status: 'cancelled' });
    const range = { from: `${MONDAY}T09:30:00Z`, to: `${MONDAY}T12:00:00Z` };
    expect(await reassign(range)).toMatchObject([{ appointmentId: within.id }]);
    expect(await read(before.id)).toMatchObject({ providerId: mara });
  });

  it('gives away more than an order of time would, where a limit per day is in the way', async () => {
    const [early, late] = [await at('09:00'), await at('16:00')];
    await service.admin.patch(`/providers/${ben}`, { maxPerDay: 1 });
    // Only Ben works at 16:00; Cleo and Ben do at 09:00, and Ben comes first by his id.
    await service.admin.patch(`/providers/${cleo}`, {
      schedule: [{ day: 'monday', start: '09:00', end: '12:00' }],
    });
    expect(await reassign()).toMatchObject([
      { appointmentId: early.id, outcome: 'reassigned', providerId: cleo },
      { appointmentId: late.id, outcome: 'reassigned', providerId: ben },
    ]);
  });

  it('does not ask the notice, the horizon or the limit per day of the service, which are for new bookings', async () => {
    const { id } = await at('09:00');
    await service.admin.patch(`/services/${cut}`, {
      minNoticeMin: 20_000,
      maxAdvanceDays: 0,
      maxPerDay: 1,
      active: false,
    });
    expect(await reassign()).toMatchObject([{ appointmentId: id, outcome: 'reassigned' }]);
  });

  it('gives a session to one provider as a whole, in which its seats can be booked on', async () => {
    await service.admin.patch(`/services/${cut}`, { capacity: 3 });
    const members = [await at('09:00'), await at('09:00')];
    const given = await reassign();
    expect(given.map(({ appointmentId, providerId }) => [appointmentId, providerId])).toEqual(
      members.map(({ id }) => [id, ben]),
    );
    await anAppointment(service.admin, ben, cut, { start: '09:00' });
    const { body } = await service.admin.get(`/sessions?from=${MONDAY}&to=${MONDAY}&providerId=${ben}`);
    expect(body.data).toMatchObject([{ seatsTaken: 3, seatsLeft: 0 }]);
  });

  it('adds an appointment to the session of another provider while there are seats', async () => {
    await service.admin.patch(`/services/${cut}`, { capacity: 2 });
    await service.admin.patch(`/providers/${cleo}`, { active: false });
    const { id } = await at('09:00');
    await anAppointment(service.admin, ben, cut, { start: '09:00' });
    expect(await reassign()).toMatchObject([{ appointmentId: id, providerId: ben }]);
    const { body } = await service.admin.get(`/sessions?from=${MONDAY}&to=${MONDAY}&providerId=${ben}`);
    expect(body.data).toMatchObject([{ seatsTaken: 2 }]);
  });

  it('gives all parts of a visit to others, or none', async () => {
    const visit = async (start: string) => {
      const items = [
        { serviceId: cut, providerId: mara },
        { serviceId: cut, providerId: mara },
      ];
      const members = { name: 'Mia', email: `mia${start.slice(0, 2)}@example.com`, date: MONDAY, start };
      const { body } = await service.admin.post('/visits', { ...members, items });
      return body.data.appointments as { id: number }[];
    };
    const [whole, stuck] = [await visit('09:00'), await visit('11:00')];
    for (const other of [ben, cleo]) await anAppointment(service.admin, other, cut, { start: '11:30' });
    await anAppointment(service.admin, ben, cut, { start: '09:30' });
    await service.query('delete from notifications');
    expect(await reassign()).toMatchObject([
      ...whole.map(({ id }) => ({ appointmentId: id, outcome: 'reassigned', providerId: cleo })),
      ...stuck.map(({ id }) => ({ appointmentId: id, outcome: 'kept', reason: 'slot_taken' })),
    ]);
    expect(await messages()).toMatchObject([{ event: 'reschedule', others: 1 }]);
  });

  it('gives a series to one provider who can take all of it, with one message for ten occurrences', async () => {
    const { body } = await service.admin.post('/series', {
      ...{ name: 'Mia Keller', email: 'mia@example.com', providerId: mara, serviceId: cut },
      ...{ date: MONDAY, start: '10:00', rrule: 'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=10' },
    });
    // Ben, who comes first by his id, has no time on the third date.
    await anAppointment(service.admin, ben, cut, { date: '2026-11-25' });
    await service.query('delete from notifications');
    const given = await reassign({ to: '2026-12-31' });
    expect(given.map(({ appointmentId, providerId }) => [appointmentId, providerId])).toEqual(
      (body.data.appointments as { id: number }[]).map(({ id }) => [id, cleo]),
    );
    expect(await messages()).toMatchObject([{ event: 'reschedule', others: 9 }]);
  });

  it('keeps the rooms of an appointment', async () => {
    const { body } = await service.admin.post('/resources', { name: 'Room 1', kind: 'room' });
    await service.admin.patch(`/services/${cut}`, { resources: [{ kind: 'room', quantity: 1 }] });
    const { id } = await at('09:00');
    expect(await reassign()).toMatchObject([{ outcome: 'reassigned' }]);
    expect(await read(id)).toMatchObject({ providerId: ben, resources: [{ id: body.data.id }] });
  });

  it('answers a request with the same Idempotency-Key alike, and gives nothing twice', async () => {
    await at('09:00');
    const headers = { 'idempotency-key': 'a-day-falls-apart' };
    const send = () => service.admin.post('/appointments/reassign', bodyOf(), { headers });
    const [first, again] = [await send(), await send()];
    expect(again.body).toEqual(first.body);
    expect(first.body.data).toMatchObject([{ outcome: 'reassigned' }]);
  });

  it('refuses ids that name no provider, and bounds in the wrong order', async () => {
    expect(await refusal({ providerId: 99_999, toProviderIds: [ben, 99_998] })).toEqual({
      providerId: 'names no provider',
      toProviderIds: 'names no provider',
    });
    expect(await refusal({ to: '2026-11-22' })).toEqual({ to: 'must not be before from' });
  });

  it('refuses more than 500 appointments', async () => {
    const { customerId } = await at('09:00');
    await service.query(
      `insert into appointments (service_id, provider_id, customer_id, start_at, end_at, busy, status, payment_status, created_at, updated_at)
       select $1, $2, $3, t, t + interval '1 minute', tstzrange(t, t + interval '1 minute'), 'confirmed', 'none', now(), now()
       from generate_series('2026-11-23T10:00Z'::timestamptz, '2026-11-23T18:19Z', '1 minute') t`,
      [cut, mara, customerId],
    );
    expect(await refusal({})).toEqual({ reason: 'too_many_appointments' });
  });

  it('gives with a narrowed key only what it sees to those whom it sees', async () => {
    const key = await restrictedKey(service, { providers: [mara, cleo] });
    const { id } = await at('09:00');
    expect(await reassign({}, key)).toMatchObject([{ appointmentId: id, providerId: cleo }]);
    const { status, body } = await key.post('/appointments/reassign', bodyOf({ toProviderIds: [ben] }));
    expect([status, body.error.details]).toEqual([422, { toProviderIds: 'names no provider' }]);
  });
});
