import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const ROOT = join(__dirname, '../..');
const SCRIPT = join(ROOT, 'bin/api-contract.mjs');
const CONTRACT = 'docs/released/contract.json';

type Json = Record<string, unknown>;
type Node = Record<string, Json>;

/** Two operations on one thing: small, so that a comparison takes no time. */
const documentOf = () => ({
  openapi: '3.0.0',
  info: { title: 'Things', version: '1.0.0' },
  paths: {
    '/things': {
      get: {
        description: 'Lists',
        parameters: [
          { in: 'query', name: 'q', required: false, schema: { type: 'string' } },
          { in: 'query', name: 'kinds', schema: { type: 'string', pattern: '^(a|b)(,(a|b))*$' } },
        ],
        responses: answers(),
      },
      post: {
        requestBody: { content: json({ $ref: '#/components/schemas/ThingWrite' }) },
        responses: answers(),
      },
    },
  },
  components: {
    schemas: {
      Thing: {
        type: 'object',
        required: ['id', 'state'],
        properties: { id: { type: 'integer' }, state: { type: 'string', enum: ['new', 'old'] } },
      },
      ThingWrite: {
        type: 'object',
        required: ['id'],
        properties: {
          id: { type: 'integer' },
          description: { type: 'string', maxLength: 9 },
          kind: { enum: ['a', 'b'] },
          note: { type: 'string', nullable: true },
        },
      },
    },
  },
});
const json = (schema: object) => ({ 'application/json': { schema } });
const answers = () => ({
  200: { description: 'Done', content: json({ $ref: '#/components/schemas/Thing' }) },
});

describe('The contract of the API', () => {
  let checkout: string;

  beforeEach(() => {
    checkout = mkdtempSync(join(tmpdir(), 'api-contract-'));
    mkdirSync(join(checkout, 'docs/released'), { recursive: true });
    write('package.json', { version: '1.1.0' });
    write(CONTRACT, documentOf());
  });

  afterEach(() => {
    rmSync(checkout, { recursive: true, force: true });
  });

  const write = (path: string, content: object) => {
    writeFileSync(join(checkout, path), JSON.stringify(content));
  };
  const check = (folder = checkout) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' });
    return { status, lines: (stdout + stderr).trim().split('\n') };
  };
  /** Compares the released document with the one that a change makes of it. */
  const compared = (change: (document: ReturnType<typeof documentOf>) => void) => {
    const document = documentOf();
    change(document);
    write('docs/openapi.json', document);
    return check();
  };
  const schemas = (document: object) => (document as { components: { schemas: Node } }).components.schemas;
  const properties = (document: object, schema: string) => schemas(document)[schema]?.['properties'] as Node;
  const operation = (document: object, method: string) =>
    (document as Doc).paths['/things']?.[method] as Json;
  const kinds = (document: object) =>
    (operation(document, 'get')['parameters'] as Json[])[1]?.['schema'] as Json;

  it.each<[string, (document: object) => void]>([
    ['a text', (document) => (operation(document, 'get')['description'] = 'Shows')],
    ['a retirement', (document) => (operation(document, 'get')['deprecated'] = true)],
    ['a new operation', (document) => ((document as Doc).paths['/more'] = { get: { responses: {} } })],
    ['a member more in an answer', (document) => Object.assign(properties(document, 'Thing'), { more: {} })],
    ['a value more in an answer', (document) => enumOf(properties(document, 'Thing')).push('lost')],
    [
      'a name more in a list that a parameter takes',
      (document) => Object.assign(kinds(document), { pattern: '^(a|b|c)(,(a|b|c))*$' }),
    ],
    [
      'null in a body',
      (document) =>
        Object.assign(properties(document, 'ThingWrite')['description'] ?? {}, { nullable: true }),
    ],
    [
      'an optional member more',
      (document) => Object.assign(properties(document, 'ThingWrite'), { more: {} }),
    ],
  ])('allows %s', (_name, change) => {
    expect(compared(change)).toEqual({
      status: 0,
      lines: ['Nothing that clients of 1.0.0 rely on has changed.'],
    });
  });

  it.each<[string, (document: object) => void, string]>([
    [
      'an operation that is gone',
      (document) => delete (document as Doc).paths['/things']?.['post'],
      'POST /things: remove operation',
    ],
    [
      'a parameter that became required',
      (document) =>
        Object.assign((operation(document, 'get')['parameters'] as Json[])[0] ?? {}, { required: true }),
      'GET /things: add parameters.0.required',
    ],
    [
      'a name less in a list that a parameter takes',
      (document) => Object.assign(kinds(document), { pattern: '^(a|c)(,(a|c))*$' }),
      'parameters.1.schema.pattern',
    ],
    [
      'another form of a list that a parameter takes',
      (document) => Object.assign(kinds(document), { pattern: '^(a|b)(;(a|b))*$' }),
      'parameters.1.schema.pattern',
    ],
    [
      'a member that an answer lacks',
      (document) => delete properties(document, 'Thing')['state'],
      'GET /things: remove responses.200.content.application/json.schema.properties.state',
    ],
    [
      'another type in an answer',
      (document) => Object.assign(properties(document, 'Thing')['id'] ?? {}, { type: 'string' }),
      'properties.id.type: "integer", now "string"',
    ],
    [
      'null in an answer',
      (document) => Object.assign(properties(document, 'Thing')['id'] ?? {}, { nullable: true }),
      'add responses.200.content.application/json.schema.properties.id.nullable',
    ],
    [
      'a value that is no longer taken',
      (document) => (properties(document, 'ThingWrite')['kind']?.['enum'] as string[]).pop(),
      'properties.kind.enum.1',
    ],
    [
      'null that is no longer taken',
      (document) => delete properties(document, 'ThingWrite')['note']?.['nullable'],
      'POST /things: remove requestBody.content.application/json.schema.properties.note.nullable',
    ],
    [
      'a member that became required',
      (document) => (schemas(document)['ThingWrite']?.['required'] as string[]).push('description'),
      'POST /things: add requestBody.content.application/json.schema.required.1',
    ],
    [
      'a member that is no longer read',
      (document) => delete properties(document, 'ThingWrite')['description'],
      'POST /things: remove requestBody.content.application/json.schema.properties.description',
    ],
    [
      'a shorter text',
      (document) => Object.assign(properties(document, 'ThingWrite')['description'] ?? {}, { maxLength: 8 }),
      'description.maxLength: 9, now 8',
    ],
    [
      'a list of values where all were taken',
      (document) => Object.assign(properties(document, 'ThingWrite')['description'] ?? {}, { enum: ['a'] }),
      'properties.description.enum.0',
    ],
  ])('refuses %s', (_name, change, line) => {
    const { status, lines } = compared(change);
    expect(status).toBe(1);
    expect(lines.at(0)).toContain(line);
    expect(lines.at(-1)).toBe(
      'Clients of 1.0.0 break. Only a new major version may do that: see docs/operating/releases.md.',
    );
  });

  it('allows every change when the version of package.json is a new major one', () => {
    write('package.json', { version: '2.0.0' });
    expect(compared((document) => delete (document as Doc).paths['/things'])).toMatchObject({ status: 0 });
  });

  it('holds no texts and no examples, but members that are called like them', () => {
    const program = `import { contractOf } from '${SCRIPT}';
      process.stdout.write(contractOf(${JSON.stringify(documentOf())}));`;
    const { stdout } = spawnSync(process.execPath, ['--input-type=module', '-e', program], {
      encoding: 'utf8',
    });
    expect(stdout).not.toContain('Lists');
    expect(properties(JSON.parse(stdout) as object, 'ThingWrite')).toHaveProperty('description');
  });

  it('is kept by the document of this checkout', () => {
    for (const file of ['package.json', CONTRACT, 'docs/openapi.json'])
      cpSync(join(ROOT, file), join(checkout, file));
    expect(check()).toMatchObject({ status: 0 });
  });
});

interface Doc {
  readonly paths: Record<string, Record<string, unknown>>;
}

function enumOf(properties: Node): string[] {
  return properties['state']?.['enum'] as string[];
}
