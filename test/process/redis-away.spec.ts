import { once } from 'node:events';
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net';
import { build } from '../cli/run-cli';
import { ApiClient } from '../support/api-client';
import { startTestService, type TestService } from '../support/test-service';
import { ServiceProcess } from './service-process';

/** Nothing listens at this address. */
const REFUSING = 'redis://:s3cret@127.0.0.1:1/0';

describe('An unavailable Redis', () => {
  let database: TestService;
  let silent: Server;
  let silentUrl: string;
  const sockets: Socket[] = [];
  const started: ServiceProcess[] = [];

  beforeAll(async () => {
    await build();
    database = await startTestService();
    silent = createServer((socket) => sockets.push(socket)).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    silentUrl = `redis://:s3cret@127.0.0.1:${(silent.address() as AddressInfo).port}/0`;
  }, 180_000);

  afterAll(async () => {
    await Promise.all(started.map((service) => service.kill('SIGKILL')));
    await database.stop();
    for (const socket of sockets) socket.destroy();
    silent.close();
  });

  it.each([
    ['refuses connections', () => REFUSING],
    ['accepts connections and never answers', () => silentUrl],
  ])('that %s makes each process count requests separately, with one line in the log', async (_, urlOf) => {
    const shared = { DATABASE_URL: database.databaseUrl, REDIS_URL: urlOf() };
    const service = ServiceProcess.start({ ...shared, RATE_LIMIT: '3', LOG_LEVEL: 'info' });
    started.push(service);
    const client = new ApiClient(await service.url(), (await database.keyOf(1)).key);
    const statuses = [];
    for (let request = 0; request < 4; request++) statuses.push((await client.get('/services')).status);
    expect(statuses).toEqual([200, 200, 200, 429]);
    const { code, written } = await service.kill('SIGTERM');
    expect(code).toBe(0);
    expect(written.match(/Redis is away/g)).toHaveLength(1);
    expect(written).not.toMatch(/s3cret|unhandled|Error:/i);
  });

  it('gets no new connection after the service has stopped', async () => {
    const service = await startTestService({
      databaseUrl: database.databaseUrl,
      environment: { REDIS_URL: silentUrl },
    });
    expect((await service.admin.get('/services')).status).toBe(200);
    await service.stop();
    await Promise.all(
      sockets.filter((socket) => !socket.closed).map((socket) => once(socket.resume(), 'close')),
    );
    const before = sockets.length;
    expect((await database.admin.get('/services')).status).toBe(200);
    expect(sockets).toHaveLength(before);
  });
});
