import { anAppointment, aBooking, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { START } from '../../support/settable-clock';
import { tokenIn } from './support/links';

const SECRETS = {
  name: 'Mia Secretkeller',
  email: 'mia.secret@example.com',
  phone: '+49 30 5550123',
  notes: 'Afraid of needles',
  metadata: { crm: 'gold-member' },
};

describe('GET /manage/{token}', () => {
  let service: TestService;
  let provider: number;
  let cut: number;

  beforeAll(async () => {
    service = await startTestService({
      environment: { BUSINESS_NAME: 'Studio Linde', BUSINESS_PHONE: '+49 30 901820' },
    });
    provider = await aProvider(service.admin, { name: 'Ana Silva' });
    cut = await aService(service.admin, {
      name: 'Haircut',
      cancelUntilMin: 60,
      moveUntilMin: 120,
      policyText: 'An hour before.',
      questions: [{ key: 'allergies', label: 'Allergies?', labels: { de: 'Allergien?' }, type: 'text' }],
    });
  });

  afterEach(() => service.query('delete from appointments'));
  afterAll(() => service.stop());

  const booked = async (members: object = {}) => {
    const { body } = await service.admin.post('/appointments', aBooking(provider, cut, members));
    return body.data as { id: number; manageUrl: string; customerId: number };
  };
  const read = (token: string) => service.anonymous.get(`/manage/${token}`);

  it.each([
    '.',
    ',',
    ')',
    ').',
    ';',
    ':',
    '!',
    '%3F',
    '%3E',
    ']',
    '%22',
    "'",
    '%E2%80%9D',
    '%C2%BB',
    // Opening marks elsewhere, closing ones in German.
    '%E2%80%9C',
    '%C2%AB',
    '%60',
    '%E2%80%A6',
  ])('knows a link that is followed by %s in a text', async (behind) => {
    const { manageUrl } = await booked();
    const token = tokenIn(manageUrl);
    const shown = await read(token + behind);
    expect([shown.status, shown.body]).toEqual([200, (await read(token)).body]);
    expect(
      (await service.anonymous.get(`/manage/${token}${behind}/slots?from=${MONDAY}&to=${MONDAY}`)).status,
    ).toBe(200);
    expect((await service.anonymous.post(`/manage/${token}${behind}/cancel`, {})).status).toBe(200);
  });

  it.each(['x', '-', '_', '.x', '%2Ex', '(', '%20', ',%0A'])(
    'knows no link that is followed by %s',
    async (behind) => {
      const { manageUrl } = await booked();
      expect((await read(tokenIn(manageUrl) + behind)).status).toBe(404);
    },
  );

  it('tells without a key what is booked, what can be done until when, and how to reach the business', async () => {
    const { manageUrl } = await booked({ answers: { allergies: 'Nuts' } });
    const { status, body } = await read(tokenIn(manageUrl));
    expect(status).toBe(200);
    expect(body.data).toEqual({
      kind: 'appointment',
      language: 'en',
      customerTimezone: null,
      appointments: [
        {
          service: 'Haircut',
          provider: 'Ana Silva',
          location: null,
          start: `${MONDAY}T10:00:00Z`,
          end: `${MONDAY}T10:30:00Z`,
          timezone: 'UTC',
          seats: 1,
          status: 'confirmed',
          cancelledBy: null,
          expiresAt: null,
          cancelUntil: `${MONDAY}T09:00:00Z`,
          moveUntil: `${MONDAY}T08:00:00Z`,
          policyText: 'An hour before.',
          manageUrl: null,
        },
      ],
      entry: null,
      actions: ['cancel', 'move', 'answer'],
      cancelUntil: `${MONDAY}T09:00:00Z`,
      moveUntil: `${MONDAY}T08:00:00Z`,
      questions: [{ key: 'allergies', label: 'Allergies?', type: 'text', required: false, choices: [] }],
      answers: { allergies: 'Nuts' },
      business: { name: 'Studio Linde', address: null, email: null, phone: '+49 30 901820' },
    });
  });

  it('asks its questions in the language of the customer', async () => {
    const { manageUrl } = await booked({ attendeeLanguage: 'de-AT', attendeeTimezone: 'Europe/Vienna' });
    const { body } = await read(tokenIn(manageUrl));
    expect(body.data).toMatchObject({
      language: 'de-AT',
      customerTimezone: 'Europe/Vienna',
      questions: [{ label: 'Allergien?' }],
    });
  });

  it('shows no contact data, notes, metadata, price, reason or name of the customer', async () => {
    const { id, manageUrl } = await booked({ ...SECRETS, price: 47.11 });
    await service.admin.patch(`/appointments/${id}/status`, {
      status: 'cancelled',
      cancelReason: 'Never pays',
    });
    const text = JSON.stringify((await read(tokenIn(manageUrl))).body);
    for (const secret of ['Secretkeller', 'mia.secret', '5550123', 'needles', 'gold-member', '47.11', 'pays'])
      expect(text).not.toContain(secret);
  });

  it('answers links that are dead, forged, unknown or none with the same 404, byte by byte', async () => {
    const { id, manageUrl, customerId } = await booked();
    const token = tokenIn(manageUrl);
    const [gone, other] = [await booked({ start: '11:00' }), await booked({ start: '12:00' })];
    await service.admin.delete(`/appointments/${gone.id}`);
    await service.admin.patch(`/appointments/${other.id}`, { customerId });
    const forged = `${token.slice(0, -1)}${token.endsWith('A') ? 'B' : 'A'}`;
    const ended = [
      tokenIn(gone.manageUrl),
      tokenIn(other.manageUrl),
      forged,
      'none',
      `${token}A`,
      '%00',
      'a',
    ];
    const texts = new Set<string>();
    for (const each of ended) {
      const response = await fetch(`${service.url}/api/v1/manage/${each}`);
      expect(response.status).toBe(404);
      texts.add(await response.text());
    }
    expect(texts.size).toBe(1);
    expect((await read(token)).status).toBe(200);
    service.clock.set(`${MONDAY}T10:30:00Z`);
    const over = await fetch(`${service.url}/api/v1/manage/${token}`);
    expect([over.status, await over.text()]).toEqual([404, [...texts][0]]);
    service.clock.set(START);
    expect(id).toBeGreaterThan(0);
  });

  it('is neither kept, indexed nor told to other sites', async () => {
    const { manageUrl } = await booked();
    for (const token of [tokenIn(manageUrl), 'unknown']) {
      const { headers } = await fetch(`${service.url}/api/v1/manage/${token}`);
      expect(headers.get('cache-control')).toBe('no-store');
      expect(headers.get('referrer-policy')).toBe('no-referrer');
      expect(headers.get('x-robots-tag')).toBe('noindex');
    }
  });

  it('follows the appointment when staff move it and cancel it', async () => {
    const { id, manageUrl } = await booked();
    await service.admin.patch(`/appointments/${id}`, { start: '13:00' });
    expect((await read(tokenIn(manageUrl))).body.data.appointments[0].start).toBe(`${MONDAY}T13:00:00Z`);
    await service.admin.patch(`/appointments/${id}/status`, { status: 'cancelled' });
    expect((await read(tokenIn(manageUrl))).body.data).toMatchObject({
      appointments: [{ status: 'cancelled', cancelledBy: 'business' }],
      actions: [],
    });
  });

  it('shows the reader of a forwarded mail one appointment and nothing of the customer, until staff end the link', async () => {
    const { id, manageUrl, customerId } = await booked(SECRETS);
    const other = await booked({ customerId, email: undefined, name: undefined, start: '14:00' });
    const forwarded = await read(tokenIn(manageUrl));
    expect(forwarded.body.data.appointments).toHaveLength(1);
    const text = JSON.stringify(forwarded.body);
    for (const known of [
      'Secretkeller',
      'mia.secret',
      '5550123',
      'needles',
      'T14:00',
      tokenIn(other.manageUrl),
    ])
      expect(text).not.toContain(known);
    const { body } = await service.admin.post(`/appointments/${id}/rotate-link`);
    expect((await read(tokenIn(manageUrl))).status).toBe(404);
    expect((await read(tokenIn(body.data.manageUrl))).status).toBe(200);
  });

  it('is dead once the customer is erased', async () => {
    const { id, manageUrl, customerId } = await booked();
    await service.admin.patch(`/appointments/${id}/status`, { status: 'cancelled' });
    expect((await read(tokenIn(manageUrl))).status).toBe(200);
    expect((await service.admin.post(`/customers/${customerId}/erase`)).status).toBe(200);
    expect((await read(tokenIn(manageUrl))).status).toBe(404);
  });

  it('is null in all that shows the link of an erased customer, and not in that of another', async () => {
    const { admin } = service;
    const who = { name: 'Ola', email: 'ola@example.com', date: MONDAY };
    const one = { ...who, start: '09:00', providerId: provider, serviceId: cut };
    const item = { serviceId: cut, providerId: provider };
    const created: Record<string, number> = {};
    const booking = async (path: string, body: object) => {
      const answer = await admin.post(path, body);
      expect([answer.status, tokenIn(answer.body.data.manageUrl)]).toEqual([201, expect.any(String)]);
      created[path] = answer.body.data.id as number;
      return answer.body.data as { customerId: number };
    };
    const { customerId } = await booking('/appointments', one);
    await booking('/series', { ...one, start: '11:00', rrule: 'FREQ=DAILY;COUNT=2' });
    await booking('/visits', { ...who, start: '14:00', items: [item, item] });
    await booking('/waitlist', {
      ...who,
      serviceId: cut,
      from: MONDAY,
      to: MONDAY,
      timeFrom: '08:00',
      timeTo: '08:10',
    });
    const other = await booked({ start: '16:00' });
    service.clock.set('2026-11-25T00:00:00Z');
    expect((await admin.post(`/customers/${customerId}/erase`)).status).toBe(200);
    for (const [path, id] of Object.entries(created)) {
      const { data } = (await admin.get(`${path}/${id}`)).body;
      expect([path, data.manageUrl]).toEqual([path, null]);
      for (const each of data.appointments ?? []) expect(each.manageUrl).toBeNull();
      expect([path, (await admin.post(`${path}/${id}/rotate-link`)).body.data]).toEqual([
        path,
        { manageUrl: null },
      ]);
    }
    for (const path of ['/appointments', '/appointments/search?q=Haircut', '/waitlist']) {
      const shown = (await admin.get(path)).body.data as {
        customerId: number;
        manageUrl: string | null;
      }[];
      expect(shown.length).toBeGreaterThan(0);
      for (const each of shown) expect(each.manageUrl === null).toBe(each.customerId === customerId);
    }
    expect((await admin.get(`/customers/${customerId}/appointments`)).body.data[0].manageUrl).toBeNull();
    expect((await admin.get(`/appointments/${other.id}`)).body.data.manageUrl).toBe(other.manageUrl);
    service.clock.set(START);
  });

  it('is signed with the same key by every process', async () => {
    const second = await startTestService({ databaseUrl: service.databaseUrl });
    const { manageUrl } = await booked();
    expect((await second.anonymous.get(`/manage/${tokenIn(manageUrl)}`)).status).toBe(200);
    await second.stop();
  });

  it('has links that never name the host of a request', async () => {
    const { id } = await anAppointment(service.admin, provider, cut, { start: '15:00' });
    const url = `${service.url}/api/v1/appointments/${id}`;
    const { manageUrl } = (await service.admin.get(`/appointments/${id}`)).body.data;
    expect(manageUrl).toMatch(/^http:\/\/localhost:3000\/m\/[\w-]{28}$/);
    expect(url).not.toContain('localhost');
  });
});
