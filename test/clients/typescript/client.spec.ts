import {
  ApiError,
  ConnectionError,
  type ClientOptions,
  createClient,
  ForbiddenError,
  RefusedError,
  ValidationError,
} from 'scheduling-service-client';
import { type Answers, answering, broken, failure, json, plain } from './answers';

function clientOf(answers: Answers, options: Partial<ClientOptions> = {}) {
  const { fetch, requests } = answering(...answers);
  return { api: createClient({ baseUrl: 'http://service', key: 'secret', fetch, ...options }), requests };
}

const page = (data: readonly object[], page: number, total_pages: number, more: object = {}) =>
  json(200, {
    data,
    meta: { page, per_page: 2, total: 9, total_pages, sort: 'id:asc', timestamp: '', ...more },
  });

async function all<T>(values: AsyncIterable<T>): Promise<T[]> {
  const found: T[] = [];
  for await (const value of values) found.push(value);
  return found;
}

beforeEach(() => {
  jest.spyOn(Math, 'random').mockReturnValue(0);
});

describe('A call', () => {
  it('goes to the path below the base URL, with the key, and asks for strict handling', async () => {
    const { api, requests } = clientOf([json(200, { data: { id: 3 } })], {
      baseUrl: 'http://service/booking/',
    });
    const { data } = await api.get('/services/{id}', { params: { path: { id: 3 } } });
    expect(data.id).toBe(3);
    expect(requests[0]).toMatchObject({ url: 'http://service/booking/api/v1/services/3', method: 'GET' });
    expect(requests[0]?.headers.get('authorization')).toBe('Bearer secret');
    expect(requests[0]?.headers.get('prefer')).toBe('handling=strict');
  });

  it('has neither key nor preference where there is none', async () => {
    const { api, requests } = clientOf([json(200, { data: [] })], { key: undefined, strict: false });
    await api.get('/categories');
    expect([...(requests[0]?.headers.keys() ?? [])]).toEqual([]);
  });

  it('filters by metadata as the service reads it', async () => {
    const { api, requests } = clientOf([json(200, { data: [] })]);
    await api.get('/customers', { params: { query: { metadata: { crm: '7' }, length: 5 } } });
    expect(decodeURIComponent(requests[0]?.url ?? '')).toMatch(/\?metadata\[crm\]=7&length=5$/);
  });

  it('resolves with the text of what is no JSON', async () => {
    const text = new Response('BEGIN:VCALENDAR', {
      headers: { 'content-type': 'text/calendar; charset=utf-8' },
    });
    const { api } = clientOf([text]);
    expect((await api.get('/appointments/{id}/calendar.ics', { params: { path: { id: 1 } } })).data).toMatch(
      /^BEGIN/,
    );
  });

  it('resolves with the headers of the answer', async () => {
    const { api } = clientOf([json(200, { data: {} }, { etag: '"a"' })]);
    const { response } = await api.get('/business-hours');
    expect(response.headers.get('etag')).toBe('"a"');
  });

  it('that is a POST has an Idempotency-Key of its own, which its retries keep', async () => {
    const link = () => json(200, { data: { manageUrl: null } });
    const { api, requests } = clientOf([broken, link(), link()]);
    const init = { params: { path: { id: 1 } } };
    await api.post('/appointments/{id}/rotate-link', init);
    await api.post('/appointments/{id}/rotate-link', init);
    const [first, second, third] = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(first).toMatch(/^[0-9a-f]{32}$/);
    expect(second).toBe(first);
    expect(third).toMatch(/^[0-9a-f]{32}$/);
    expect(third).not.toBe(first);
  });

  it('that is a POST keeps the Idempotency-Key of the caller', async () => {
    const { api, requests } = clientOf([json(200, { data: {} })]);
    const params = { path: { id: 1 }, header: { 'Idempotency-Key': 'order-7' } };
    await api.post('/appointments/{id}/rotate-link', { params });
    expect(requests[0]?.headers.get('idempotency-key')).toBe('order-7');
  });

  it('that is no POST has none', async () => {
    const { api, requests } = clientOf([json(200, { data: {} }), json(200, { data: {} })]);
    const init = { params: { path: { id: 1 } }, body: { name: 'Hair' } };
    await api.put('/categories/{id}', init);
    await api.patch('/categories/{id}', init);
    expect(requests.map(({ headers }) => headers.has('idempotency-key'))).toEqual([false, false]);
  });
});

describe('A call that is refused rejects with', () => {
  const errorOf = (answer: Response) =>
    clientOf([answer], { retries: 0 })
      .api.get('/services')
      .catch((error: unknown) => error);

  it('a RefusedError that has the reason and the alternatives', async () => {
    const details = { reason: 'slot_taken', alternatives: [{ start: '2026-12-01T09:00:00Z' }] };
    const error = await errorOf(failure(422, 'UNPROCESSABLE_ENTITY', details));
    expect(error).toBeInstanceOf(RefusedError);
    expect(error).toMatchObject({ name: 'RefusedError', status: 422, reason: 'slot_taken', details });
  });

  it('a RefusedError where the code is the reason', async () => {
    const error = await errorOf(failure(422, 'appointments_exist', { reason: 'appointments_exist' }));
    expect(error).toMatchObject({ name: 'RefusedError', reason: 'appointments_exist' });
  });

  it('a ValidationError that has a message for each field', async () => {
    const error = await errorOf(failure(422, 'VALIDATION_ERROR', { email: 'is no address' }));
    expect(error).toBeInstanceOf(ValidationError);
    expect(error).toMatchObject({ name: 'ValidationError', fields: { email: 'is no address' } });
  });

  it('a ForbiddenError that says what the key lacks, or nothing for a missing role', async () => {
    const error = await errorOf(failure(403, 'forbidden', { scope: 'services:read' }));
    expect(error).toBeInstanceOf(ForbiddenError);
    expect(error).toMatchObject({ name: 'ForbiddenError', restriction: { scope: 'services:read' } });
    expect(await errorOf(failure(403, 'forbidden'))).toMatchObject({ restriction: undefined });
  });

  it.each([
    [401, 'unauthorized'],
    [404, 'NOT_FOUND'],
    [429, 'rate_limited'],
    [500, 'SERVER_ERROR'],
  ])('an ApiError of status %i that has the code and the id of the request', async (status, code) => {
    const error = await errorOf(failure(status, code));
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name: 'ApiError', message: 'It failed', status, code, requestId: 'req-1' });
  });

  it.each([
    [502, '<html>Bad gateway'],
    [304, null],
  ])('an ApiError without a code for the answer %i of a proxy', async (status, body) => {
    const error = await errorOf(new Response(body, { status }));
    expect(error).toMatchObject({ name: 'ApiError', message: `HTTP ${status}`, status, code: undefined });
  });
});

/** What others than the service answer with a status of success. */
const FOREIGN: [string, Response][] = [
  ['a page', plain('text/html; charset=utf-8', '<!doctype html><title>Log in</title>')],
  ['a page in other letter case', plain('Text/HTML', '<p>Back soon')],
  ['a text', plain('text/plain', 'OK')],
  ['a text that is JSON', plain('text/plain', '{"data":[]}')],
  ['a page in XHTML', plain('application/xhtml+xml', '<html/>')],
  ['JSON of another type', plain('application/problem+json', '{"data":[]}')],
  ['something without a type', plain(undefined, '{"data":[]}')],
  ['nothing', plain(undefined, null)],
  ['nothing, and says so', plain(undefined, null, 204)],
  ['an empty page', plain('text/html', '')],
  ['JSON without data', plain('application/json', '{"status":"ok"}')],
  ['null', plain('application/json', 'null')],
  ['a list', plain('application/json', '[{"id":1}]')],
  ['a string', plain('application/json', '"data"')],
];

/** What is left of an answer whose connection broke where its length was not known. */
const CUT: [string, () => Response][] = [
  ['in the middle', () => plain('application/json; charset=utf-8', '{"data":[{"id":1},{"na')],
  ['before its last character', () => plain('Application/JSON', '{"data":[]')],
  ['before its first character', () => plain('application/json', '')],
  ['before its first character, without a body', () => plain('application/json', null)],
  ['before the first character of a calendar', () => plain('text/calendar', '')],
];

describe('A call that does not get an answer of the service', () => {
  it.each(FOREIGN)(
    'but %s rejects with an ApiError without a code, and is not repeated',
    async (_what, answer) => {
      const { api, requests } = clientOf([answer]);
      const error: unknown = await api.get('/services').catch((fault: unknown) => fault);
      expect(error).toBeInstanceOf(ApiError);
      const { status } = answer;
      expect(error).toMatchObject({ name: 'ApiError', status, code: undefined, response: { status } });
      expect((error as Error).message).toMatch(/^HTTP 20[04] \(.+\) is no answer of the service$/);
      expect(requests).toHaveLength(1);
    },
  );

  it.each(CUT)('whole, but one that breaks off %s, is repeated', async (_where, answer) => {
    const { api, requests } = clientOf([answer(), json(200, { data: [{ id: 7 }] })]);
    expect((await api.get('/services')).data).toEqual([{ id: 7 }]);
    expect(requests).toHaveLength(2);
  });

  it.each(CUT)(
    'whole, but ones that break off %s, rejects with a ConnectionError',
    async (_where, answer) => {
      const { api } = clientOf([answer(), answer()], { retries: 1 });
      const error: unknown = await api.get('/services').catch((fault: unknown) => fault);
      expect(error).toBeInstanceOf(ConnectionError);
      expect(error).toMatchObject({ name: 'ConnectionError', cause: expect.any(Error) });
    },
  );

  it('whole to a PATCH rejects with a ConnectionError, and is not repeated', async () => {
    const { api, requests } = clientOf([plain('application/json', '{"data":')]);
    const call = api.patch('/categories/{id}', { params: { path: { id: 1 } }, body: { name: 'Hair' } });
    await expect(call).rejects.toBeInstanceOf(ConnectionError);
    expect(requests).toHaveLength(1);
  });

  it('whole to a POST is repeated with the same Idempotency-Key', async () => {
    const { api, requests } = clientOf([plain('application/json', '{"da'), json(201, { data: { id: 1 } })]);
    await api.post('/categories', { body: { name: 'Hair' } });
    const keys = requests.map(({ headers }) => headers.get('idempotency-key'));
    expect(keys).toEqual([keys[0], keys[0]]);
  });

  it.each([
    ['a page', plain('text/html', '<h1>Forbidden', 403)],
    ['JSON that breaks off', plain('application/json', '{"error":{"code":"forb', 403)],
    ['no body', plain('application/json', '', 403)],
    ['JSON of a proxy', plain('application/json', '{"error":"forbidden"}', 403)],
    [
      'JSON with an error of a proxy',
      plain('application/json', '{"error":{"code":403,"message":"No"}}', 403),
    ],
    ['null', plain('application/json', 'null', 403)],
    ['a list', plain('application/json', '["no"]', 403)],
  ])('but a refusal with %s rejects with an ApiError without a code', async (_what, answer) => {
    const error: unknown = await clientOf([answer])
      .api.get('/services')
      .catch((fault: unknown) => fault);
    expect(error).toBeInstanceOf(ApiError);
    expect(error).toMatchObject({ name: 'ApiError', message: 'HTTP 403', status: 403, code: undefined });
  });

  it.each(['VALIDATION_ERROR', 'UNPROCESSABLE_ENTITY', 'appointments_exist'])(
    'but a refusal %s without details rejects with an ApiError',
    async (code) => {
      const error: unknown = await clientOf([failure(422, code)])
        .api.get('/services')
        .catch((fault: unknown) => fault);
      expect(error).toMatchObject({ name: 'ApiError', message: 'It failed', status: 422, code });
    },
  );

  it('rejects in the same way where the answer is read as the caller asks', async () => {
    const page = () => plain('text/html', '<p>Log in');
    await expect(clientOf([page()]).api.raw.GET('/services')).rejects.toBeInstanceOf(ApiError);
    const cut = clientOf([plain('application/json', '{"da')], { retries: 0 });
    await expect(cut.api.raw.GET('/services')).rejects.toBeInstanceOf(ConnectionError);
  });

  const CALENDAR = '/appointments/{id}/calendar.ics';
  const params = { path: { id: 1 } };

  it.each(['text', 'blob', 'arrayBuffer', 'stream', 'json'] as const)(
    'rejects with an ApiError for what the operation does not answer, where it is read as %s',
    async (parseAs) => {
      const reading = (answer: Response) =>
        clientOf([answer]).api.raw.GET(CALENDAR, { params, parseAs }) as Promise<unknown>;
      for (const type of ['text/html; charset=utf-8', 'Text/HTML', 'text/csv', 'application/json', undefined])
        await expect(reading(plain(type, '{"data":[]}'))).rejects.toBeInstanceOf(ApiError);
      const page = clientOf([plain('text/html', '<p>Log in')]).api.raw;
      await expect(page.GET('/services', { parseAs })).rejects.toBeInstanceOf(ApiError);
      const text = clientOf([plain('text/csv', 'id')]).api.raw;
      await expect(text.GET('/services', { parseAs })).rejects.toBeInstanceOf(ApiError);
    },
  );

  it('resolves with what the operation answers, read as the caller asks', async () => {
    const calendar = () => clientOf([plain('text/calendar; charset=utf-8', 'BEGIN:VCALENDAR')]).api.raw;
    const text = await calendar().GET(CALENDAR, { params, parseAs: 'text' });
    expect(text.data).toBe('BEGIN:VCALENDAR');
    const blob = await calendar().GET(CALENDAR, { params, parseAs: 'blob' });
    expect(await blob.data?.text()).toBe('BEGIN:VCALENDAR');
    const query = { from: '2026-12-01', to: '2026-12-02' };
    for (const type of ['text/csv', 'application/json']) {
      const { raw } = clientOf([plain(type, '{"data":[]}')]).api;
      const { data } = await raw.GET('/reports/utilisation', { params: { query }, parseAs: 'text' });
      expect(data).toBe('{"data":[]}');
    }
  });

  it('returns the errors of the service, where they are read as the caller asks', async () => {
    const { raw } = clientOf([failure(404, 'NOT_FOUND')]).api;
    const { error } = await raw.GET(CALENDAR, { params, parseAs: 'blob' });
    expect(error).toMatchObject({ error: { code: 'NOT_FOUND' } });
  });
});

describe('A list', () => {
  it('is read to its last page, a hundred entries at a time', async () => {
    const { api, requests } = clientOf([
      page([{ id: 1 }, { id: 2 }], 1, 2),
      page([{ id: 3 }, { id: 4 }], 2, 2),
    ]);
    const entries = await all(api.each('/services', { params: { query: { q: 'hair' } } }));
    expect(entries.map(({ id }) => id)).toEqual([1, 2, 3, 4]);
    expect(requests.map(({ url }) => new URL(url).search)).toEqual([
      '?length=100&q=hair&page=1',
      '?length=100&q=hair&page=2',
    ]);
  });

  it('ends with an empty answer', async () => {
    expect(await all(clientOf([page([], 1, 0)]).api.each('/services'))).toEqual([]);
  });

  it('of which the total is unknown ends with the page that is not full', async () => {
    const atLeast = { total_is: 'at least' };
    const { api, requests } = clientOf([
      page([{ id: 1 }, { id: 2 }], 1, 1, atLeast),
      page([{ id: 3 }], 2, 1, atLeast),
    ]);
    expect(await all(api.each('/appointments'))).toHaveLength(3);
    expect(requests).toHaveLength(2);
  });

  it('is read page by page from the page and of the length that the caller names', async () => {
    const { api, requests } = clientOf([page([{ id: 3 }, { id: 4 }], 2, 3), page([{ id: 5 }], 3, 3)]);
    const pages = await all(api.pages('/services', { params: { query: { page: 2, length: 2 } } }));
    expect(pages.map(({ meta }) => meta.page)).toEqual([2, 3]);
    expect(requests.map(({ url }) => new URL(url).search)).toEqual(['?length=2&page=2', '?length=2&page=3']);
  });
});
