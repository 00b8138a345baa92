import { anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { START } from '../support/settable-clock';
import { startTestService, type TestService } from '../support/test-service';
import { anEntry, anEntryOf, entriesNow, statusesNow } from '../support/waiting';

const TUESDAY = '2026-11-24';
/** Two half-hour slots. */
const ONE_HOUR = [{ day: 'monday', start: '10:00', end: '11:00' }];

describe('An entry of the waitlist', () => {
  let service: TestService;
  let serviceId: number;
  let providerId: number;

  beforeAll(async () => {
    service = await startTestService();
    serviceId = await aService(service.admin);
  });

  beforeEach(async () => {
    service.clock.set(START);
    providerId = await aProvider(service.admin, { schedule: ONE_HOUR });
  });

  afterEach(() => service.query('delete from waitlist_entries'));

  afterAll(() => service.stop());

  const add = (members: object = {}) => anEntryOf(service, serviceId, { providerId, ...members });
  const refusal = async (members: object) => {
    const { status, body } = await service.admin.post(
      '/waitlist',
      anEntry(serviceId, { providerId, ...members }),
    );
    return [status, body.error?.code, body.error?.details];
  };
  const read = async ({ id }: { id: number }) => (await service.admin.get(`/waitlist/${id}`)).body.data;
  const aPlace = async () => {
    const { body } = await service.admin.post('/locations', { name: 'Branch', address: 'High Street 1' });
    return body.data.id as number;
  };
  const bookAll = async () => {
    const book = (start: string) => anAppointment(service.admin, providerId, serviceId, { start });
    return [await book('10:00'), await book('10:30')];
  };
  const answerTo = async ({ id }: { id: number }, answer: 'accept' | 'decline') => {
    const { status, body } = await service.admin.post(`/waitlist/${id}/${answer}`);
    return { status, data: body.data, reason: body.error?.details?.reason as unknown };
  };

  it('shows what it waits for', async () => {
    await bookAll();
    const locationId = await aPlace();
    const wishes = { locationId, to: TUESDAY, timeFrom: '09:00', timeTo: '24:00', notes: 'Rather early' };
    const data = await add({ ...wishes, weekdays: ['tuesday', 'monday'] });
    expect(data).toEqual({
      id: expect.any(Number),
      customerId: expect.any(Number),
      serviceId,
      providerId,
      from: MONDAY,
      ...wishes,
      weekdays: ['monday', 'tuesday'],
      durationMin: null,
      seats: 1,
      attendeeName: null,
      attendeePhone: null,
      status: 'waiting',
      offer: null,
      appointmentId: null,
      createdAt: '2026-11-20T08:00:00Z',
      manageUrl: expect.stringMatching(/\/m\/[\w-]{28}$/),
    });
    expect(await read(data)).toEqual(data);
  });

  it('is offered what is free already in the answer to POST', async () => {
    const entry = await add();
    expect([entry.status, entry.offer]).toEqual([
      'offered',
      {
        holdId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        start: `${MONDAY}T10:00:00Z`,
        end: `${MONDAY}T10:30:00Z`,
        providerId,
        expiresAt: '2026-11-20T08:30:00Z',
      },
    ]);
    const held = await service.admin.get(`/holds/${entry.offer?.holdId}`);
    expect(held.body.data).toMatchObject({ providerId, serviceId, expiresAt: '2026-11-20T08:30:00Z' });
  });

  it('shows its offer in the zone of the provider', async () => {
    await service.admin.patch(`/providers/${providerId}`, { timezone: 'Europe/Berlin' });
    const { offer } = await add();
    expect(offer).toMatchObject({
      start: `${MONDAY}T10:00:00+01:00`,
      expiresAt: '2026-11-20T09:30:00+01:00',
    });
  });

  it('waits for any provider when it names none', async () => {
    const own = await aService(service.admin, { providerIds: [providerId] });
    const entry = await anEntryOf(service, own);
    expect(entry).toMatchObject({ status: 'offered', providerId: null, offer: { providerId } });
  });

  it('waits at any place when it names none, or null', async () => {
    const entries = [await add(), await add({ locationId: null })];
    expect(await entriesNow(service, entries)).toMatchObject([{ locationId: null }, { locationId: null }]);
  });

  it('is refused for a location that was deleted', async () => {
    const locationId = await aPlace();
    await service.admin.delete(`/locations/${locationId}`);
    const details = { locationId: 'names no location' };
    expect(await refusal({ locationId })).toEqual([422, 'VALIDATION_ERROR', details]);
  });

  it('keeps the person who comes where the customer is another', async () => {
    const first = await add({ name: 'Mia Keller', email: 'mia.keller@example.com' });
    const child = { name: 'Tom Keller', phone: '030 901821' };
    const second = await read(await add({ customerId: first.customerId, email: undefined, ...child }));
    expect(second).toMatchObject({ customerId: first.customerId, attendeeName: 'Tom Keller' });
    expect((await answerTo(second, 'accept')).data).toMatchObject({ attendeeName: 'Tom Keller' });
  });

  it.each<[string, object, object]>([
    ['service', { serviceId: 2_000_000 }, { serviceId: 'names no service' }],
    ['provider', { providerId: 2_000_000 }, { providerId: 'names no provider' }],
    ['location', { locationId: 2_000_000 }, { locationId: 'names no location' }],
    [
      'location and an unknown service at once',
      { serviceId: 2_000_000, locationId: 2_000_000 },
      { serviceId: 'names no service', locationId: 'names no location' },
    ],
    ['customer', { customerId: 2_000_000 }, { customerId: 'names no customer' }],
  ])('is refused for an unknown %s', async (_thing, members, details) => {
    expect(await refusal(members)).toEqual([422, 'VALIDATION_ERROR', details]);
  });

  it.each<[string, object, object]>([
    ['from after to', { from: TUESDAY, to: MONDAY }, { to: 'must not be before from' }],
    ['93 dates', { to: '2027-02-23' }, { to: 'must be at most 91 days after from' }],
    [
      'dates that are past',
      { from: '2026-11-18', to: '2026-11-19' },
      { to: 'must not be before today, 2026-11-20' },
    ],
    ['times upside down', { timeFrom: '10:00', timeTo: '10:00' }, { timeTo: 'must be later than timeFrom' }],
    ['no weekdays', { weekdays: [] }, { weekdays: 'must name at least one weekday' }],
    [
      'more seats than the capacity',
      { seats: 2 },
      { seats: 'must be at most 1, the capacity of the service' },
    ],
    ['no customer', { name: undefined, email: undefined }, { name: 'is required', email: 'is required' }],
  ])('is refused with %s', async (_fault, members, details) => {
    expect(await refusal(members)).toEqual([422, 'VALIDATION_ERROR', details]);
  });

  it('covers 92 dates at most, and may begin in the past', async () => {
    expect((await service.admin.post('/waitlist', anEntry(serviceId, { to: '2027-02-22' }))).status).toBe(
      201,
    );
    expect((await add({ from: '2026-11-01' })).status).toBe('offered');
  });

  it('is one of at most 20 that a customer has open', async () => {
    const { customerId } = await add();
    const again = () =>
      service.admin.post('/waitlist', { customerId, serviceId, providerId, from: MONDAY, to: MONDAY });
    const answers = [];
    for (let more = 0; more < 20; more++) answers.push(await again());
    expect(answers.map(({ status }) => status)).toEqual([...Array<number>(19).fill(201), 422]);
    expect(answers.at(-1)?.body.error.details).toEqual({ reason: 'too_many_entries' });
    await service.admin.delete(`/waitlist/${answers[0]?.body.data.id}`);
    expect((await again()).status).toBe(201);
  });

  it('becomes the appointment when its offer is accepted', async () => {
    const entry = await add({ notes: 'Rather early' });
    const { status, data } = await answerTo(entry, 'accept');
    const start = `${MONDAY}T10:00:00Z`;
    expect([status, data]).toMatchObject([
      201,
      {
        customerId: entry.customerId,
        providerId,
        serviceId,
        start,
        notes: 'Rather early',
        status: 'confirmed',
      },
    ]);
    expect(await read(entry)).toMatchObject({ status: 'booked', offer: null, appointmentId: data.id });
    expect((await service.admin.get(`/holds/${entry.offer?.holdId}`)).status).toBe(404);
    expect(await answerTo(entry, 'accept')).toMatchObject({ status: 422, reason: 'hold_expired' });
  });

  it('is booked when its hold is booked for its customer', async () => {
    const { id, offer, customerId } = await add();
    const booked = await service.admin.post('/appointments', { customerId, holdId: offer?.holdId });
    expect(await read({ id })).toMatchObject({ status: 'booked', appointmentId: booked.body.data.id });
  });

  it('waits on when its hold is booked for another customer, or released', async () => {
    const [first, second] = [await add(), await add()];
    const other = { name: 'Tom Berg', email: 'tom@example.com' };
    await service.admin.post('/appointments', { ...other, holdId: first.offer?.holdId });
    await service.admin.delete(`/holds/${second.offer?.holdId}`);
    expect(await entriesNow(service, [first, second])).toMatchObject([
      { status: 'waiting', offer: null, appointmentId: null },
      { status: 'waiting', offer: null, appointmentId: null },
    ]);
  });

  it('waits again when its offer is declined', async () => {
    const entry = await add();
    const { status, data } = await answerTo(entry, 'decline');
    expect([status, data]).toMatchObject([200, { id: entry.id, status: 'waiting', offer: null }]);
    expect((await service.admin.get(`/holds/${entry.offer?.holdId}`)).status).toBe(404);
    expect(await answerTo(entry, 'decline')).toMatchObject({ status: 422, reason: 'hold_expired' });
  });

  it('waits again at the moment when its offer expires, with no job having run', async () => {
    const entry = await add();
    service.clock.advance(30 * 60_000 - 1);
    expect((await read(entry)).status).toBe('offered');
    service.clock.advance(1);
    expect(await read(entry)).toMatchObject({ status: 'waiting', offer: null });
    expect(await answerTo(entry, 'accept')).toMatchObject({ status: 422, reason: 'hold_expired' });
    expect(await answerTo(entry, 'decline')).toMatchObject({ status: 422, reason: 'hold_expired' });
  });

  it('has no offer that outlives the start, and none that begins within a minute', async () => {
    service.clock.set(`${MONDAY}T09:50:00Z`);
    expect((await add()).offer).toMatchObject({ expiresAt: `${MONDAY}T10:00:00Z` });
    service.clock.set(`${MONDAY}T10:29:01Z`);
    expect((await add()).status).toBe('waiting');
  });

  it('expires at the end of its last date in the zone of its provider', async () => {
    await service.admin.patch(`/providers/${providerId}`, { timezone: 'America/New_York' });
    await bookAll();
    const entry = await add();
    service.clock.set('2026-11-24T04:59:59Z');
    expect((await read(entry)).status).toBe('waiting');
    service.clock.set('2026-11-24T05:00:00Z');
    expect((await read(entry)).status).toBe('expired');
  });

  it('is withdrawn by DELETE, and stays readable', async () => {
    const entry = await add();
    const answer = await service.admin.delete(`/waitlist/${entry.id}`);
    expect([answer.status, answer.body.data]).toMatchObject([200, { status: 'withdrawn', offer: null }]);
    expect(await read(entry)).toEqual(answer.body.data);
    expect((await service.admin.get(`/holds/${entry.offer?.holdId}`)).status).toBe(404);
    expect((await service.admin.delete(`/waitlist/${entry.id}`)).status).toBe(200);
    expect(await answerTo(entry, 'accept')).toMatchObject({ status: 422, reason: 'hold_expired' });
  });

  it('stays booked when it is withdrawn', async () => {
    const entry = await add();
    await answerTo(entry, 'accept');
    expect((await service.admin.delete(`/waitlist/${entry.id}`)).body.data.status).toBe('booked');
  });

  it('goes with its customer, and so does its offer', async () => {
    const { id, customerId, offer } = await add();
    expect((await service.admin.delete(`/customers/${customerId}`)).status).toBe(200);
    expect((await service.admin.get(`/waitlist/${id}`)).status).toBe(404);
    expect((await service.admin.get(`/holds/${offer?.holdId}`)).status).toBe(404);
  });

  it('of an unknown id is a 404', async () => {
    for (const [method, suffix] of [
      ['GET', ''],
      ['DELETE', ''],
      ['POST', '/accept'],
      ['POST', '/decline'],
    ] as const)
      expect((await service.admin.send(method, `/waitlist/2000000000${suffix}`)).status).toBe(404);
  });

  it('has a tag that its offer changes, and no write with an old one succeeds', async () => {
    const entry = await add();
    const path = `/waitlist/${entry.id}`;
    const tag = (await service.admin.get(path)).headers.get('etag') ?? '';
    const with_ = (value: string) => ({ headers: { 'if-match': value } });
    expect((await service.admin.send('POST', `${path}/decline`, with_(tag))).status).toBe(200);
    const changed = (await service.admin.get(path)).headers.get('etag') ?? '';
    expect(changed).not.toBe(tag);
    expect((await service.admin.send('DELETE', path, with_(tag))).status).toBe(412);
    expect((await service.admin.send('POST', `${path}/accept`, with_(tag))).status).toBe(412);
    expect((await service.admin.send('DELETE', path, with_(changed))).status).toBe(200);
  });

  it('is made once for one Idempotency-Key, with its offer', async () => {
    const sending = { body: anEntry(serviceId, { providerId }), headers: { 'idempotency-key': 'wait-1' } };
    const first = await service.admin.send('POST', '/waitlist', sending);
    const again = await service.admin.send('POST', '/waitlist', sending);
    expect(first.body.data.status).toBe('offered');
    expect(again.body).toEqual(first.body);
  });

  describe('in the list', () => {
    const list = async (query: string) => (await service.admin.get(`/waitlist?${query}`)).body;
    const idsIn = async (query: string) => (await list(query)).data.map(({ id }: { id: number }) => id);

    it('is filtered by what it is at the moment, and by what it names', async () => {
      const offered = await add();
      const accepted = await add();
      await answerTo(accepted, 'accept');
      const [waiting, withdrawn] = [await add(), await add()];
      await service.admin.delete(`/waitlist/${withdrawn.id}`);
      expect(await idsIn('status=offered')).toEqual([offered.id]);
      expect(await idsIn('status=waiting')).toEqual([waiting.id]);
      expect(await idsIn('status=booked,withdrawn')).toEqual([accepted.id, withdrawn.id]);
      expect(await idsIn(`customerId=${waiting.customerId}`)).toEqual([waiting.id]);
      expect(await idsIn(`serviceId=${serviceId}&providerId=${providerId}&status=waiting`)).toEqual([
        waiting.id,
      ]);
      expect(await idsIn('providerId=1')).toEqual([]);
      service.clock.advance(30 * 60_000);
      expect(await idsIn('status=waiting')).toEqual([offered.id, waiting.id]);
      service.clock.set('2026-11-24T00:00:00Z');
      expect(await idsIn('status=expired')).toEqual([offered.id, waiting.id]);
    });

    it('is filtered by its place, and a place that no entry names leaves it empty', async () => {
      const [here, there] = [await aPlace(), await aPlace()];
      const [one, other] = [await add({ locationId: here }), await add({ locationId: here, to: TUESDAY })];
      await add({ locationId: there });
      await add();
      expect(await idsIn(`locationId=${here}`)).toEqual([one.id, other.id]);
      expect(await idsIn(`locationId=${here}&customerId=${other.customerId}`)).toEqual([other.id]);
      expect(await idsIn('locationId=2000000')).toEqual([]);
    });

    it('comes by its creation, the longest waiting first, or in the requested order', async () => {
      const first = await add();
      service.clock.advance(1_000);
      const second = await add({ from: '2026-11-22' });
      expect(await idsIn('')).toEqual([first.id, second.id]);
      expect(await idsIn('sort=createdAt:desc')).toEqual([second.id, first.id]);
      expect(await idsIn('sort=from')).toEqual([second.id, first.id]);
      const { data, meta } = await list('length=1&page=2');
      expect(data).toMatchObject([{ id: second.id }]);
      expect(meta).toMatchObject({ page: 2, per_page: 1, total: 2, sort: 'createdAt:asc' });
      expect((await list('status=hoping')).error.details.status).toMatch(/^must be a comma-separated list/);
    });

    it('is shown to every role, and is a 401 without a key', async () => {
      for (const role of ['provider', 'staff'] as const)
        expect((await (await service.as(role)).get('/waitlist')).status).toBe(200);
      expect((await service.anonymous.get('/waitlist')).status).toBe(401);
    });
  });

  it('does not overtake an earlier one that fits, even before a worker has looked', async () => {
    const [ten, half] = await bookAll();
    const [first, second] = [await add(), await add({ timeFrom: '10:30' })];
    await service.admin.delete(`/appointments/${ten?.id}`);
    const third = await add();
    expect(await statusesNow(service, [first, second, third])).toEqual(['offered', 'waiting', 'waiting']);
    await service.admin.delete(`/appointments/${half?.id}`);
    const fourth = await add();
    expect(await statusesNow(service, [second, third, fourth])).toEqual(['offered', 'waiting', 'waiting']);
  });
});
