import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, type PlacedOperation } from '../../src/platform/openapi/operations';
import { startTestService, type TestService } from '../support/test-service';
import { MATRIX } from './roles-matrix';

/** What the examples are about: one of each. The administrator is user 1, so the first provider is 2. */
const FIRST = ['/locations', '/categories', '/services', '/customers', '/providers', '/appointments'];
const IDS = (path: string) => (path.startsWith('/providers/') ? 2 : 1);

const method = (verb: string) => MATRIX.filter(([each]) => each === verb).map(([, path]) => path);
const LATER = method('POST').filter((path) => !FIRST.includes(path) && !path.endsWith('/profile-image'));

/** Who presses "Try it out" in the documentation gets a success, whatever operation it is and whenever that is. */
describe('the examples of the document', () => {
  let service: TestService;
  let document: OpenAPIObject;

  beforeAll(async () => {
    service = await startTestService();
    service.clock.set('2027-05-05T10:00:00Z');
    document = (await (await fetch(`${service.url}/docs/openapi.json`)).json()) as OpenAPIObject;
  });

  afterAll(() => service.stop());

  it.each(FIRST)('create the first of %s', async (path) => {
    const { status, body } = await service.admin.post(path, exampleOf('POST', path));
    expect(body).toMatchObject({ data: { id: IDS(`${path}/`) } });
    expect(status).toBe(201);
  });

  it.each(method('GET'))('read %s', async (path) => {
    expect((await service.admin.get(`${filled(path)}${queryOf(find('GET', path))}`)).status).toBe(200);
  });

  it.each(method('PUT'))('replace %s', async (path) => {
    expect((await service.admin.put(filled(path), exampleOf('PUT', path))).status).toBe(200);
  });

  it.each(method('PATCH'))('change %s', async (path) => {
    expect((await service.admin.patch(filled(path), exampleOf('PATCH', path))).status).toBe(200);
  });

  it.each(LATER)('post to %s', async (path) => {
    const { status } = await service.admin.post(filled(path), exampleOf('POST', path));
    expect([200, 201]).toContain(status);
  });

  function find(verb: string, path: string): PlacedOperation | undefined {
    return operationsOf(document).find((placed) => placed.method === verb && placed.path === path);
  }

  /** The body, as the documentation shows it. */
  function exampleOf(verb: string, path: string): object | undefined {
    const body = find(verb, path)?.operation.requestBody;
    return body !== undefined && 'content' in body
      ? (body.content['application/json']?.example as object | undefined)
      : undefined;
  }

  function filled(path: string): string {
    const slug = (exampleOf('POST', '/providers') as { slug?: string } | undefined)?.slug ?? 'ana-silva';
    return path.replace('{slug}', slug).replaceAll(/\{\w+\}/g, String(IDS(path)));
  }
});

/** The parameters that have an example, as the documentation fills them in. */
function queryOf(placed: PlacedOperation | undefined): string {
  const filledIn = (placed?.operation.parameters ?? []).flatMap((parameter) => {
    if (!('in' in parameter) || parameter.in !== 'query') return [];
    const { example } = {
      example: (parameter.schema as { example?: unknown } | undefined)?.example,
      ...parameter,
    };
    return example === undefined ? [] : [`${parameter.name}=${encodeURIComponent(String(example))}`];
  });
  return filledIn.length === 0 ? '' : `?${filledIn.join('&')}`;
}
