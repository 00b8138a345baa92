import type { OpenAPIObject } from '@nestjs/swagger';
import { addCodeSamples } from './code-samples';
import { operationsOf } from './operations';

const OK = { 200: { description: 'Done', content: { 'application/json': {} } } };

/** The samples of one operation. */
function samplesOf(method: string, path: string, operation: object): { curl: string; typescript: string } {
  const paths = { [path]: { [method]: { responses: OK, ...operation } } };
  const document = { openapi: '3.0.0', info: { title: '', version: '' }, paths } as OpenAPIObject;
  addCodeSamples(document, '/api/v1');
  const [placed] = operationsOf(document);
  const samples = (placed?.operation as { 'x-codeSamples'?: { source: string }[] })['x-codeSamples'];
  return { curl: samples?.[0]?.source ?? '', typescript: samples?.[1]?.source ?? '' };
}

const bodyOf = (example: unknown) => ({ requestBody: { content: { 'application/json': { example } } } });
const PREAMBLE = [
  "import { createClient } from 'scheduling-service-client';",
  '',
  "const api = createClient({ baseUrl: 'http://localhost:3000', key: 'YOUR_KEY' });",
];

describe('The samples of an operation', () => {
  it('call it with the examples of its path and its query', () => {
    const { curl, typescript } = samplesOf('get', '/things/{id}', {
      parameters: [
        { in: 'path', name: 'id', example: 7 },
        { in: 'query', name: 'q', schema: { example: 'a & b' } },
        { in: 'query', name: 'page', schema: { default: 1 } },
        { in: 'query', name: 'metadata', example: {} },
        { in: 'header', name: 'If-Match', schema: { example: '*' } },
      ],
    });
    expect(curl.split('\n')).toEqual([
      "curl -s 'http://localhost:3000/api/v1/things/7?q=a%20%26%20b' \\",
      '  -H "Authorization: Bearer $KEY"',
    ]);
    expect(typescript.split('\n')).toEqual([
      ...PREAMBLE,
      "const { data } = await api.get('/things/{id}', {",
      "  params: { path: { id: 7 }, query: { q: 'a & b' } },",
      '});',
      'console.log(data);',
    ]);
  });

  it('send the example of its body, with quotes that a shell and TypeScript read as such', () => {
    const { curl, typescript } = samplesOf(
      'put',
      '/things',
      bodyOf({ name: `Ana's "B\\C"`, 'a-b': [1, null] }),
    );
    expect(curl.split('\n')).toEqual([
      "curl -s -X PUT 'http://localhost:3000/api/v1/things' \\",
      '  -H "Authorization: Bearer $KEY" \\',
      '  -H "Content-Type: application/json" \\',
      "  -d '{",
      `  "name": "Ana'\\''s \\"B\\\\C\\"",`,
      '  "a-b": [',
      '    1,',
      '    null',
      '  ]',
      "}'",
    ]);
    expect(typescript).toContain(`body: { name: 'Ana\\'s "B\\\\C"', 'a-b': [1, null] },\n`);
  });

  it('write a long body on several lines', () => {
    const long = { one: 'x'.repeat(40), other: [{ inner: 'y'.repeat(40), more: 'z'.repeat(40) }] };
    expect(samplesOf('post', '/things', bodyOf(long)).typescript.split('\n').slice(3)).toEqual([
      "const { data } = await api.post('/things', {",
      '  body: {',
      `    one: '${long.one}',`,
      '    other: [',
      '      {',
      `        inner: '${'y'.repeat(40)}',`,
      `        more: '${'z'.repeat(40)}',`,
      '      },',
      '    ],',
      '  },',
      '});',
      'console.log(data);',
    ]);
  });

  it('have no key where none is needed', () => {
    const { curl, typescript } = samplesOf('get', '/things', { security: [{}, { apiKey: [] }] });
    expect(curl).toBe("curl -s 'http://localhost:3000/api/v1/things'");
    expect(typescript).toContain("createClient({ baseUrl: 'http://localhost:3000' });\n");
    expect(typescript).toContain("await api.get('/things');\n");
  });

  it('send a file as a form', () => {
    const schema = { type: 'object', properties: { image: { type: 'string', format: 'binary' } } };
    const requestBody = { content: { 'multipart/form-data': { schema } } };
    const { curl, typescript } = samplesOf('post', '/things', { requestBody });
    expect(curl).toContain('  -F image=@portrait.png');
    expect(typescript).toContain("form.set('image', await openAsBlob('portrait.png'));\n");
    expect(typescript).toContain('  body: form,\n');
  });

  it('read a stream as one', () => {
    const responses = { 200: { description: 'Events', content: { 'text/event-stream': {} } } };
    expect(samplesOf('get', '/things', { responses }).typescript).toContain(
      "await api.raw.GET('/things', {\n  parseAs: 'stream',\n});",
    );
  });
});
