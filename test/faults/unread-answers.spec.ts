import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { SLOWEST_READER } from '../../src/platform/http/server/cut-slow-readers';
import { aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const WEDNESDAY = '2026-11-25';
/** The connections that ask for each kind of answer. */
const CONNECTIONS = 3;

describe('Clients that request large answers and read none', () => {
  let service: TestService;
  /** How often one connection asks for each path: about 10 MB, more than the buffers of the operating system hold. */
  let large: readonly (readonly [path: string, requests: number])[];

  beforeAll(async () => {
    service = await startTestService();
    const providerId = await aProvider(service.admin);
    const schedule = [{ day: 'monday', start: '00:00', end: '24:00' }];
    await service.admin.patch(`/providers/${providerId}`, { schedule });
    const serviceId = await aService(service.admin, { durationMin: 10, slotIntervalMin: 1 });
    const question = `providerId=${providerId}&serviceId=${serviceId}&from=${MONDAY}&to=${WEDNESDAY}`;
    large = [
      [`/api/v1/availability/calendar?${question}`, 120],
      ['/docs/openapi.json', 40],
    ];
  });

  afterAll(() => service.stop());

  /** Connects a client that sends many requests and reads nothing. Returns the socket of the service. */
  const neverRead = async (path: string, requests: number): Promise<Socket> => {
    const accepted = once(service.app.getHttpServer(), 'connection');
    const client = connect(Number(new URL(service.url).port), '127.0.0.1').on('error', () => undefined);
    const [socket] = (await accepted) as [Socket];
    client.pause();
    const key = service.admin.key ?? '';
    client.write(
      `GET ${path} HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer ${key}\r\n\r\n`.repeat(requests),
    );
    return socket;
  };

  it('are disconnected after the window of the watch and not before, while the service answers other clients', async () => {
    const closed: Promise<[path: string, openMs: number]>[] = [];
    for (const [path, requests] of large.flatMap((each) => Array<typeof each>(CONNECTIONS).fill(each))) {
      const began = performance.now();
      const socket = await neverRead(path, requests);
      closed.push(once(socket, 'close').then(() => [path, performance.now() - began]));
      expect((await service.admin.get('/services')).status).toBe(200);
    }
    const early = (await Promise.all(closed)).filter(([, openMs]) => openMs < SLOWEST_READER.windowMs);
    expect(early).toEqual([]);
    expect((await service.admin.get('/services')).status).toBe(200);
  });
});
