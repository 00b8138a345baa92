import { createServer, type Server, type ServerResponse } from 'node:http';
import type { LookupAddress } from 'node:dns';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { HostLookup } from './host-lookup';
import { OutgoingHttp } from './outgoing-http';

const PUBLIC: LookupAddress = { address: '93.184.216.34', family: 4 };
const LOCAL: LookupAddress = { address: '127.0.0.1', family: 4 };
const POST = { headers: { 'x-test': 'yes' }, body: Buffer.from('{}'), deadlineMs: 5_000 };
const GET = { deadlineMs: 5_000, maxBytes: 1_000 };

/** Answers each lookup with the next of these; the last one stays. */
class ScriptedLookup extends HostLookup {
  lookups = 0;

  constructor(private readonly answers: readonly (readonly LookupAddress[])[]) {
    super();
  }

  override addressesOf(): Promise<LookupAddress[]> {
    const answer = this.answers[Math.min(this.lookups++, this.answers.length - 1)] ?? [];
    return answer.length > 0 ? Promise.resolve([...answer]) : Promise.reject(new Error('ENOTFOUND'));
  }
}

let server: Server;
let port: number;
let received: string[] = [];
const clients: OutgoingHttp[] = [];

/** What the server answers, by path. */
const ANSWERS: Record<string, (response: ServerResponse) => void> = {
  '/ok': (response) => response.end('fine'),
  '/status': (response) => response.writeHead(503).end(),
  '/announced': (response) => {
    response.writeProcessing();
    response.writeHead(204).end();
  },
  '/long': (response) => response.end('x'.repeat(1_001)),
  '/endless': (response) => {
    // Node 26 calls back for what is written to a client that has gone, too, with an error.
    const more = (error?: Error | null) => error ?? response.write('x'.repeat(60_000), more);
    more();
  },
  '/slow': (response) => response.writeHead(200).write('begun'),
  '/silent': () => undefined,
  '/reset': (response) => response.socket?.resetAndDestroy(),
  '/zipped': (response) => response.writeHead(200, { 'content-encoding': 'br' }).end('x'),
  '/twice': (response) => response.writeHead(302, { location: '/once' }).end(),
  '/once': (response) => response.writeHead(307, { location: `http://127.0.0.1:${port}/ok` }).end(),
  '/loop': (response) => response.writeHead(301, { location: '/loop' }).end(),
  '/inside': (response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
  '/mail': (response) => response.writeHead(302, { location: 'http://127.0.0.1:25/' }).end(),
  '/file': (response) => response.writeHead(302, { location: 'file:///etc/passwd' }).end(),
};

beforeAll(async () => {
  server = createServer((request, response) => {
    received.push(`${request.method} ${request.url}`);
    ANSWERS[request.url ?? '']?.(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
});

beforeEach(() => {
  received = [];
});

afterAll(async () => {
  await Promise.all(clients.map((client) => client.onApplicationShutdown()));
  server.closeAllConnections();
  server.close();
});

function outgoing(allowPrivate: 'on' | 'off', ...answers: LookupAddress[][]) {
  return outgoingTo([], allowPrivate, ...answers);
}

function outgoingTo(
  ports: readonly number[] | '*',
  allowPrivate: 'on' | 'off',
  ...answers: LookupAddress[][]
) {
  const lookup = new ScriptedLookup(answers.length > 0 ? answers : [[LOCAL]]);
  const settings = { webhookAllowPrivate: allowPrivate, webhookAllowPorts: ports };
  const http = new OutgoingHttp(settings, lookup);
  clients.push(http);
  return { http, lookup, at: (path: string) => `http://hooks.example.com:${port}${path}` };
}

describe('A request to a URL that a caller has chosen', () => {
  it('gets the status of the answer, and an error status is an answer too', async () => {
    const { http, at } = outgoing('on');
    expect(await http.post(at('/ok'), POST)).toBe(200);
    expect(await http.post(at('/status'), POST)).toBe(503);
    expect(received).toEqual(['POST /ok', 'POST /status']);
  });

  it('waits for the answer that a 102 announces', async () => {
    const { http, at } = outgoing('on');
    expect(await http.post(at('/announced'), POST)).toBe(204);
  });

  it('uses the connection of the request before again', async () => {
    const { http, lookup, at } = outgoing('on');
    await http.post(at('/ok'), POST);
    // undici keeps a connection to itself for one turn of the event loop after an answer.
    await wait(100);
    await http.post(at('/ok'), POST);
    expect(lookup.lookups).toBe(1);
  });

  it('is refused when the name has an address that is not public, even if it also has a public one', async () => {
    for (const answer of [[LOCAL], [PUBLIC, LOCAL], [{ address: '::ffff:127.0.0.1', family: 6 }]]) {
      const { http, at } = outgoing('off', answer);
      await expect(http.post(at('/ok'), POST)).rejects.toMatchObject({ fault: 'private_address' });
      await expect(http.get(at('/ok'), GET)).rejects.toMatchObject({ fault: 'private_address' });
      await expect(http.check(at('/ok'))).rejects.toMatchObject({ fault: 'private_address' });
    }
    expect(received).toEqual([]);
  });

  it('is refused when the name server gives another answer than when the URL was checked', async () => {
    const { http, lookup, at } = outgoing('off', [PUBLIC], [LOCAL]);
    await http.check(at('/ok'));
    await expect(http.post(at('/ok'), POST)).rejects.toMatchObject({ fault: 'private_address' });
    expect(lookup.lookups).toBe(2);
    expect(received).toEqual([]);
  });

  it('connects to the address that was checked: one lookup for each connection', async () => {
    const { http, lookup, at } = outgoing('on', [LOCAL], [{ address: '127.0.0.2', family: 4 }]);
    await http.get(at('/ok'), GET);
    expect(lookup.lookups).toBe(1);
  });

  it('is refused without a lookup when the URL has an address that is not public', async () => {
    const { http, lookup } = outgoing('off');
    await expect(http.post(`http://127.1:${port}/ok`, POST)).rejects.toMatchObject({
      fault: 'private_address',
    });
    await expect(http.check(`http://[::1]:${port}/ok`)).rejects.toMatchObject({ fault: 'private_address' });
    await expect(http.post('ftp://example.com/', POST)).rejects.toMatchObject({ fault: 'url' });
    expect(lookup.lookups).toBe(0);
  });

  it.each([0, 1, 22, 25, 79, 81, 442, 444, 587, 993, 1023])(
    'is refused without a lookup when the URL has the port %i, which is that of another service',
    async (low) => {
      const { http, lookup } = outgoing('on');
      const url = `http://hooks.example.com:${low}/ok`;
      const fault = { fault: 'url', message: `the URL must not have the port ${low}` };
      await expect(http.check(url)).rejects.toMatchObject(fault);
      await expect(http.post(url, POST)).rejects.toMatchObject(fault);
      await expect(http.get(url, GET)).rejects.toMatchObject(fault);
      expect(lookup.lookups).toBe(0);
      for (const ports of [[7, low], '*'] as const)
        await expect(outgoingTo(ports, 'on').http.check(url)).resolves.toBeUndefined();
    },
  );

  it.each([
    'http://1.1.1.1',
    'https://1.1.1.1',
    'http://1.1.1.1:80',
    'http://1.1.1.1:443',
    'https://1.1.1.1:80',
  ])('may go to a port of the web: %s', async (url) => {
    for (const more of [url, 'https://1.1.1.1:1024', 'http://[2606:4700:4700::1111]:65535/'])
      await expect(outgoing('off').http.check(more)).resolves.toBeUndefined();
  });

  it('is refused when the name cannot be resolved', async () => {
    const { http, at } = outgoing('off', []);
    await expect(http.check(at('/ok'))).rejects.toMatchObject({ fault: 'unknown_host' });
    await expect(http.post(at('/ok'), POST)).rejects.toMatchObject({ fault: 'unknown_host' });
  });

  it('follows no redirect unless redirects are allowed', async () => {
    const { http, at } = outgoing('on');
    expect(await http.post(at('/once'), POST)).toBe(307);
    expect(await http.get(at('/once'), GET)).toMatchObject({ status: 307 });
    expect(received).toEqual(['POST /once', 'GET /once']);
  });

  it('follows as many redirects as allowed', async () => {
    const { http, at } = outgoing('on');
    const answer = await http.get(at('/twice'), { ...GET, maxRedirects: 3 });
    expect([answer.status, answer.body.toString()]).toEqual([200, 'fine']);
    await expect(http.get(at('/loop'), { ...GET, maxRedirects: 3 })).rejects.toMatchObject({
      fault: 'redirects',
    });
    expect(received.filter((line) => line === 'GET /loop')).toHaveLength(4);
  });

  it('checks the URL of each redirect', async () => {
    const { http, at } = outgoing('on');
    for (const path of ['/file', '/mail'])
      await expect(http.get(at(path), { ...GET, maxRedirects: 3 })).rejects.toMatchObject({ fault: 'url' });
    // This client refuses private addresses, but connects as the other one does.
    const strict = outgoing('off').http;
    Reflect.set(strict, 'agent', Reflect.get(http, 'agent'));
    await expect(strict.get(at('/inside'), { ...GET, maxRedirects: 3 })).rejects.toMatchObject({
      fault: 'private_address',
    });
  });

  it('ends with an error when the answer is too long, announced or not, or compressed', async () => {
    const { http, at } = outgoing('on');
    await expect(http.get(at('/long'), GET)).rejects.toMatchObject({ fault: 'too_long' });
    await expect(http.get(at('/endless'), GET)).rejects.toMatchObject({ fault: 'too_long' });
    await expect(http.get(at('/zipped'), GET)).rejects.toMatchObject({ fault: 'encoding' });
  });

  it('does not read the body of the answer to a POST', async () => {
    const { http, at } = outgoing('on');
    expect(await http.post(at('/endless'), POST)).toBe(200);
    expect(await http.post(at('/slow'), POST)).toBe(200);
  });

  it('ends with an error when no answer comes in time, or only a part of it', async () => {
    const { http, at } = outgoing('on');
    const expected = { fault: 'timeout', message: 'no answer in 0.2 s' };
    await expect(http.post(at('/silent'), { ...POST, deadlineMs: 200 })).rejects.toMatchObject(expected);
    await expect(http.get(at('/slow'), { ...GET, deadlineMs: 200 })).rejects.toMatchObject(expected);
  });

  it('ends with the code of the error when the connection fails', async () => {
    const { http, at } = outgoing('on');
    await expect(http.post(at('/reset'), POST)).rejects.toMatchObject({ fault: 'connection' });
    const { http: toAll } = outgoingTo('*', 'on');
    await expect(toAll.post('http://127.0.0.1:1/', POST)).rejects.toMatchObject({
      message: 'the connection failed: ECONNREFUSED',
    });
  });
});
