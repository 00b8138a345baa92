import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { operationsOf, type PlacedOperation } from '../../src/platform/openapi/operations';
import type { Answer } from '../support/api-client';
import { builtDocument } from '../support/openapi/built-document';
import { startTestService, type TestService } from '../support/test-service';

const JSON_TYPE = { 'content-type': 'application/json' };
const UNUSED_ID = 2_147_483_647;
const MIB = 1_048_576;

describe('The service', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  const postRaw = (raw: string, headers: Readonly<Record<string, string>> = JSON_TYPE) =>
    service.admin.send('POST', '/services', { raw, headers });

  describe('when the resource is unknown', () => {
    it.each([
      ['an unknown path', 'GET', '/nonsense'],
      ['a path below a known one', 'GET', '/services/1/nonsense'],
      ['the root of the API', 'GET', ''],
      ['a method that a known path does not serve', 'DELETE', '/services'],
      ['OPTIONS', 'OPTIONS', '/services'],
      ['a WebDAV method', 'PROPFIND', '/services'],
    ])('answers 404 for %s, even without a key', async (_what, method, path) => {
      expectError(await service.anonymous.send(method, path), 404, 'NOT_FOUND');
    });

    it('answers 404 for a path with a malformed percent escape, and 401 without a key', async () => {
      for (const path of ['/services/%E0%A4%A', '/services/%zz?x=%zz', '/services/%']) {
        expectError(await service.admin.get(path), 404, 'NOT_FOUND');
        expectError(await service.anonymous.get(path), 401, 'unauthorized');
      }
    });

    it.each(['0', '-1', '1.5', 'abc', '2147483648', '99999999999999999999', '%00', '1%20or%201=1'])(
      'answers 404 for the id %s',
      async (id) => {
        expectError(await service.admin.get(`/services/${id}`), 404, 'NOT_FOUND');
      },
    );
  });

  describe('when the body is unreadable', () => {
    it.each(['{', '{"name": "Haircut",}', "{'name': 1}", '{"name": NaN}', '\u0000', 'undefined'])(
      'answers 400 for %j',
      async (raw) => {
        expectError(await postRaw(raw), 400, 'BAD_REQUEST');
      },
    );

    it('answers 400 for JSON nested deeper than any body of the interface', async () => {
      expectError(await postRaw(`${'['.repeat(10_000)}${']'.repeat(10_000)}`), 400, 'BAD_REQUEST');
    });

    it('answers 413 for more than 1 MiB, but not for exactly 1 MiB', async () => {
      const filled = (bytes: number) => `{"name": "${'x'.repeat(bytes - 12)}"}`;
      expectError(await postRaw(filled(MIB)), 422, 'VALIDATION_ERROR');
      expectError(await postRaw(filled(MIB + 1)), 413, 'BAD_REQUEST');
    });

    it('answers 413 for a small compressed body that exceeds 1 MiB when decompressed', async () => {
      const packed = new Blob([new Uint8Array(gzipSync(Buffer.alloc(20 * MIB, 0x20)))]);
      const headers = { ...JSON_TYPE, 'content-encoding': 'gzip' };
      expectError(
        await service.admin.send('POST', '/services', { raw: packed, headers }),
        413,
        'BAD_REQUEST',
      );
    });

    it.each([
      'text/plain',
      'application/x-www-form-urlencoded',
      'multipart/form-data; boundary=x',
      'application/xml',
      'application/json; charset=latin1',
      'application/json; charset=utf-16',
      'application/json; charset=utf-7',
      'nonsense',
    ])('answers 415 for the content type %s', async (type) => {
      expectError(await postRaw('{"name": "Haircut"}', { 'content-type': type }), 415, 'BAD_REQUEST');
    });

    it('answers 415 for an unknown content encoding, and says which it knows', async () => {
      const answer = await postRaw('{}', { ...JSON_TYPE, 'content-encoding': 'zstd-9' });
      expectError(answer, 415, 'BAD_REQUEST');
      expect(answer.headers.get('accept-encoding')).toBe('gzip, deflate, br');
    });

    it('answers 415 for one at every operation with a body, and says which it knows', async () => {
      const isRead = ({ operation }: PlacedOperation) => operation.requestBody !== undefined;
      const known = [];
      const all = operationsOf(builtDocument(service.app)).filter(isRead);
      for (const { method, path, operation } of all) {
        const [type = ''] = Object.keys((operation.requestBody as { content: object }).content);
        const headers = { 'content-type': type, 'content-encoding': 'zstd-9' };
        const url = path.replaceAll(/\{\w+\}/g, '1');
        const answer = await service.admin.send(method, url, { raw: '{}', headers });
        expectError(answer, 415, 'BAD_REQUEST');
        known.push([type, answer.headers.get('accept-encoding')].join(': '));
      }
      expect(all.length).toBeGreaterThan(50);
      expect(new Set(known)).toEqual(
        new Set(['application/json: gzip, deflate, br', 'multipart/form-data: identity']),
      );
    });

    it('says nothing of encodings where the content type is the fault', async () => {
      const answer = await postRaw('{}', { 'content-type': 'text/plain' });
      expect(answer.headers.get('accept-encoding')).toBeNull();
    });

    it.each([
      ['gzip', gzipSync],
      ['x-gzip', gzipSync],
      ['X-GZIP', gzipSync],
      ['deflate', deflateSync],
      ['br', brotliCompressSync],
    ])('reads a body that is compressed as %s', async (encoding, compress) => {
      const raw = new Blob([new Uint8Array(compress('{"name": "Haircut", "durationMin": 45}'))]);
      const headers = { ...JSON_TYPE, 'content-encoding': encoding };
      expect((await service.admin.send('POST', '/services', { raw, headers })).status).toBe(201);
    });
  });

  describe('when the body is invalid', () => {
    it.each(['[]', '"Haircut"', '42', 'true', 'null'])(
      'answers 422 for %s, which is not an object',
      async (raw) => {
        const { details } = expectError(await postRaw(raw), 422, 'VALIDATION_ERROR');
        expect(details).toEqual({ body: 'must be a JSON object' });
      },
    );

    it.each(['{}', ''])('names the required members that are missing from %j', async (raw) => {
      const { details } = expectError(await postRaw(raw), 422, 'VALIDATION_ERROR');
      expect(Object.keys(details as object)).toEqual(['name', 'durationMin']);
    });

    it('returns one message for each invalid member', async () => {
      const answer = await service.admin.post('/services', {
        name: {},
        durationMin: [],
        providerIds: [1, 'x'],
      });
      const { details } = expectError(answer, 422, 'VALIDATION_ERROR');
      expect(details).toEqual({
        name: 'must be a string',
        durationMin: 'must be an integer from 1 to 1440',
        providerIds: 'must be the id of an existing one, a positive integer',
      });
    });

    it('ignores unknown members, even those named like members of Object.prototype', async () => {
      const raw =
        '{"name": "Haircut", "durationMin": 45, "__proto__": {"admin": true}, "constructor": 1, "x": [{}]}';
      expect((await postRaw(raw)).status).toBe(201);
    });
  });

  describe('when several checks fail', () => {
    const unreadable = { raw: '{', headers: JSON_TYPE };

    it('answers 401 for an unreadable body without a key', async () => {
      expectError(await service.anonymous.send('POST', '/services', unreadable), 401, 'unauthorized');
    });

    it('answers 401 for a large body without a key', async () => {
      const raw = `"${'x'.repeat(5 * MIB)}"`;
      expectError(
        await service.anonymous.send('POST', '/services', { raw, headers: JSON_TYPE }),
        401,
        'unauthorized',
      );
    });

    it('answers 403 for an unreadable body when the role is missing', async () => {
      const staff = await service.as('staff');
      expectError(await staff.send('POST', '/services', unreadable), 403, 'forbidden');
    });

    it('answers 403 for a resource that does not exist when the role is missing', async () => {
      const staff = await service.as('staff');
      expectError(await staff.delete(`/services/${UNUSED_ID}`), 403, 'forbidden');
    });

    it('answers 422 for an invalid body with an unknown id, and 404 once the body is valid', async () => {
      expectError(await service.admin.put(`/services/${UNUSED_ID}`, {}), 422, 'VALIDATION_ERROR');
      const body = { name: 'Haircut', durationMin: 45 };
      expectError(await service.admin.put(`/services/${UNUSED_ID}`, body), 404, 'NOT_FOUND');
    });
  });
});

/** Every error answer has this one shape. @returns its `error` */
function expectError({ status, headers, body }: Answer, expectedStatus: number, code: string) {
  const { details, ...rest } = body.error as { details?: unknown };
  expect({ status, ...rest }).toEqual({
    status: expectedStatus,
    code,
    message: expect.stringMatching(/^[A-Z].{8,}/),
  });
  expect(Object.keys(body as object)).toEqual(['error']);
  expect(headers.get('content-type')).toBe('application/json; charset=utf-8');
  return { details };
}
