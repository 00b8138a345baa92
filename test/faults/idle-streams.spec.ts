import { promisify } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { StreamReader } from '../support/event-stream';
import { numberEvents } from '../support/events';
import { startTestService, type TestService } from '../support/test-service';

describe('A client of the stream of events that does not read', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  function connections(): Promise<number> {
    const server = service.app.getHttpServer();
    return promisify(server.getConnections.bind(server))();
  }

  it('is cut off, while another one gets everything', async () => {
    const reader = await StreamReader.open(service);
    const before = await connections();
    const idle = await StreamReader.openUnread(service);
    expect(await connections()).toBe(before + 1);
    // More than the buffers of both sockets and of the service hold.
    for (let batch = 1; batch <= 4; batch++) {
      await service.query(
        `insert into categories (name, description, created_at, updated_at)
         select 'Category ' || n, repeat('x', 100000), now(), now() from generate_series(1, 50) n`,
      );
      await numberEvents(service);
      await reader.has(50 * batch);
    }
    while ((await connections()) > before) await wait(1_000);
    await service.admin.post('/categories', { name: 'Hair' });
    await numberEvents(service);
    await reader.has(201);
    await Promise.all([idle.close(), reader.close()]);
  });
});
