import { setTimeout as wait } from 'node:timers/promises';
import { CalendarFetcher } from '../../src/business/busy-calendars/fetching/calendar-fetcher';
import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { CalendarServer } from './support/calendar-server';

const TEN_TO_TWELVE = 'UID:a\nSUMMARY:Secret\nDTSTART:20261123T100000Z\nDTEND:20261123T120000Z';

describe('A busy calendar at an address that the service does not call', () => {
  let service: TestService;
  let server: CalendarServer;

  beforeAll(async () => {
    server = await CalendarServer.start();
    service = await startTestService();
  });

  afterAll(async () => {
    await service.stop();
    server.stop();
  });

  it.each([
    ['that is not public', () => server.url, 'the address of the host is not public'],
    ['of a mail server', () => 'http://8.8.8.8:25/a.ics', 'the URL must not have the port 25'],
  ])('(%s) is refused, and is not fetched when it was stored before', async (_which, url, fault) => {
    const path = `/providers/${await aProvider(service.admin)}/busy-calendars`;
    const { status, body } = await service.admin.post(path, { url: url() });
    expect([status, body.error.details]).toEqual([422, { url: `cannot be used: ${fault}` }]);
    const { body: created } = await service.admin.post(path, { url: 'https://8.8.8.8/a.ics' });
    await service.query('update busy_calendars set url = $1 where id = $2', [url(), created.data.id]);
    await service.app.get(CalendarFetcher).fetchNext();
    const fetched = await service.admin.get(`${path}/${created.data.id}`);
    expect(fetched.body.data.lastError).toBe(fault);
    expect(server.requests).toEqual([]);
  });
});

describe('A busy calendar while a worker runs', () => {
  let service: TestService;
  let server: CalendarServer;

  beforeAll(async () => {
    server = await CalendarServer.start();
    service = await startTestService({ environment: { WEBHOOK_ALLOW_PRIVATE: 'on', WORKER: 'on' } });
  });

  afterAll(async () => {
    await service.stop();
    server.stop();
  });

  it('is fetched without a request, and then slots and bookings keep clear of it', async () => {
    const { admin } = service;
    const [providerId, serviceId] = [await aProvider(admin), await aService(admin, { durationMin: 60 })];
    const path = `/providers/${providerId}/busy-calendars`;
    server.publish([TEN_TO_TWELVE]);
    const { id } = (await admin.post(path, { url: server.url })).body.data as { id: number };
    const lastFetch = async () => (await admin.get(`${path}/${id}`)).body.data.lastFetchedAt as string | null;
    while ((await lastFetch()) === null) await wait(100);
    const slots = await admin.get(
      `/availability/slots?serviceId=${serviceId}&providerId=${providerId}&date=${MONDAY}`,
    );
    const times = (slots.body.data as { time: string }[]).map(({ time }) => time);
    expect(times).toEqual(['09:00', '12:00', '13:00', '14:00', '15:00', '16:00']);
    for (const start of ['10:00', '11:30']) {
      const { status, body } = await admin.post('/appointments', aBooking(providerId, serviceId, { start }));
      expect([status, body.error.details.reason]).toEqual([422, 'busy_elsewhere']);
    }
    await anAppointment(admin, providerId, serviceId, { start: '12:00' });
    expect(server.requests).toHaveLength(1);
  });
});
