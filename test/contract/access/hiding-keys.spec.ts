import { unzipSync } from 'fflate';
import type { ApiClient } from '../../support/api-client';
import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { StreamReader } from '../../support/event-stream';
import { latestEvent, numberEvents } from '../../support/events';
import { hidingKeys } from '../../support/hiding-key';
import { startTestService, type TestService } from '../../support/test-service';

const CONTACTS = {
  email: 'mia@secret.example',
  phone: '+15550009999',
  address: '77 Hidden Lane',
  notes: 'Secret',
};
const NO_CONTACTS = { email: null, phone: null, address: null, notes: null };

describe('A key that hides', () => {
  let service: TestService;
  let hidesPayments: ApiClient;
  let hidesContacts: ApiClient;
  let count = 0;

  beforeAll(async () => {
    service = await startTestService();
    const keyWith = hidingKeys(service);
    hidesPayments = await keyWith(['payments']);
    hidesContacts = await keyWith(['contacts']);
  });

  afterAll(() => service.stop());

  const refused = (hidden: string) => ({
    status: 403,
    body: { error: { code: 'forbidden', details: { hidden } } },
  });

  async function aCustomer(members: object = {}) {
    count++;
    const { body } = await service.admin.post('/customers', {
      ...{ firstName: `Mia${count}`, ...CONTACTS, email: `mia${count}@secret.example`, ...members },
    });
    return body.data as { id: number; email: string };
  }

  const aPricedService = (members: object = {}) => aService(service.admin, { price: 987.65, ...members });

  async function anHourOf(serviceId: number) {
    const providerId = await aProvider(service.admin);
    return {
      providerId,
      ...(await anAppointment(service.admin, providerId, serviceId, { phone: '+15550009999' })),
    };
  }

  it('cannot write a member of the group, under any of its names', async () => {
    const { id } = await anHourOf(await aPricedService());
    const { id: customerId } = await aCustomer();
    const changes: [ApiClient, string, object, string][] = [
      [hidesPayments, `/appointments/${id}`, { price: 1 }, 'price'],
      [hidesPayments, `/appointments/${id}`, { price: null }, 'price'],
      [hidesPayments, `/appointments/${id}`, { paymentStatus: 'paid' }, 'payment_status'],
      [hidesPayments, `/appointments/${id}/payment-status`, { payment_status: 'paid' }, 'payment_status'],
      [hidesPayments, `/services/${await aPricedService()}`, { terms: [] }, 'terms'],
      [hidesPayments, `/services/${await aPricedService()}`, { durationOptions: [] }, 'durationOptions'],
      [hidesContacts, `/customers/${customerId}`, { notes: 'x' }, 'notes'],
      [hidesContacts, `/customers/${customerId}`, { email: null }, 'email'],
    ];
    for (const [client, path, body, hidden] of changes)
      expect(await client.patch(path, body)).toMatchObject(refused(hidden));
    expect(await hidesPayments.post('/services', { name: 'Cut', durationMin: 30, price: 5 })).toMatchObject(
      refused('price'),
    );
    expect((await service.admin.get(`/customers/${customerId}`)).body.data).toMatchObject({
      notes: 'Secret',
    });
  });

  it('is refused before its body is judged, and after its role is', async () => {
    expect(await hidesPayments.patch('/appointments/2147483647', { price: -1, seats: 'x' })).toMatchObject(
      refused('price'),
    );
    expect((await service.anonymous.patch('/appointments/1', { price: 1 })).status).toBe(401);
  });

  it('cannot sort or filter by a member of the group', async () => {
    const asked: [ApiClient, string, string][] = [
      [hidesPayments, '/services?sort=price:desc', 'price'],
      [hidesPayments, '/appointments?payment_status=paid', 'payment_status'],
      [hidesPayments, '/appointments/search?payment_status=paid', 'payment_status'],
      [hidesContacts, '/customers?sort=email', 'email'],
    ];
    for (const [client, path, hidden] of asked) expect(await client.get(path)).toMatchObject(refused(hidden));
    for (const path of ['/customers?sort=lastName', '/providers?sort=email', '/services?sort=price'])
      expect((await hidesContacts.get(path)).status).toBe(200);
  });

  it('finds words in what it sees alone', async () => {
    const { id: customerId, email } = await aCustomer({ firstName: 'Zacharias', phone: '+15551234567' });
    const serviceId = await aPricedService({ name: 'Zeppelin' });
    const providerId = await aProvider(service.admin);
    await anAppointment(service.admin, providerId, serviceId, {
      ...{ customerId, name: undefined, email: undefined, notes: 'Brings Zorro' },
    });
    const totals = async (client: ApiClient, path: string, words: readonly string[]) =>
      Promise.all(
        words.map(
          async (q) => (await client.get(`${path}?q=${encodeURIComponent(q)}`)).body.meta.total as number,
        ),
      );
    const hidden = [email, '+15551234567', 'zacharias 15551234567', 'secret.example'];
    expect(await totals(hidesContacts, '/customers', hidden)).toEqual([0, 0, 0, 0]);
    expect(await totals(hidesContacts, '/appointments', hidden)).toEqual([0, 0, 0, 0]);
    expect((await totals(service.admin, '/customers', hidden)).slice(0, 3)).toEqual([1, 1, 1]);
    expect((await totals(service.admin, '/appointments', hidden)).slice(0, 3)).toEqual([1, 1, 1]);
    expect(await totals(hidesContacts, '/customers', ['zacharias', 'achari', 'za'])).toEqual([1, 1, 1]);
    const seen = ['zacharias', 'zeppelin', 'zorro', 'zacharias zeppelin zorro'];
    expect(await totals(hidesContacts, '/appointments', seen)).toEqual([1, 1, 1, 1]);
  });

  it('may name the guest of a booking, and sees no more of the guest than of others', async () => {
    const serviceId = await aPricedService();
    const guest = { name: 'Eva Berg', email: 'eva@secret.example', phone: '+15550001111' };
    const booking = aBooking(await aProvider(service.admin), serviceId, guest);
    const { status, body } = await hidesContacts.post('/appointments', booking);
    expect([status, body.data.price, body.data.customerName]).toEqual([201, 987.65, 'Eva Berg']);
    const { data } = (await service.admin.get(`/customers/${body.data.customerId}`)).body;
    expect(data).toMatchObject({ email: guest.email, phone: guest.phone });
    expect((await hidesContacts.get(`/customers/${data.id}`)).body.data).toMatchObject(NO_CONTACTS);
    expect(await hidesPayments.post('/appointments', { ...booking, price: 1 })).toMatchObject(
      refused('price'),
    );
  });

  it('cannot try an e-mail address beside the id of a customer', async () => {
    const { id: customerId, email } = await aCustomer();
    const serviceId = await aPricedService();
    const providerId = await aProvider(service.admin);
    const where = { customerId, name: undefined, providerId, serviceId, date: MONDAY };
    const forms: [path: string, body: object][] = [
      ['/appointments', { ...where, start: '09:00' }],
      ['/series', { ...where, start: '10:00', rrule: 'FREQ=DAILY;COUNT=1', dryRun: true }],
      ['/series', { ...where, start: '10:00', rrule: 'FREQ=DAILY;COUNT=1' }],
      ['/visits', { customerId, date: MONDAY, start: '11:00', items: [{ serviceId, providerId }] }],
      ['/waitlist', { customerId, serviceId, providerId, from: MONDAY, to: MONDAY }],
    ];
    for (const [path, body] of forms) {
      for (const guess of [email, 'guess@secret.example'])
        expect(await hidesContacts.post(path, { ...body, email: guess })).toMatchObject(refused('email'));
      expect((await hidesPayments.post(path, { ...body, email: 'guess@secret.example' })).status).toBe(422);
      expect((await hidesContacts.post(path, body)).status).toBeLessThan(300);
    }
  });

  it('leaves hidden members as they are in a PUT, also when it sends back what it has read', async () => {
    const { id } = await aCustomer();
    const path = `/customers/${id}`;
    const { body: before } = await service.admin.get(path);
    const { body: read } = await hidesContacts.get(path);
    expect((await hidesContacts.put(path, { ...read.data, lastName: 'Ek' })).status).toBe(200);
    expect((await hidesContacts.put(path, { firstName: 'Mia', lastName: 'Ek' })).status).toBe(200);
    const after = { ...before.data, firstName: 'Mia', lastName: 'Ek' };
    expect((await service.admin.get(path)).body.data).toEqual(after);
    const serviceId = await aPricedService({ durationOptions: [{ durationMin: 60, price: 70 }] });
    expect((await hidesPayments.put(`/services/${serviceId}`, { name: 'Cut', durationMin: 30 })).status).toBe(
      200,
    );
    expect((await service.admin.get(`/services/${serviceId}`)).body.data).toMatchObject({
      price: 987.65,
      durationOptions: [{ durationMin: 60, price: 70 }],
    });
  });

  it('creates with the defaults of hidden members', async () => {
    const { status, body } = await hidesContacts.post('/customers', { firstName: 'Ida' });
    expect([status, (await service.admin.get(`/customers/${body.data.id}`)).body.data]).toMatchObject([
      201,
      NO_CONTACTS,
    ]);
  });

  it('gets tags of what it sees, which its writes are compared with', async () => {
    const { id } = await aCustomer();
    const path = `/customers/${id}`;
    const tagFor = async (client: ApiClient) => (await client.get(path)).headers.get('etag') ?? '';
    const tag = await tagFor(hidesContacts);
    expect(tag).not.toBe(await tagFor(service.admin));
    await service.admin.patch(path, { phone: '+15550002222', notes: 'Other' });
    expect(await tagFor(hidesContacts)).toBe(tag);
    expect((await hidesContacts.get(path, { headers: { 'if-none-match': tag } })).status).toBe(304);
    const ifMatch = { headers: { 'if-match': tag } };
    expect((await hidesContacts.patch(path, { lastName: 'Ek' }, ifMatch)).status).toBe(200);
    expect((await hidesContacts.patch(path, { lastName: 'Lo' }, ifMatch)).status).toBe(412);
    const { id: appointment } = await anHourOf(await aPricedService());
    const read = await hidesPayments.get(`/appointments/${appointment}?include=service`);
    const headers = { 'if-match': read.headers.get('etag') ?? '' };
    expect(
      (await hidesPayments.patch(`/appointments/${appointment}`, { notes: 'x' }, { headers })).status,
    ).toBe(200);
  });

  it('gets no price in the alternatives of a refusal, at once and repeated', async () => {
    const serviceId = await aPricedService();
    const { providerId } = await anHourOf(serviceId);
    const booking = aBooking(providerId, serviceId);
    const headers = { 'idempotency-key': 'refused' };
    for (const sending of [{}, { headers }, { headers }]) {
      const { status, body } = await hidesPayments.post('/appointments', booking, sending);
      const { reason, alternatives } = body.error.details;
      expect([status, reason, alternatives.length]).toEqual([422, 'slot_taken', 3]);
      expect(alternatives.map(({ price }: { price: unknown }) => price)).toEqual([null, null, null]);
    }
    const { body } = await service.admin.post('/appointments', booking);
    expect(body.error.details.alternatives[0].price).toBe(987.65);
  });

  it('gets a repeated answer as the first one', async () => {
    const booking = aBooking(await aProvider(service.admin), await aPricedService());
    const headers = { 'idempotency-key': 'booked' };
    const [first, again] = [
      await hidesPayments.post('/appointments', booking, { headers }),
      await hidesPayments.post('/appointments', booking, { headers }),
    ];
    expect([first.status, first.body.data.price, first.body.data.payment_status]).toEqual([201, null, null]);
    expect([again.headers.get('idempotency-replayed'), again.body]).toEqual(['true', first.body]);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
  });

  it('hears events without what it hides, from streams with and without a past', async () => {
    await numberEvents(service);
    const latest = await latestEvent(service);
    const readers = await Promise.all(
      [hidesContacts.key, service.admin.key].map((key) => StreamReader.open(service, { key })),
    );
    const { email } = await aCustomer();
    await numberEvents(service);
    const past = await StreamReader.open(service, { key: hidesContacts.key, lastEventId: latest });
    const [hidden, whole, again] = await Promise.all(
      [...readers, past].map(async (reader) => {
        await reader.has(1);
        await reader.close();
        return reader.events[0]?.data;
      }),
    );
    expect(hidden?.data).toMatchObject(NO_CONTACTS);
    expect(whole?.data).toMatchObject({ ...CONTACTS, email });
    expect(again).toEqual(hidden);
  });

  it('exports an archive without the calendar', async () => {
    const { id, email } = await aCustomer();
    const namesFor = async ({ key = '' }: ApiClient) => {
      const headers = { authorization: `Bearer ${key}` };
      const answer = await fetch(`${service.url}/api/v1/customers/${id}/export?format=zip`, { headers });
      const files = unzipSync(new Uint8Array(await answer.arrayBuffer()));
      const text = Object.values(files).map((bytes) => Buffer.from(bytes).toString());
      return [Object.keys(files), text.some((each) => each.includes(email))];
    };
    expect(await namesFor(hidesContacts)).toEqual([['export.json'], false]);
    expect(await namesFor(service.admin)).toEqual([['export.json', 'appointments.ics'], true]);
  });

  it('still sees the other group', async () => {
    const { id } = await anHourOf(await aPricedService());
    const shown = async (client: ApiClient) => {
      const { price, payment_status, attendeePhone, customer } = (
        await client.get(`/appointments/${id}?include=customer`)
      ).body.data;
      return [price, payment_status, attendeePhone, customer.phone];
    };
    expect(await shown(hidesPayments)).toEqual([null, null, null, '+15550009999']);
    expect(await shown(hidesContacts)).toEqual([987.65, 'none', null, null]);
  });

  it('sees the same times as other keys, each once', async () => {
    const providerId = await aProvider(service.admin);
    const serviceId = await aPricedService();
    const path = `/availability/slots?serviceId=${serviceId}&providerId=${providerId}&date=${MONDAY}`;
    const { body } = await hidesPayments.get(path);
    const { body: whole } = await service.admin.get(path);
    expect(whole.data[0].price).toBe(987.65);
    expect(body).toEqual({
      ...whole,
      data: whole.data.map((slot: object) => ({ ...slot, price: null })),
    });
  });
});
