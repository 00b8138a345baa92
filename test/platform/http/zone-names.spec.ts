import type { Answer } from '../../support/api-client';
import { aBooking, aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

/** Spellings of a zone, and the name under which it is kept. */
const NAMES = [
  ['Europe/Kiev', 'Europe/Kyiv'],
  ['europe/kyiv', 'Europe/Kyiv'],
  ['Asia/Calcutta', 'Asia/Kolkata'],
  ['EUROPE/BERLIN', 'Europe/Berlin'],
  ['Europe/Oslo', 'Europe/Oslo'],
] as const;

describe.each(NAMES)('A zone that is written %s', (written, name) => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: written } });
  });

  afterAll(() => service.stop());

  const zonesIn = ({ status, body }: Answer, member: string) => [status, body.data[member]];

  it(`is ${name} in every answer`, async () => {
    const { admin } = service;
    expect((await admin.get('/business-hours')).body.data.timezone).toBe(name);
    const provider = { name: 'Ana', email: 'ana@example.com', timezone: written };
    const made = await admin.post('/providers', provider);
    expect(zonesIn(made, 'timezone')).toEqual([201, name]);
    const providerId = made.body.data.id as number;
    expect(zonesIn(await admin.put(`/providers/${providerId}`, provider), 'timezone')).toEqual([200, name]);
    expect(
      zonesIn(await admin.post('/locations', { name: 'Centre', timezone: written }), 'timezone'),
    ).toEqual([201, name]);
    const customer = await admin.post('/customers', {
      firstName: 'Mia',
      email: 'mia@example.com',
      timezone: written,
    });
    expect(zonesIn(customer, 'timezone')).toEqual([201, name]);
    const serviceId = await aService(admin);
    // A booking says a zone of its own where the customer has another one.
    const email = 'kim@example.com';
    await admin.post('/customers', { firstName: 'Kim', email, timezone: 'Asia/Tokyo' });
    const booked = await admin.post(
      '/appointments',
      aBooking(providerId, serviceId, { email, attendeeTimezone: written }),
    );
    expect(booked.body.data).toMatchObject({ timezone: name, attendeeTimezone: name });
    const series = { rrule: 'FREQ=WEEKLY;COUNT=2', start: '12:00', email, attendeeTimezone: written };
    const repeated = await admin.post('/series', aBooking(providerId, serviceId, series));
    expect(repeated.body.data).toMatchObject({
      timezone: name,
      appointments: [{ attendeeTimezone: name }, { attendeeTimezone: name }],
    });
  });

  it('is no other one than that of the customer, so the booking keeps none of its own', async () => {
    const { admin } = service;
    const [providerId, serviceId] = [await aProvider(admin), await aService(admin)];
    const email = 'ida@example.com';
    const { body } = await admin.post('/customers', { firstName: 'Ida', email, timezone: name });
    // As a version before has stored it.
    await service.query('update customers set timezone = $2 where id = $1', [body.data.id, written]);
    const booked = await admin.post(
      '/appointments',
      aBooking(providerId, serviceId, { email, attendeeTimezone: name }),
    );
    expect([booked.status, booked.body.data.attendeeTimezone]).toEqual([201, null]);
  });
});
