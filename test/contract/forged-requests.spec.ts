import { once } from 'node:events';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { startTestService, type TestService } from '../support/test-service';

const EVIL = 'evil.example.net';

/** What a client, or something between, says about a request to be taken for another one. */
describe('a forged request', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  /** Sends this text as it is, and returns all that comes back until the service hangs up. */
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
  ])('does not get its host into an answer: %s', async (...headers) => {
    for (const path of ['/api/docs', '/docs', '/docs/', '/api/v1/services', '/nonsense', `//${EVIL}/docs`]) {
      const answer = await send(`GET ${path} HTTP/1.1`, ...headers, KEY(), 'Connection: close', '', '');
      expect(statusLines(answer)).toHaveLength(1);
      expect(answer).not.toMatch(/^location:.*evil/im);
      expect(answer.replaceAll(`//${EVIL}/docs`, '')).not.toContain(EVIL);
    }
  });

  it('is not heard by the path that a header names', async () => {
    const headers = { 'x-original-url': '/api/v1/services', 'x-rewrite-url': '/api/v1/services' };
    expect((await service.admin.get('/nonsense', { headers })).status).toBe(404);
  });

  it.each(['x-http-method-override', 'x-http-method', 'x-method-override'])(
    'has the method of its first line, whatever %s says',
    async (header) => {
      const made = await service.admin.post('/services', { name: 'Haircut', durationMin: 45 });
      const path = `/services/${String(made.body.data.id)}`;
      const headers = { [header]: 'DELETE' };
      expect((await service.admin.get(`${path}?_method=DELETE`, { headers })).status).toBe(200);
      expect((await service.admin.post(path, { _method: 'DELETE' }, { headers })).status).toBe(404);
      expect((await service.admin.get(path)).status).toBe(200);
    },
  );

  it.each(['TRACE', 'CONNECT', 'PROPFIND', 'SEARCH'])('with the method %s does nothing', async (method) => {
    const path = method === 'CONNECT' ? 'localhost:80' : '/api/v1/services';
    const answer = await send(`${method} ${path} HTTP/1.1`, 'Host: x', KEY(), 'Connection: close', '', '');
    expect(answer).not.toContain('HTTP/1.1 200');
    expect(answer).not.toContain(service.admin.key);
  });

  it.each([
    ['two lengths', ['Content-Length: 2', 'Content-Length: 40']],
    ['a length and chunks', ['Content-Length: 2', 'Transfer-Encoding: chunked']],
    ['chunks by another name', ['Transfer-Encoding: xchunked']],
    ['chunks, and then not', ['Transfer-Encoding: chunked, identity']],
    ['a length that is none', ['Content-Length: +2']],
    ['a space before the colon', ['Transfer-Encoding : chunked']],
    ['a header on two lines', ['Transfer-Encoding:', ' chunked', 'Content-Length: 2']],
  ])('cannot hide a second one behind %s', async (_what, headers) => {
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

  it('is refused with more than 16 KiB of headers', async () => {
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
