import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OpenAPIObject } from '@nestjs/swagger';
import { REASONS } from '../../../src/booking/engine';
import type { ErrorDoc } from '../../../src/platform/http/envelope/error-doc';
import { ERROR_DOCS } from '../../../src/platform/http/envelope/error-docs';
import { buildDocument } from '../../../src/platform/openapi/openapi';
import { type Operation, operationsOf, type PlacedOperation } from '../../../src/platform/openapi/operations';
import { SchemaCompiler } from '../../support/openapi/openapi-schema';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { INTERFACE } from '../access/roles-matrix';

type Response = Extract<NonNullable<Operation['responses'][string]>, { description: string }>;
type Content = NonNullable<Response['content']>;
type Json = Readonly<Record<string, unknown>>;

/** The ids of the operations of which a dry run has an answer of its own. */
const WITH_DRY_RUN = ['seriesBook', 'timeOffCreate', 'resourceTimeOffCreate', 'closuresCreate'];

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

  it('is written in OpenAPI 3.0 and carries version 1.0.0 of the interface', () => {
    expect(document.openapi).toMatch(/^3\.0\./);
    expect(document.info.version).toBe('1.0.0');
    expect(document.servers).toEqual([{ url: '/api/v1' }]);
  });

  it('is served as JSON at /docs/openapi.json', async () => {
    const answer = await fetch(`${service.url}/docs/openapi.json`);
    expect(answer.status).toBe(200);
    expect(await answer.json()).toEqual(JSON.parse(JSON.stringify(document)));
  });

  it('is served with example dates in the future of the current day', async () => {
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

  it('says in the description of each operation who may call it', () => {
    expect(
      offenders(({ description = '' }) => !/^(Roles: .+|Public: no API key needed)\.$/m.test(description)),
    ).toEqual([]);
  });

  it('gives each operation an id that can be the name of a function', () => {
    expect(offenders(({ operationId = '' }) => !/^[a-z][A-Za-z]+$/.test(operationId))).toEqual([]);
  });

  it('describes the API key as no JSON Web Token', () => {
    expect(document.components?.securitySchemes?.['apiKey']).toMatchObject({
      scheme: 'bearer',
      bearerFormat: 'xsk',
    });
  });

  // Common client generators turn these constructs into broken or misleading code.
  it.each<[name: string, isFound: (schema: Json) => boolean]>([
    ['allOf', (schema) => 'allOf' in schema],
    [
      'null among the values of an enum',
      ({ enum: values }) => Array.isArray(values) && values.includes(null),
    ],
    ['a nullable enum', ({ enum: values, nullable }) => values !== undefined && nullable === true],
    [
      'a member of several types, other than by a reference',
      ({ properties, additionalProperties: values }) =>
        [...Object.values(properties ?? {}), ...(typeof values === 'object' ? [values] : [])].some(
          (member) => 'oneOf' in (member as object) || 'anyOf' in (member as object),
        ),
    ],
    [
      'a member with a default',
      ({ properties }) => Object.values(properties ?? {}).some((member) => 'default' in (member as object)),
    ],
  ])('contains no schema with %s', (_name, isFound) => {
    expect(schemasOf(document).filter(isFound)).toEqual([]);
  });

  it('refers to every component except the general ErrorEnvelope, and what events alone show', () => {
    const text = JSON.stringify(document);
    const components = ['schemas', 'responses', 'headers'] as const;
    const names = components.flatMap((kind) =>
      Object.keys(document.components?.[kind] ?? {}).map((name) => `#/components/${kind}/${name}`),
    );
    expect(names.filter((name) => !text.includes(`"${name}"`))).toEqual([
      '#/components/schemas/DueMessageResponse',
      '#/components/schemas/ErrorEnvelope',
    ]);
  });

  it.each([
    ['AppointmentSummaryResponse', 'next'],
    ['CheckResponse', 'slot'],
  ])('allows null in %s.%s', (name, member) => {
    const schema =
      (document.components?.schemas?.[name] as { properties: Record<string, object> }).properties[member] ??
      {};
    const schemas = new SchemaCompiler(document);
    expect(schemas.faults(schema, null)).toEqual([]);
    expect(schemas.faults(schema, {})).not.toEqual([]);
  });

  it('shows in the example of each page the order that the list has by default', () => {
    const isOdd = ({ parameters = [], responses }: Operation) => {
      const sort = parameters.find((parameter) => 'name' in parameter && parameter.name === 'sort');
      if (sort === undefined || !('schema' in sort)) return false;
      const example = contentOf(responses['200'])['application/json']?.example as { meta: { sort: string } };
      return example.meta.sort !== (sort.schema as { default: string }).default;
    };
    expect(offenders(isOdd)).toEqual([]);
  });

  it('lists every reason of a refusal: the rules in their order, and those of the documented errors', () => {
    const schemas = document.components?.schemas as Record<
      string,
      { properties: { reason: { enum: string[] } } }
    >;
    const documented = Object.values(ERROR_DOCS).flatMap((doc: ErrorDoc) =>
      doc.code === 'VALIDATION_ERROR' ? [] : ((doc.details as { reason?: string } | undefined)?.reason ?? []),
    );
    expect(schemas['VisitRefusal']?.properties.reason.enum).toEqual(REASONS);
    expect(schemas['Refusal']?.properties.reason.enum.slice(0, REASONS.length)).toEqual(REASONS);
    expect(new Set(schemas['Refusal']?.properties.reason.enum)).toEqual(new Set([...REASONS, ...documented]));
  });

  it('has a call with curl and one in TypeScript for each operation', () => {
    const labels = operations.map(({ operation }) =>
      (operation as { 'x-codeSamples'?: { label: string }[] })['x-codeSamples']
        ?.map(({ label }) => label)
        .join(),
    );
    expect(new Set(labels)).toEqual(new Set(['curl,TypeScript']));
  });

  it('gives each operation an id of its own', () => {
    const ids = operations.map(({ operation }) => operation.operationId ?? '');
    expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([]);
  });

  it('puts each operation into one section that has a description', () => {
    const sections = document.tags?.filter(({ description }) => description).map(({ name }) => name);
    expect(offenders(({ tags = [] }) => tags.length !== 1 || !sections?.includes(tags[0] ?? ''))).toEqual([]);
  });

  it('summarises each operation in a few words', () => {
    expect(offenders(({ summary = '' }) => !/^[A-Z].{5,70}[^.\s]$/.test(summary))).toEqual([]);
  });

  it('documents one success answer with a schema for each operation, and another one where a dry run has its own', () => {
    const isLacking = ({ operationId, responses }: Operation) => {
      const successes = Object.keys(responses).filter((status) => status.startsWith('2'));
      const hasSchema = (status: string) => {
        const content = contentOf(responses[status]);
        const types = ['application/json', 'text/calendar', 'text/event-stream'];
        return types.some((type) => content[type]?.schema !== undefined);
      };
      const expected = WITH_DRY_RUN.includes(operationId ?? '') ? 2 : 1;
      return successes.length !== expected || !successes.every(hasSchema);
    };
    expect(offenders(isLacking)).toEqual([]);
  });

  it('documents 401, 429 and the failures of the service for each operation', () => {
    expect(offenders(lacks('401', '429', '500', '503', '5XX'))).toEqual([]);
  });

  it('documents 404 for each operation whose path has a parameter', () => {
    expect(offenders(lacks('404'), ({ path }) => path.includes('{'))).toEqual([]);
  });

  it('documents 400, 413, 415 and 422 for each operation with a JSON body', () => {
    expect(
      offenders(
        lacks('400', '413', '415', '422'),
        ({ operation }) => 'application/json' in bodyOf(operation),
      ),
    ).toEqual([]);
  });

  it('documents 415 for each operation with a body of any kind', () => {
    const hasBody = ({ operation }: PlacedOperation) => Object.keys(bodyOf(operation)).length > 0;
    expect(offenders(lacks('415'), hasBody)).toEqual([]);
  });

  it('documents 422 for each operation with query parameters', () => {
    const hasQuery = ({ operation }: PlacedOperation) =>
      operation.parameters?.some((parameter) => 'in' in parameter && parameter.in === 'query') === true;
    expect(offenders(lacks('422'), hasQuery)).toEqual([]);
  });

  it('has no operation that only the contract tests call', () => {
    const untested = readFileSync(join(__dirname, '../../../docs/contributing/routes.md'), 'utf8').match(
      /^.*\| — \|$/gm,
    );
    expect(untested).toBeNull();
  });

  it('has an example for each body and answer that matches its schema', () => {
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

/** Every object of the document that has keywords of a schema. */
function schemasOf(value: unknown): Json[] {
  if (typeof value !== 'object' || value === null) return [];
  const inner = Object.values(value).flatMap(schemasOf);
  const isSchema = ['type', 'allOf', 'enum', 'nullable'].some((keyword) => keyword in value);
  return isSchema ? [value as Json, ...inner] : inner;
}

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
