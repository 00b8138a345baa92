import { MATRIX } from '../contract/access/roles-matrix';
import { startTestService, type TestService } from '../support/test-service';
import { say } from './support/raw-http';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'PURGE', 'QUERY'];
const PATHS = [...new Set(MATRIX.map(([, path]) => path))];
const READS = MATRIX.filter(([method]) => method === 'GET').map(([, path]) => path);

describe('A request', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  const send = (method: string, path: string) => {
    const head = [
      `${method} /api/v1${filled(path)} HTTP/1.1`,
      'Host: localhost',
      `Authorization: Bearer ${service.admin.key ?? ''}`,
    ];
    return say(service.url, `${head.join('\r\n')}\r\n\r\n`, method);
  };

  it.each(PATHS)('with a method that %s does not serve gets a 404', async (path) => {
    const served = MATRIX.filter((row) => isServedBy(row[1], path)).map(([method]) => method);
    for (const method of METHODS.filter((each) => !served.includes(each))) {
      const { status, text } = await send(method, path);
      expect({ method, status, body: JSON.parse(text) as unknown }).toEqual({
        method,
        status: 404,
        body: { error: { code: 'NOT_FOUND', message: expect.stringMatching(/^No such path: /) } },
      });
    }
  });

  it.each(READS)('with HEAD %s gets the answer of GET without the body', async (path) => {
    const [head, get] = [await send('HEAD', path), await send('GET', path)];
    const stable = ({ status, headers }: typeof head) => ({
      status,
      type: headers.get('content-type'),
      length: headers.get('content-length'),
      tag: headers.get('etag'),
    });
    expect(stable(head)).toEqual(stable(get));
    // `say` reads only bodies with a length, which a stream has not.
    expect([head.text, get.text === '']).toEqual(['', path === '/events/stream']);
  });

  it.each(PATHS.filter((path) => !READS.includes(path) && !READS.some((read) => isServedBy(read, path))))(
    'with HEAD %s gets a 404, because the path has no GET',
    async (path) => {
      expect((await send('HEAD', path)).status).toBe(404);
    },
  );
});

function filled(path: string): string {
  return path.replaceAll(/\{\w+\}/g, '1');
}

/** Whether the operation of another path serves this path: `/appointments/counts` matches `/appointments/{id}`. */
function isServedBy(operation: string, path: string): boolean {
  return new RegExp(`^${operation.replaceAll(/\{\w+\}/g, '[^/]+')}$`).test(filled(path));
}
