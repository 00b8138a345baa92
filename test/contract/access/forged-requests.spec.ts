import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startTestService, type TestService } from '../../support/test-service';

const EVIL = 'evil.example.net';

/** Requests whose headers make a proxy or the service take them for another request. */
describe('a forged request', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  /** Sends the lines unchanged, and returns everything that the service sends before it closes the connection. */
  const send = async (...lines: string[]): Promise<string> => {
    const { port, hostname } = new URL(service.url);
    const socket = connect(Number(port), hostname);
    await once(socket, 'connect');
    socket.write(lines.join('\r\n'));
    return text(socket);
  };
  const statusLines = (answers: string) => answers.match(/HTTP\/1\.1 \d{3}/g);
  const KEY = () => `Authorization: Bearer ${service.admin.key ?? ''}`;

  it.each([
    [`Host: ${EVIL}`],
    ['Host: localhost', `X-Forwarded-Host: ${EVIL}`, `Forwarded: host=${EVIL}`],
    [
      'Host: localhost',
      `X-Forwarded-For: ${EVIL}`,
      `X-Original-URL: //${EVIL}/`,
      `X-Rewrite-URL: //${EVIL}/`,
    ],
  ])('cannot put its host into an answer with %s', async (...headers) => {
    for (const path of ['/api/docs', '/docs', '/docs/', '/api/v1/services', '/nonsense', `//${EVIL}/docs`]) {
      const answer = await send(`GET ${path} HTTP/1.1`, ...headers, KEY(), 'Connection: close', '', '');
      expect(statusLines(answer)).toHaveLength(1);
      expect(answer).not.toMatch(/^location:.*evil/im);
      expect(answer.replaceAll(`//${EVIL}/docs`, '')).not.toContain(EVIL);
    }
  });

  it('cannot choose its path with a header', async () => {
    const headers = { 'x-original-url': '/api/v1/services', 'x-rewrite-url': '/api/v1/services' };
    expect((await service.admin.get('/nonsense', { headers })).status).toBe(404);
  });

  it.each(['x-http-method-override', 'x-http-method', 'x-method-override'])(
    'cannot change its method with the header %s',
    async (header) => {
      const made = await service.admin.post('/services', { name: 'Haircut', durationMin: 45 });
      const path = `/services/${String(made.body.data.id)}`;
      const headers = { [header]: 'DELETE' };
      expect((await service.admin.get(`${path}?_method=DELETE`, { headers })).status).toBe(200);
      expect((await service.admin.post(path, { _method: 'DELETE' }, { headers })).status).toBe(404);
      expect((await service.admin.get(path)).status).toBe(200);
    },
  );

  it.each(['TRACE', 'CONNECT', 'PROPFIND', 'SEARCH'])(
    'gets no success with the method %s',
    async (method) => {
      const path = method === 'CONNECT' ? 'localhost:80' : '/api/v1/services';
      const answer = await send(`${method} ${path} HTTP/1.1`, 'Host: x', KEY(), 'Connection: close', '', '');
      expect(answer).not.toContain('HTTP/1.1 200');
      expect(answer).not.toContain(service.admin.key);
    },
  );

  it.each([
    ['two lengths', ['Content-Length: 2', 'Content-Length: 40']],
    ['a length and chunks', ['Content-Length: 2', 'Transfer-Encoding: chunked']],
    ['chunks by another name', ['Transfer-Encoding: xchunked']],
    ['chunks followed by identity', ['Transfer-Encoding: chunked, identity']],
    ['an invalid length', ['Content-Length: +2']],
    ['a space before the colon', ['Transfer-Encoding : chunked']],
    ['a header on two lines', ['Transfer-Encoding:', ' chunked', 'Content-Length: 2']],
  ])('cannot hide a second request behind %s', async (_what, headers) => {
    const hidden = ['GET /api/v1/locations HTTP/1.1', 'Host: hidden', 'Connection: close', '', ''];
    const answer = await send(
      'POST /api/v1/services HTTP/1.1',
      'Host: x',
      ...headers,
      '',
      '{}',
      '0',
      '',
      ...hidden,
    );
    expect(statusLines(answer)).toEqual(['HTTP/1.1 400']);
  });

  it('gets a 431 for more than 16 KiB of headers', async () => {
    const answer = await send(
      'GET /health/live HTTP/1.1',
      'Host: x',
      `Cookie: ${'x'.repeat(16_384)}`,
      '',
      '',
    );
    expect(statusLines(answer)).toEqual(['HTTP/1.1 431']);
  });
});
