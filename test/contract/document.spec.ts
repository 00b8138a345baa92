import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { buildDocument } from '../../src/platform/openapi/openapi';
import { type Operation, operationsOf, type PlacedOperation } from '../../src/platform/openapi/operations';
import { SchemaCompiler } from '../support/openapi-schema';
import { START } from '../support/settable-clock';
import { startTestService, type TestService } from '../support/test-service';
import { INTERFACE } from './roles-matrix';

type Response = Extract<NonNullable<Operation['responses'][string]>, { description: string }>;
type Content = NonNullable<Response['content']>;

describe('the OpenAPI document', () => {
  let service: TestService;
  let document: OpenAPIObject;
  let operations: readonly PlacedOperation[];

  beforeAll(async () => {
    service = await startTestService();
    document = buildDocument(service.app);
    operations = operationsOf(document);
  });

  afterAll(() => service.stop());

  it('is OpenAPI 3.0, version 1.0.0 of the interface', () => {
    expect(document.openapi).toMatch(/^3\.0\./);
    expect(document.info.version).toBe('1.0.0');
    expect(document.servers).toEqual([{ url: '/api/v1' }]);
  });

  it('is served as JSON beside the documentation', async () => {
    const answer = await fetch(`${service.url}/docs/openapi.json`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('is served with examples that lie ahead, however long the service runs', async () => {
    const dateAt = async (now: string) => {
      service.clock.set(now);
      const served = await (await fetch(`${service.url}/docs/openapi.json`)).text();
      return /"date":"([\d-]+)","start"/.exec(served)?.[1];
    };
    expect(await dateAt('2027-03-01T08:00:00Z')).toBe('2027-03-09');
    expect(await dateAt(START)).toBe('2026-12-01');
  });

  it.each(INTERFACE)(
    'documents the statuses that the interface names for %s %s',
    (method, path, _who, statuses) => {
      const found = operations.find((operation) => operation.method === method && operation.path === path);
      expect(Object.keys(found?.operation.responses ?? {})).toEqual(
        expect.arrayContaining(statuses.map(String)),
      );
    },
  );

  it('names each operation once', () => {
    const ids = operations.map(({ operation }) => operation.operationId ?? '');
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('files each operation under one described section', () => {
    const sections = document.tags?.filter(({ description }) => description).map(({ name }) => name);
    expect(offenders(({ tags = [] }) => tags.length !== 1 || !sections?.includes(tags[0] ?? ''))).toEqual([]);
  });

  it('sums each operation up in a few words', () => {
    expect(offenders(({ summary = '' }) => !/^[A-Z].{5,70}[^.\s]$/.test(summary))).toEqual([]);
  });

  it('has one success of each operation, with a schema', () => {
    const isLacking = ({ responses }: Operation) => {
      const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
      return (
        successes.length !== 1 ||
        contentOf(responses[successes[0] ?? ''])['application/json']?.schema === undefined
      );
    };
    expect(offenders(isLacking)).toEqual([]);
  });

  it('says of each operation that it may be refused without a valid key, too often, or when the service fails', () => {
    expect(offenders(lacks('401', '429', '5XX'))).toEqual([]);
  });

  it('says of each operation on one resource that there may be none', () => {
    expect(offenders(lacks('404'), ({ path }) => path.includes('{'))).toEqual([]);
  });

  it('says of each operation with a JSON body how that is refused', () => {
    expect(
      offenders(
        lacks('400', '413', '415', '422'),
        ({ operation }) => 'application/json' in bodyOf(operation),
      ),
    ).toEqual([]);
  });

  it('says of each operation with a query that it may be invalid', () => {
    const hasQuery = ({ operation }: PlacedOperation) =>
      operation.parameters?.some((parameter) => 'in' in parameter && parameter.in === 'query') === true;
    expect(offenders(lacks('422'), hasQuery)).toEqual([]);
  });

  it('is tested operation by operation, beside the tests of the contract', () => {
    const untested = readFileSync(join(__dirname, '../../docs/routes.md'), 'utf8').match(/^.*\| — \|$/gm);
    expect(untested).toBeNull();
  });

  it('has an example of each body and answer that matches its schema', () => {
    const schemas = new SchemaCompiler(document);
    const contents = [
      ...operations.flatMap(({ method, path, operation }) => [
        { name: `the body of ${method} ${path}`, content: bodyOf(operation) },
        ...Object.entries(operation.responses).map(([status, response]) => ({
          name: `the ${status} of ${method} ${path}`,
          content: contentOf(response),
        })),
      ]),
      ...Object.entries(document.components?.responses ?? {}).map(([name, response]) => ({
        name,
        content: contentOf(response),
      })),
    ];
    const faults = contents.flatMap(({ name, content }) => {
      const media = content['application/json'];
      if (media?.schema === undefined) return [];
      const examples = examplesOf(media);
      if (examples.length === 0) return [`${name} has no example`];
      return examples.flatMap((example) =>
        schemas.faults(media.schema as object, example).map((fault) => `${name}: ${fault}`),
      );
    });
    expect(faults).toEqual([]);
  });

  function offenders(
    isOffending: (operation: Operation) => boolean,
    among: (placed: PlacedOperation) => boolean = () => true,
  ) {
    return operations
      .filter((placed) => among(placed) && isOffending(placed.operation))
      .map(({ method, path }) => `${method} ${path}`);
  }
});

function lacks(...statuses: readonly string[]) {
  return ({ responses }: Operation) => statuses.some((status) => !(status in responses));
}

function contentOf(response: Operation['responses'][string]): Content {
  return response !== undefined && 'content' in response ? (response.content ?? {}) : {};
}

function bodyOf({ requestBody }: Operation): Content {
  return requestBody !== undefined && 'content' in requestBody ? requestBody.content : {};
}

function examplesOf({ example, examples }: Content[string]): unknown[] {
  if (example !== undefined) return [example];
  return Object.values(examples ?? {}).map((each) => (each as { value: unknown }).value);
}
