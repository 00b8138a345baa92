import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, type PlacedOperation } from '../../../src/platform/openapi/operations';
import { startTestService, type TestService } from '../../support/test-service';
import { tokenIn } from '../../booking/manage/support/links';
import { MATRIX } from '../access/roles-matrix';

/**
 * Resources whose examples refer to others, each after those. User 1 is the administrator, with the first key, so the first provider has
 * the id 2, as the first key of the examples has.
 */
const REFERRING = [
  ...['/resources', '/services', '/providers', '/users', '/api-keys', '/appointments', '/series', '/visits'],
  '/providers/{id}/busy-calendars',
];
const HOLD = '0d3f6c1e-6f0a-4d6b-9a51-0c8f3c0f5c11';
/** An offer is accepted or declined, not both: each gets an entry of its own. */
const OFFERS = [
  ...['/waitlist', '/waitlist/{id}/accept', '/waitlist/{id}/decline'],
  ...['/manage/{token}/accept', '/manage/{token}/decline'],
];
const IDS = (path: string) => ({ providers: 2, users: 3, 'api-keys': 2 })[path.split('/')[1] ?? ''] ?? 1;

const method = (verb: string) => MATRIX.filter(([each]) => each === verb).map(([, path]) => path);
/** The resources of the examples. Those that refer to none come first. */
const FIRST = [
  ...method('POST').filter(
    (path) => method('GET').includes(`${path}/{id}`) && ![...REFERRING, '/holds', '/waitlist'].includes(path),
  ),
  ...REFERRING,
];
/** Refused while the appointments of the examples are upcoming. */
const ERASE = '/customers/{id}/erase';
const LATER = method('POST').filter(
  (path) => ![...FIRST, ...OFFERS, '/holds', ERASE].includes(path) && !path.endsWith('/profile-image'),
);

/** A reader who executes an operation of the documentation unchanged gets a success, on any day. */
describe('the examples of the document', () => {
  let service: TestService;
  let document: OpenAPIObject;
  let feed = '';
  let visit = '';
  let occurrence = '';

  beforeAll(async () => {
    // The URL of the examples has a name that no server has.
    service = await startTestService({ environment: { WEBHOOK_ALLOW_PRIVATE: 'on', CHALLENGE: 'on' } });
    service.clock.set('2027-05-05T10:00:00Z');
    document = (await (await fetch(`${service.url}/docs/openapi.json`)).json()) as OpenAPIObject;
  });

  afterAll(() => service.stop());

  it.each(FIRST)('create the first resource with POST %s', async (path) => {
    const { status, body } = await service.admin.post(filled(path), exampleOf('POST', path));
    expect(body).toMatchObject({ data: { id: path.includes('{') ? 1 : IDS(`${path}/`) } });
    // The token is signed.
    if (path === '/visits') visit = tokenIn(body.data.manageUrl);
    if (path === '/series') occurrence = tokenIn(body.data.appointments[0].manageUrl);
    expect(status).toBe(201);
  });

  it('create a hold with POST /holds', async () => {
    const { status, body } = await service.admin.post('/holds', exampleOf('POST', '/holds'));
    expect(status).toBe(201);
    // The id of a hold is random; the documentation has one that is not.
    await service.query('update holds set token = $1 where token = $2', [HOLD, body.data.id]);
  });

  it('make a feed with POST /providers/{id}/feed', async () => {
    const { status, body } = await service.admin.post(filled('/providers/{id}/feed'));
    expect(status).toBe(201);
    // The token is random.
    feed = (body.data.url as string).replace(/^.*(?=\/feeds\/)/, '');
  });

  it.each([
    ['/waitlist/{id}/accept', 201],
    ['/waitlist/{id}/decline', 200],
    ['/manage/{token}/accept', 200],
    ['/manage/{token}/decline', 200],
  ])('make an entry of the waitlist whose offer is answered with POST %s', async (path, expected) => {
    const added = await service.admin.post('/waitlist', exampleOf('POST', '/waitlist'));
    expect([added.status, added.body.data.status]).toEqual([201, 'offered']);
    const { id, manageUrl } = added.body.data as { id: number; manageUrl: string };
    const named = path.replace('{id}', String(id)).replace('{token}', tokenIn(manageUrl));
    const answered = await service.admin.post(named, exampleOf('POST', path));
    expect(answered.status).toBe(expected);
    if (path !== '/manage/{token}/accept') return;
    // Its time is left to the examples of others.
    const { appointmentId } = (await service.admin.get(`/waitlist/${id}`)).body.data;
    expect((await service.admin.delete(`/appointments/${appointmentId}`)).status).toBe(200);
  });

  it.each(method('GET'))('are answered by GET %s', async (path) => {
    expect((await service.admin.get(`${filled(path)}${queryOf(find('GET', path))}`)).status).toBe(200);
  });

  it.each(method('PUT'))('are accepted by PUT %s', async (path) => {
    expect((await service.admin.put(filled(path), exampleOf('PUT', path))).status).toBe(200);
  });

  it.each(method('PATCH'))('are accepted by PATCH %s', async (path) => {
    expect((await service.admin.patch(filled(path), exampleOf('PATCH', path))).status).toBe(200);
  });

  it.each(LATER)('are accepted by POST %s', async (path) => {
    const { status } = await service.admin.post(filled(path), exampleOf('POST', path));
    expect([200, 201, 202]).toContain(status);
  });

  it(`are accepted by POST ${ERASE} once the appointments are over`, async () => {
    service.clock.set('2030-01-01T00:00:00Z');
    expect((await service.admin.post(filled(ERASE))).status).toBe(200);
  });

  function find(verb: string, path: string): PlacedOperation | undefined {
    return operationsOf(document).find((placed) => placed.method === verb && placed.path === path);
  }

  /** The example of the request body. */
  function exampleOf(verb: string, path: string): object | undefined {
    const body = find(verb, path)?.operation.requestBody;
    return body !== undefined && 'content' in body
      ? (body.content['application/json']?.example as object | undefined)
      : undefined;
  }

  function filled(path: string): string {
    const slug = (exampleOf('POST', '/providers') as { slug?: string } | undefined)?.slug ?? 'ana-silva';
    return path
      .replace('/feeds/{token}.ics', feed)
      .replace('{token}', path.endsWith('/cancel') ? visit : occurrence)
      .replace('{slug}', slug)
      .replace('{date}', '2027-05-09')
      .replace('/holds/{id}', `/holds/${HOLD}`)
      .replace(/\{(calendarId|timeOffId)\}/, '1')
      .replaceAll(/\{\w+\}/g, String(IDS(path)));
  }
});

/** The query of the parameters that have an example. */
function queryOf(placed: PlacedOperation | undefined): string {
  const filledIn = (placed?.operation.parameters ?? []).flatMap((parameter) => {
    if (!('in' in parameter) || parameter.in !== 'query') return [];
    const { example } = {
      example: (parameter.schema as { example?: unknown } | undefined)?.example,
      ...parameter,
    };
    if (example === undefined) return [];
    const named = (name: string, value: unknown) => `${name}=${encodeURIComponent(String(value))}`;
    return typeof example === 'object'
      ? Object.entries(example ?? {}).map(([key, value]) => named(`${parameter.name}[${key}]`, value))
      : [named(parameter.name, example)];
  });
  return filledIn.length === 0 ? '' : `?${filledIn.join('&')}`;
}
