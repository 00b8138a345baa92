import { aBooking, aProvider, aService, MONDAY } from '../../support/builders';
import { interceptStatements, type SentStatement } from '../../support/database/intercept-statements';
import { startTestService, type TestService } from '../../support/test-service';

/** What is sent in one turn of the event loop waits for no answer: it is one round trip. */
class RoundTrips {
  readonly statements: string[][] = [];
  private isOpen = false;

  record(statement: SentStatement): void {
    if (!this.isOpen) this.statements.push([]);
    this.isOpen = true;
    this.statements
      .at(-1)
      ?.push(typeof statement === 'string' ? statement : (statement.name ?? statement.text));
    setImmediate(() => (this.isOpen = false));
  }
}

describe('The round trips to the database', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;
  let trips: RoundTrips;

  beforeAll(async () => {
    service = await startTestService();
    serviceId = await aService(service.admin);
    providerId = await aProvider(service.admin);
    // The first connection is opened, and records the use of the key.
    await service.admin.post('/appointments', aBooking(providerId, serviceId, { start: '09:00' }));
  });

  afterAll(() => service.stop());

  beforeEach(() => {
    trips = new RoundTrips();
    interceptStatements((statement) => {
      trips.record(statement);
      return statement;
    });
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  const book = async (members: object) => {
    const booking = aBooking(providerId, serviceId, members);
    const { status, body } = await service.admin.post('/appointments', booking);
    return { status, id: (body as { data: { id: number } }).data.id };
  };

  it('for a booking are three, and the commit is sent with the last writes', async () => {
    const { status } = await book({ start: '10:00' });
    expect(status).toBe(201);
    expect(trips.statements).toEqual([
      ['api-keys.find-live'],
      [
        'START TRANSACTION',
        'database.set-write-context',
        'providers.lock-for',
        'availability.snapshot-of-one',
        'customers.find-by-email',
        'appointments.reserve',
      ],
      [
        'customers.insert-unless-exists',
        'appointments.insert-in-free-time',
        'messages.insert-first',
        'COMMIT',
      ],
    ]);
  });

  it('for a booking of a known customer are three', async () => {
    const { status } = await book({
      start: '10:30',
      name: 'Known Customer',
      email: 'customer1@example.com',
    });
    expect(status).toBe(201);
    expect(trips.statements.length).toBe(3);
  });

  const change = async (what: string, body: object, start: string) => {
    const { id } = await book({ start });
    trips.statements.length = 0;
    const { status } = await service.admin.patch(`/appointments/${id}${what}`, body);
    return [status, trips.statements];
  };
  const LOCKS = ['START TRANSACTION', 'database.set-write-context', 'providers.lock-of-appointment'];

  it('for a move are three: the snapshot is read behind the lock', async () => {
    const moved = { date: MONDAY, start: '15:00' };
    expect(await change('', moved, '11:00')).toEqual([
      200,
      [
        ['api-keys.find-live'],
        [...LOCKS, 'appointments.lock-state', 'availability.snapshot-of-appointment'],
        ['appointments.update-and-take', 'messages.insert', 'appointments.get', 'COMMIT'],
      ],
    ]);
  });

  it('for a cancellation are three', async () => {
    expect(await change('/status', { status: 'cancelled' }, '11:30')).toEqual([
      200,
      [
        ['api-keys.find-live'],
        [...LOCKS, 'appointments.lock-state'],
        ['appointments.update-and-free', 'messages.insert', 'appointments.get', 'COMMIT'],
      ],
    ]);
  });

  it('for a deletion are three', async () => {
    const { id } = await book({ start: '12:00' });
    trips.statements.length = 0;
    const { status } = await service.admin.delete(`/appointments/${id}`);
    expect(status).toBe(200);
    expect(trips.statements.length).toBe(3);
  });
});
