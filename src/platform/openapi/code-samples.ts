import type { OpenAPIObject } from '@nestjs/swagger';
import { type Operation, operationsOf, type PlacedOperation } from './operations';

/** Where samples send their requests. The documentation page puts its own origin there. */
const ORIGIN = 'http://localhost:3000';
/** The most characters of an object or a list that stands on one line. */
const LINE = 70;
const INDENT = '  ';

type Values = Readonly<Record<string, unknown>>;

/** The call of an operation with the examples of the document. */
interface SampleCall {
  readonly method: string;
  readonly path: string;
  readonly isPublic: boolean;
  readonly pathValues: Values;
  readonly query: Values;
  readonly body: unknown;
  /** The member of a form that takes a file. */
  readonly file: string | undefined;
  readonly isStream: boolean;
}

/** Gives every operation its call with curl and with the TypeScript client, in the extension that documentation pages read. */
export function addCodeSamples(document: OpenAPIObject, prefix: string): void {
  for (const placed of operationsOf(document)) {
    const call = callOf(placed);
    Object.assign(placed.operation, {
      'x-codeSamples': [
        { lang: 'Shell', label: 'curl', source: curlOf(call, prefix) },
        { lang: 'TypeScript', label: 'TypeScript', source: typescriptOf(call) },
      ],
    });
  }
}

function callOf({ method, path, operation }: PlacedOperation): SampleCall {
  const { security = [], requestBody, responses } = operation;
  const content = requestBody !== undefined && 'content' in requestBody ? requestBody.content : {};
  const success = responses['200'];
  const form = content['multipart/form-data']?.schema;
  return {
    method,
    path,
    isPublic: security.some((requirement) => Object.keys(requirement).length === 0),
    pathValues: valuesOf(operation, 'path'),
    query: valuesOf(operation, 'query'),
    body: content['application/json']?.example as unknown,
    file: form !== undefined && 'properties' in form ? Object.keys(form.properties ?? {})[0] : undefined,
    isStream: success !== undefined && 'content' in success && 'text/event-stream' in (success.content ?? {}),
  };
}

/** The examples of the parameters that stand in one place. An empty one is left out. */
function valuesOf({ parameters = [] }: Operation, place: string): Values {
  const values = parameters.flatMap((parameter) => {
    if (!('in' in parameter) || parameter.in !== place) return [];
    const schema = parameter.schema as { example?: unknown } | undefined;
    return [[parameter.name, (parameter.example as unknown) ?? schema?.example] as const];
  });
  return Object.fromEntries(values.filter(([, value]) => value !== undefined && typeof value !== 'object'));
}

function curlOf(call: SampleCall, prefix: string): string {
  const { method, path, isPublic, pathValues, query, body, file } = call;
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(textOf(pathValues[name])),
  );
  const search = Object.entries(query).map(([name, value]) => `${name}=${encodeURIComponent(textOf(value))}`);
  const url = `${ORIGIN}${prefix}${filled}${search.length > 0 ? `?${search.join('&')}` : ''}`;
  const parts = [
    `curl -s${method === 'GET' ? '' : ` -X ${method}`} '${url}'`,
    ...(isPublic ? [] : [`-H "Authorization: Bearer $KEY"`]),
    ...(file === undefined ? [] : [`-F ${file}=@portrait.png`]),
    ...(body === undefined ? [] : ['-H "Content-Type: application/json"', `-d '${shellQuoted(body)}'`]),
  ];
  return parts.join(` \\\n${INDENT}`);
}

function shellQuoted(body: unknown): string {
  return JSON.stringify(body, null, 2).replaceAll("'", `'\\''`);
}

function typescriptOf(call: SampleCall): string {
  const { method, path, isPublic, pathValues, query, file, isStream } = call;
  const params = { ...some('path', pathValues), ...some('query', query) };
  const body = file === undefined ? literalOf(call.body, INDENT) : 'form';
  const members = [
    ...(Object.keys(params).length > 0 ? [`params: ${literalOf(params, INDENT)}`] : []),
    ...(file !== undefined || call.body !== undefined ? [`body: ${body}`] : []),
    ...(isStream ? ["parseAs: 'stream'"] : []),
  ];
  const init = members.length === 0 ? '' : `, {\n${members.map((each) => `${INDENT}${each},\n`).join('')}}`;
  const verb = isStream ? `raw.${method}` : method.toLowerCase();
  return [
    ...(file === undefined ? [] : ["import { openAsBlob } from 'node:fs';"]),
    "import { createClient } from 'scheduling-service-client';",
    '',
    `const api = createClient({ baseUrl: '${ORIGIN}'${isPublic ? '' : ", key: 'YOUR_KEY'"} });`,
    ...(file === undefined ? [] : ['const form = new FormData();', formLine(file)]),
    `const { data } = await api.${verb}('${path}'${init});`,
    'console.log(data);',
  ].join('\n');
}

function formLine(file: string): string {
  return `form.set('${file}', await openAsBlob('portrait.png'));`;
}

function some(name: string, values: Values): Values {
  return Object.keys(values).length > 0 ? { [name]: values } : {};
}

/** A value as TypeScript writes it, on one line where it is short. */
function literalOf(value: unknown, indent: string): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value !== 'object' || value === null) return String(value);
  const inner = `${indent}${INDENT}`;
  const [open, close, parts] = Array.isArray(value)
    ? ['[', ']', value.map((item) => literalOf(item, inner))]
    : [
        '{',
        '}',
        Object.entries(value).map(([name, member]) => `${nameOf(name)}: ${literalOf(member, inner)}`),
      ];
  const space = open === '{' && parts.length > 0 ? ' ' : '';
  const line = `${open}${space}${parts.join(', ')}${space}${close}`;
  if (line.length <= LINE && !line.includes('\n')) return line;
  return `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}`;
}

function nameOf(name: string): string {
  return /^[A-Za-z_$][\w$]*$/.test(name) ? name : quoted(name);
}

function quoted(text: string): string {
  const escaped = JSON.stringify(text).slice(1, -1).replaceAll('\\"', '"').replaceAll("'", "\\'");
  return `'${escaped}'`;
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : JSON.stringify(value);
}
