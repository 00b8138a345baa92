import type { OpenAPIObject } from '@nestjs/swagger';
import { builtDocument } from '../support/openapi/built-document';
import { operationsOf, type PlacedOperation } from '../../src/platform/openapi/operations';
import type { ApiClient, Sending } from '../support/api-client';
import { startTestService, type TestService } from '../support/test-service';
import { MATRIX } from './access/roles-matrix';

type Json = Readonly<Record<string, unknown>>;

const UNUSED_ID = '2147483647';
const LONE_SURROGATE = '\ud800';
/** Values that a test sends as the members of a body. */
const BAD_VALUES = [
  null,
  {},
  [null],
  true,
  -1,
  1e300,
  '',
  'x\u0000',
  LONE_SURROGATE,
  '9999-12-31T23:59:59+23:59',
];
/** `npm test` sends two of them as each member, others as the next; `npm run test:fuzz` sends all. */
const sentAs = <T>(member: number, values: readonly T[]): readonly T[] => {
  const half = values.length / 2;
  return process.env['FUZZ'] === 'long' ? values : values.filter((_, nth) => nth % half === member % half);
};
/** To derive a password takes 0.3 s of processor time. */
const NOT_DERIVED = { password: undefined };
/** Percent-encoded values that the test sends as each query parameter. */
const BAD_TEXTS = ['', 'x', '-1', '99999999999999999999', '%00', '%ED%A0%80', "%25'", '9999-12-31'];
/** Unicode normalisation sorts combining marks in a time that grows with the square of their number. */
const MARKS = '\u0351\u0316'.repeat(250_000);
const MARKED = [
  ['/categories', 'description'],
  ['/services', 'name'],
  ['/providers', 'password'],
  ['/providers', 'slug'],
  ['/closures', 'start'],
] as const;
const BAD_IDS = ['0', '-1', 'abc', '2147483648', '%00'];

const WITH_BODY = MATRIX.filter(([method]) => ['POST', 'PUT', 'PATCH'].includes(method));
const WITHOUT_BODY = MATRIX.filter((row) => !WITH_BODY.includes(row));
// The upload checks for a missing file before it looks up the id.
const WITH_ID = MATRIX.filter(([, path]) => path.includes('{id}') && !path.endsWith('/profile-image'));

/**
 * The service answers every input with a documented status, never with a failure of its own. `ApiClient` checks each
 * answer against the OpenAPI document.
 */
describe('hostile input', () => {
  let service: TestService;
  let document: OpenAPIObject;

  beforeAll(async () => {
    service = await startTestService({ environment: { WEBHOOK_ALLOW_PRIVATE: 'on' } });
    document = builtDocument(service.app);
  });

  afterAll(() => service.stop());

  it.each(WITH_BODY)('in the body does not make %s %s fail with a 5xx status', async (method, path) => {
    const placed = find(method, path);
    const sample = { ...bodyExample(placed), ...NOT_DERIVED };
    const bodies = membersOf(placed).flatMap((name, nth) =>
      sentAs(nth, BAD_VALUES).map((value) => ({ ...sample, [name]: value })),
    );
    expect(
      await failures(
        method,
        bodies.map((body) => ({ path: filled(path), sending: { body } })),
      ),
    ).toEqual([]);
  });

  it.each(WITHOUT_BODY)('in the query does not make %s %s fail with a 5xx status', async (method, path) => {
    const queries = queryOf(find(method, path)).flatMap((name, nth) => [
      ...sentAs(nth, BAD_TEXTS).map((text) => `${name}=${text}`),
      `${name}=1&${name}=2`,
      `${name}[x]=1`,
    ]);
    expect(
      await failures(
        method,
        queries.map((query) => ({ path: `${filled(path)}?${query}`, sending: {} })),
      ),
    ).toEqual([]);
  });

  it.each(WITH_ID)('in the id gets a 404 from %s %s', async (method, path) => {
    const body = bodyExample(find(method, path));
    const sending = body === undefined ? {} : { body };
    const requests = BAD_IDS.map((id) => ({ path: filled(path, id), sending }));
    expect(await statuses(method, requests)).toEqual(BAD_IDS.map(() => 404));
  });

  describe('found by the fuzz suite', () => {
    const post = (path: string, raw: string) =>
      service.admin.send('POST', path, { raw, headers: { 'content-type': 'application/json' } });

    it.each([
      ['in the value of a member', '{"name": {"constructor": {"prototype": {}}}, "durationMin": 45}'],
      ['in a nested list', '{"name": [[{"constructor": 1}]], "durationMin": 45}'],
    ])('gets a 422 for an object with a constructor %s', async (_where, raw) => {
      expect((await post('/services', raw)).body.error.details).toEqual({ name: 'must be a string' });
    });

    it('is ignored when an unknown member has a constructor', async () => {
      const raw = '{"name": "Haircut", "durationMin": 45, "more": [{"constructor": {"name": "Array"}}]}';
      expect((await post('/services', raw)).status).toBe(201);
    });

    it('gets a 422 before the test times out for half a million combining marks on one letter', async () => {
      const found = [];
      for (const [path, member] of MARKED)
        found.push(await post(path, `{${JSON.stringify(member)}: "x${MARKS}"}`));
      expect(found.map(({ status }) => status)).toEqual(MARKED.map(() => 422));
      expect(found.map(({ body }) => Object.keys(body.error.details as object))).toEqual(
        MARKED.map(([, member]) => expect.arrayContaining([member])),
      );
    });

    it.each(['[]', '{}', '0'])('gets a 400 for a list of more than 340,000 %s', async (item) => {
      const raw = `{"name": "Haircut", "durationMin": 45, "providerIds": [${`${item},`.repeat(340_000)}${item}]}`;
      expect((await post('/services', raw)).body.error).toEqual({
        code: 'BAD_REQUEST',
        message: 'The body has too many members',
      });
    });

    it.each([
      ['in the body', (members: object) => ({ name: 'Haircut', durationMin: 45, ...members })],
      ['in an object of a list', (members: object) => ({ name: 'Haircut', providerIds: [members] })],
    ])('gets a 400 for 19,000 unknown members %s', async (_where, bodyWith) => {
      const members = Object.fromEntries(Array.from({ length: 19_000 }, (_, nth) => [`m${nth}`, 1]));
      expect((await service.admin.post('/services', bodyWith(members))).body.error.message).toBe(
        'The body has too many members',
      );
    });

    it('gets a 400 for 25,000 unknown members before the body is parsed', async () => {
      const members = Array.from({ length: 25_000 }, (_, nth) => `"m${nth}": 1`).join(',');
      expect((await post('/services', `{${members}, and this is no JSON`)).body.error.message).toBe(
        'The body has too many members',
      );
    });

    it('gets a 422 for more than 30 combining marks in a row', async () => {
      const notes = `x${'\u0351\u0316'.repeat(2_000)}`;
      const answer = await service.admin.post('/customers', { firstName: 'Mia', notes });
      expect(answer.body.error.details).toEqual({
        notes: 'must not have more than 30 combining marks in a row',
      });
      expect(
        (await service.admin.get(`/customers?q=${encodeURIComponent(notes.slice(0, 150))}`)).status,
      ).toBe(422);
    });

    it('gets a 422 for an invalid parameter after a thousand others', async () => {
      const many = Array.from({ length: 1_000 }, (_, nth) => `p${nth}`).join('&');
      expect((await service.admin.get(`/services?${many}&length=x`)).body.error.details).toEqual({
        length: 'must be an integer from 1 to 9007199254740991',
      });
    });
  });

  function find(method: string, path: string): PlacedOperation | undefined {
    return operationsOf(document).find((placed) => placed.method === method && placed.path === path);
  }

  function membersOf(placed: PlacedOperation | undefined): string[] {
    const reference = jsonBodyOf(placed)?.schema as { $ref?: string } | undefined;
    const schema = document.components?.schemas?.[reference?.$ref?.split('/').at(-1) ?? ''];
    return Object.keys((schema as { properties?: Json } | undefined)?.properties ?? {});
  }

  async function failures(method: string, requests: readonly Request[]): Promise<string[]> {
    const answered = await statuses(method, requests);
    return requests
      .filter((_request, index) => (answered[index] ?? 500) >= 500)
      .map(({ path, sending }) => `${method} ${path} ${JSON.stringify(sending.body)}`);
  }

  /** Sends the requests one after the other, because some of them write. */
  async function statuses(method: string, requests: readonly Request[]): Promise<number[]> {
    const client: ApiClient = service.admin;
    const found: number[] = [];
    for (const { path, sending } of requests) found.push((await client.send(method, path, sending)).status);
    return found;
  }
});

interface Request {
  readonly path: string;
  readonly sending: Sending;
}

function jsonBodyOf(placed: PlacedOperation | undefined) {
  const body = placed?.operation.requestBody;
  return body !== undefined && 'content' in body ? body.content['application/json'] : undefined;
}

function bodyExample(placed: PlacedOperation | undefined): object | undefined {
  return jsonBodyOf(placed)?.example as object | undefined;
}

function queryOf(placed: PlacedOperation | undefined): string[] {
  return (placed?.operation.parameters ?? []).flatMap((parameter) =>
    'in' in parameter && parameter.in === 'query' ? [parameter.name] : [],
  );
}

function filled(path: string, id = UNUSED_ID): string {
  return path.replace('{slug}', 'no-such-slug').replaceAll(/\{\w+\}/g, id);
}
