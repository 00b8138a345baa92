import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { Client } from 'pg';
import { build } from '../cli/run-cli';
import { ApiClient } from '../support/api-client';
import { aBooking, aProvider, aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { ServiceProcess } from './service-process';

/** Must run outside of a transaction, because a transaction reads pg_stat_activity only once. */
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
const KEYED = { headers: { 'idempotency-key': '5f6d2c1e' } };

/** A Monday at least a week ahead of the machine's clock, which the processes use. */
function aMonday(): string {
  const date = new Date();
  date.setUTCDate(date.getUTCDate() + 14 - ((date.getUTCDay() + 6) % 7));
  return date.toISOString().slice(0, 10);
}

/** A proxy to PostgreSQL that holds back the answer to the commit of a request with a key. */
class CommitWithholder {
  readonly withheld: Promise<void>;
  private readonly sockets: Socket[] = [];
  private readonly server: Server;
  private announce: () => void = () => undefined;

  constructor(private readonly target: URL) {
    this.withheld = new Promise((resolve) => (this.announce = resolve));
    this.server = createServer((client) => {
      this.join(client);
    });
  }

  async open(): Promise<string> {
    this.server.listen(0, '127.0.0.1');
    await once(this.server, 'listening');
    const url = new URL(this.target);
    url.host = `127.0.0.1:${(this.server.address() as AddressInfo).port}`;
    return url.href;
  }

  close(): void {
    for (const socket of this.sockets) socket.destroy();
    this.server.close();
  }

  private join(client: Socket): void {
    const database = connect(Number(this.target.port), this.target.hostname);
    this.sockets.push(client, database);
    let isKept = false;
    client.on('data', (request) => {
      isKept ||= request.includes('idempotency.keep');
      database.write(request);
    });
    database.on('data', (said) => {
      if (isKept && said.includes('COMMIT\0')) this.announce();
      else client.write(said);
    });
    client.on('error', () => undefined).on('close', () => database.destroy());
    database.on('error', () => undefined).on('close', () => client.destroy());
  }
}

describe('A booking with an Idempotency-Key whose service is killed', () => {
  let origin: TestService;
  let booking: object;
  const started: ServiceProcess[] = [];

  beforeAll(async () => {
    await build();
  }, 180_000);

  beforeEach(async () => {
    origin = await startTestService();
    const [providerId, serviceId] = [await aProvider(origin.admin), await aService(origin.admin)];
    booking = aBooking(providerId, serviceId, { date: aMonday() });
  });

  afterEach(async () => {
    await Promise.all(started.splice(0).map((service) => service.kill('SIGKILL')));
    await origin.stop();
  });

  const start = (databaseUrl: string) => {
    const service = ServiceProcess.start({ DATABASE_URL: databaseUrl });
    started.push(service);
    return service;
  };
  const book = async (service: ServiceProcess) =>
    new ApiClient(await service.url(), origin.admin.key).post('/appointments', booking, KEYED);
  const booked = () => origin.query<{ id: number }>('select id from appointments');

  it('between commit and answer is made once, and the retry gets its answer', async () => {
    const withholder = new CommitWithholder(new URL(origin.databaseUrl));
    const first = start(await withholder.open());
    const outcome = book(first).catch(() => 'no answer');
    await withholder.withheld;
    await first.kill('SIGKILL');
    const [heard, before] = [await outcome, await booked()];
    withholder.close();

    const retry = await book(start(origin.databaseUrl));
    expect([heard, before.length]).toEqual(['no answer', 1]);
    expect([retry.status, retry.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
    expect(retry.body.data).toMatchObject({ id: before[0]?.id, status: 'confirmed' });
    expect(await booked()).toEqual(before);
  });

  it('before the commit is not made, and the retry makes it', async () => {
    const rival = new Client({ connectionString: origin.databaseUrl });
    await rival.connect();
    await rival.query('begin');
    await rival.query('select from providers for update');
    const first = start(origin.databaseUrl);
    const outcome = book(first).catch(() => 'no answer');
    while ((await origin.query(WAITING)).length === 0);
    await first.kill('SIGKILL');
    const heard = await outcome;
    await rival.query('commit');
    await rival.end();

    const second = start(origin.databaseUrl);
    let retry = await book(second);
    // PostgreSQL notices only now that the first client is gone.
    while (retry.status === 409) retry = await book(second);
    expect(heard).toBe('no answer');
    expect([retry.status, retry.headers.has('idempotency-replayed')]).toEqual([201, false]);
    expect(await booked()).toHaveLength(1);
  });
});
