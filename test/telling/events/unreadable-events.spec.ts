import { anAppointment, aProvider, aService } from '../../support/builders';
import { type Event, eventsAfter, eventsOf, latestEvent, numberEvents } from '../../support/events';
import { StreamReader } from '../../support/event-stream';
import { startTestService, type TestService } from '../../support/test-service';

describe('An event whose audit entries were damaged', () => {
  let service: TestService;
  const log: string[] = [];

  beforeAll(async () => {
    service = await startTestService({
      environment: { LOG_LEVEL: 'error' },
      log: (line) => void log.push(line),
    });
  });

  beforeEach(() => void log.splice(0));

  afterAll(() => service.stop());

  const addCustomers = async (...names: string[]) => {
    for (const firstName of names) await service.admin.post('/customers', { firstName });
  };
  /** Makes an answer that shows the row fail. */
  const damage = (name: string) =>
    service.query(
      `update audit_entries set after = after || '{"created_at": "never"}' where after ->> 'first_name' = $1`,
      [name],
    );
  const shown = ({ type, data, previous }: Event) => [type, data['firstName'], previous];

  it('is listed without its data, between the others, and the log names it', async () => {
    const names = ['One', 'Two', 'Three', 'Four', 'Five'];
    const whole = await eventsOf(service, () => addCustomers(...names));
    await damage('Two');
    await damage('Five');
    const events = await eventsAfter(service, (whole[0]?.id ?? 0) - 1);
    expect(events.map(shown)).toEqual(
      ['One', undefined, 'Three', 'Four', undefined].map((name) => ['customer.created', name, null]),
    );
    const two = events[1];
    expect(two).toEqual({ ...whole[1], data: {} });
    const faults = log.map((line) => JSON.parse(line) as { eventId: number; msg: string });
    expect(faults.map(({ eventId, msg }) => [eventId, msg])).toEqual(
      [1, 4].map((index) => [whole[index]?.id, 'Could not read an event']),
    );
  });

  it('is listed without its data when PostgreSQL cannot read what it refers to', async () => {
    const [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
    const [customer, booked] = await eventsOf(service, () =>
      anAppointment(service.admin, providerId, serviceId),
    );
    await service.query(
      `update audit_entries set after = after || '{"provider_id": "who"}' where resource = 'appointments'`,
    );
    const events = await eventsAfter(service, (customer?.id ?? 0) - 1);
    expect(events).toEqual([customer, { ...booked, data: {} }]);
  });

  it('is sent to streams without its data, between the others', async () => {
    const behind = await latestEvent(service);
    const reader = await StreamReader.open(service);
    await addCustomers('Six', 'Seven', 'Eight');
    await damage('Seven');
    await numberEvents(service);
    const names = ['Six', undefined, 'Eight'];
    expect((await reader.has(3)).map(({ data }) => data.data['firstName'])).toEqual(names);
    const later = await StreamReader.open(service, { lastEventId: behind });
    expect((await later.has(3)).map(({ data }) => data.data['firstName'])).toEqual(names);
    await Promise.all([reader.close(), later.close()]);
  });
});
