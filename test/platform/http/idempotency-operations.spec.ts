import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, type PlacedOperation } from '../../../src/platform/openapi/operations';
import { MATRIX } from '../../contract/access/roles-matrix';
import { tokenIn } from '../../booking/manage/support/links';
import { startTestService, type TestService } from '../../support/test-service';

/** The POSTs that write nothing, and therefore ignore the key. */
const CHECKS = ['/availability/check', '/availability/search', '/appointments/check-availability'];
const DECLINE = '/waitlist/{id}/decline';
const ERASE = '/customers/{id}/erase';
/** Create the resources that the later operations use. The administrator is user 1, so the first provider is 2. */
const FIRST = ['/locations', '/categories', '/services', '/customers', '/providers', '/appointments'];
const POSTS = MATRIX.filter(([method, path]) => method === 'POST' && !CHECKS.includes(path)).map(
  ([, path]) => path,
);
/** Their secret is shown once. */
const SHOWN_ONCE = ['/api-keys', '/api-keys/{id}/rotate'];
const LATER = POSTS.filter((path) => !FIRST.includes(path));

/** Counts the rows of each table. */
const ROWS = `
  select relname as table,
    (xpath('/row/n/text()', query_to_xml(format('select count(*) as n from public.%I', relname), false, true, '')))[1]::text as rows
  from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace order by relname`;

/** The pool has one connection: an operation that asks for a second one during its transaction never gets it. */
describe('The Idempotency-Key of an operation', () => {
  let service: TestService;
  let document: OpenAPIObject;
  let operations: readonly PlacedOperation[];

  beforeAll(async () => {
    service = await startTestService({
      environment: { DATABASE_POOL_SIZE: '1', WEBHOOK_ALLOW_PRIVATE: 'on' },
    });
    service.clock.set('2027-05-05T10:00:00Z');
    document = (await (await fetch(`${service.url}/docs/openapi.json`)).json()) as OpenAPIObject;
    operations = operationsOf(document);
  });

  afterAll(() => service.stop());

  it.each([...FIRST, ...LATER])('makes the service execute POST %s only once', async (path) => {
    // A customer who has appointments ahead is not erased.
    const id = path === ERASE ? await aCustomer() : ofExample(path);
    const request = requestOf(path, path.startsWith('/manage/') ? await aToken(path) : id);
    // The first entry accepts its offer; a second one declines.
    if (path === DECLINE) await service.admin.post('/waitlist', requestOf('/waitlist', 1).sending().body);
    const first = await service.admin.send('POST', request.path, request.sending());
    const rows = await service.query(ROWS);
    const again = await service.admin.send('POST', request.path, request.sending());
    expect(first.status).toBeLessThan(300);
    const { key, ...shown } = first.body.data as { key?: string };
    const withheld = { data: shown, meta: { withheld: ['key'] } };
    expect([again.status, again.body]).toEqual([
      first.status,
      SHOWN_ONCE.includes(path) ? withheld : first.body,
    ]);
    expect(key !== undefined).toBe(SHOWN_ONCE.includes(path));
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await service.query(ROWS)).toEqual(rows);
  });

  it('is documented for every POST except those that write nothing', () => {
    const taking = operations.filter(({ operation }) =>
      operation.parameters?.some((parameter) => 'name' in parameter && parameter.name === 'Idempotency-Key'),
    );
    expect(taking.map(({ method, path }) => `${method} ${path}`).sort()).toEqual(
      POSTS.map((path) => `POST ${path}`).sort(),
    );
  });

  it('is documented with its refusals and with the header of a replayed answer', () => {
    for (const path of POSTS) {
      const { responses = {} } = find(path)?.operation ?? {};
      const success = responses['201'] ?? responses['200'] ?? responses['202'];
      expect(Object.keys(responses)).toEqual(expect.arrayContaining(['409', '422']));
      expect(success).toHaveProperty(['headers', 'Idempotency-Replayed']);
    }
  });

  function find(path: string): PlacedOperation | undefined {
    return operations.find((placed) => placed.method === 'POST' && placed.path === path);
  }

  async function aCustomer(): Promise<number> {
    return (await service.admin.post('/customers', { firstName: 'Mia' })).body.data.id as number;
  }

  /** Of a link with which the operation can be done. */
  async function aToken(path: string): Promise<string> {
    const isOffer = /(accept|decline)$/.test(path);
    const wanted = { ...requestOf('/waitlist', 1).sending().body, email: `${path.length}@example.com` };
    const next = await service.admin.get('/availability/next-available?serviceId=1&providerId=2');
    const { start } = next.body.data as { start: string };
    const booking = { name: 'Mia', email: 'link@example.com', providerId: 2, serviceId: 1, start };
    const { status, body } = await service.admin.post(
      isOffer ? '/waitlist' : '/appointments',
      isOffer ? wanted : booking,
    );
    expect([status, body.error]).toEqual([201, undefined]);
    return tokenIn(body.data.manageUrl);
  }

  /** The id of what the operations before have made. */
  function ofExample(path: string): number {
    return /^\/(providers|api-keys)\//.test(path) || path === DECLINE ? 2 : 1;
  }

  /** Builds a request from the example in the documentation. */
  function requestOf(path: string, id: number | string) {
    const body = find(path)?.operation.requestBody;
    const content = body !== undefined && 'content' in body ? body.content : {};
    const example = content['application/json']?.example as object | undefined;
    const headers = { 'idempotency-key': path };
    return {
      path: path.replaceAll(/\{\w+\}/g, String(id)),
      sending: () =>
        'multipart/form-data' in content ? { raw: upload(), headers } : { body: example, headers },
    };
  }
});

/** A picture of one pixel. */
const GIF = Buffer.from('R0lGODlhAQABAIAAAP8AAP///yH5BAAAAAAALAAAAAABAAEAAAICRAEAOw==', 'base64');

function upload(): FormData {
  const form = new FormData();
  form.append('image', new Blob([GIF]), 'pixel.gif');
  return form;
}
