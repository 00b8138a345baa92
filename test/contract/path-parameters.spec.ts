import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, type PlacedOperation } from '../../src/platform/openapi/operations';
import { aBooking, aProvider, aService, MONDAY } from '../support/builders';
import { builtDocument } from '../support/openapi/built-document';
import { startTestService, type TestService } from '../support/test-service';
import { blackPng } from '../support/pictures';

/** Other texts for the id 13, after percent-decoding; each is an id in some notation that a program might read. */
const NOT_13 = [
  '0xd',
  '0b1101',
  '1.3e1',
  '+13',
  '13.0',
  '013',
  '%2013',
  '13%00',
  '13/',
  '-0',
  '%EF%BC%91%EF%BC%93',
];
const NOT_THE_DATE = [
  '2026-12-24%20',
  '%202026-12-24',
  '2026-12-24T00:00',
  '20261224',
  '+2026-12-24',
  '2026-12-24/',
];
const uuidNotations = (id: string) => [
  `%7B${id}%7D`,
  `urn:uuid:${id}`,
  id.replaceAll('-', ''),
  `${id}%20`,
  `%20${id}`,
  `${id}%00`,
  `${id}/`,
];
const textNotations = (text: string) => [
  `%20${text}`,
  `${text}%20`,
  `${text}%00`,
  text.toUpperCase(),
  `${text}/`,
];

interface Parameter {
  readonly name: string;
  readonly in: string;
  readonly schema: { readonly type?: string; readonly format?: string };
}

/** Each resource has the id 13, so that a lenient reader would find it. */
describe('A path parameter', () => {
  let service: TestService;
  let document: OpenAPIObject;
  /** What names an existing resource, by the name of the parameter. */
  let named: Record<string, string>;

  beforeAll(async () => {
    service = await startTestService({ environment: { WEBHOOK_ALLOW_PRIVATE: 'on' } });
    document = builtDocument(service.app);
    await service.query(
      `select setval(format('%I.%I', schemaname, sequencename)::regclass, 12) from pg_sequences where schemaname = 'public'`,
    );
    named = await makeOneOfEach(service);
  });

  afterAll(() => service.stop());

  it('finds the resource when it is written in plain digits', async () => {
    const reads = operations().filter(({ method }) => method === 'GET');
    for (const { path } of reads)
      expect([path, (await service.admin.get(filled(path, named))).status]).toEqual([path, 200]);
  });

  it('finds nothing when it is written in another notation', async () => {
    const found: string[] = [];
    for (const placed of operations())
      for (const { name, schema } of parametersOf(placed))
        await Promise.all(
          notationsOf(named[keyOf(placed.path, name)] ?? '', schema).map(async (text) => {
            const path = filled(placed.path, { ...named, [keyOf(placed.path, name)]: text });
            const { status, body } = await send(placed, path);
            if (status !== 404 || body.error.code !== 'NOT_FOUND')
              found.push(`${placed.method} ${path}: ${status}`);
          }),
        );
    expect(found).toEqual([]);
  }, 60_000);

  it('is not followed by a slash at the end of a path', async () => {
    const found: string[] = [];
    for (const placed of operationsOf(document)) {
      const path = `${filled(placed.path, named)}/`;
      const { status } = await send(placed, path);
      if (status !== 404) found.push(`${placed.method} ${path}: ${status}`);
    }
    expect(found).toEqual([]);
  });

  it.each(['01', '%2B1', '1.0', '1e0', '0x1', '0b1', '%201', '1%20', '-0', '1_0', '%EF%BC%91'])(
    'has the same digits as an integer of a query, which is a 422 as %s',
    async (text) => {
      for (const { method, path, operation } of operationsOf(document)) {
        const names = integersOf(operation);
        if (method !== 'GET' || names.length === 0) continue;
        const query = names.map((name) => `${name}=${text}`).join('&');
        const { status, body } = await service.admin.get(`${filled(path, named)}?${query}`);
        expect([path, status]).toEqual([path, 422]);
        expect(Object.keys(body.error.details as object)).toEqual(expect.arrayContaining(names));
      }
    },
  );

  it.each(['01', '+1', '1.0', '1e0', '0x1', '-0', ' 1 x'])(
    'has the same digits as the cursor of events, which is a 422 as %s',
    async (text) => {
      const list = await service.admin.get(`/events?after=${encodeURIComponent(text)}`);
      const headers = { 'last-event-id': text };
      const stream = await service.admin.get('/events/stream', { headers });
      expect([list, stream].map(({ body }) => Object.keys(body.error.details as object))).toEqual([
        ['after'],
        ['Last-Event-ID'],
      ]);
    },
  );

  const operations = () => operationsOf(document).filter(({ path }) => path.includes('{'));

  async function send({ method, path: template, operation }: PlacedOperation, path: string) {
    if (template.endsWith('/profile-image') && method === 'POST') {
      const form = new FormData();
      form.append('image', new Blob([new Uint8Array(await blackPng(1, 1))]), 'image.png');
      return service.admin.send(method, path, { raw: form });
    }
    const { requestBody } = operation;
    const isJson = requestBody !== undefined && 'content' in requestBody;
    const body = isJson
      ? (requestBody.content['application/json']?.example as object | undefined)
      : undefined;
    return service.admin.send(method, path, body === undefined ? {} : { body });
  }
});

function parametersOf({ operation }: PlacedOperation): Parameter[] {
  return ((operation.parameters ?? []) as unknown as Parameter[]).filter((each) => each.in === 'path');
}

function integersOf({ parameters = [] }: PlacedOperation['operation']): string[] {
  return (parameters as unknown as Parameter[])
    .filter((each) => each.in === 'query' && each.schema.type === 'integer')
    .map(({ name }) => name);
}

function notationsOf(name: string, { type, format }: Parameter['schema']): readonly string[] {
  if (type === 'integer') return NOT_13;
  if (format === 'date') return NOT_THE_DATE;
  return format === 'uuid' ? uuidNotations(name) : textNotations(name);
}

function filled(path: string, names: Readonly<Record<string, string>>): string {
  return path.replaceAll(/\{(\w+)\}/g, (_, name: string) => names[keyOf(path, name)] ?? '');
}

/** A hold is the only resource whose id is no number. A link has another token than a feed. */
function keyOf(path: string, name: string): string {
  if (path.startsWith('/manage/')) return 'link';
  return path.startsWith('/holds') ? 'hold' : name;
}

async function makeOneOfEach({ admin }: TestService): Promise<Record<string, string>> {
  const providerId = await aProvider(admin, { slug: 'ana-silva' });
  const serviceId = await aService(admin);
  const at = (start: string) => ({ ...aBooking(providerId, serviceId), start });
  const absence = { start: '2031-01-01', end: '2031-01-02' };
  const day = { hours: [{ start: '10:00', end: '12:00' }] };
  const { name, email, date } = at('09:00') as unknown as { name: string; email: string; date: string };
  const requests: readonly (readonly [path: string, body: object])[] = [
    ['/appointments', at('09:00')],
    ['/categories', { name: 'Hair' }],
    ['/locations', { name: 'Main Street' }],
    ['/resources', { name: 'Room 1', kind: 'room' }],
    ['/closures', absence],
    [`/providers/${providerId}/time-off`, absence],
    [`/providers/${providerId}/busy-calendars`, { url: 'https://8.8.8.8/a.ics' }],
    ['/series', { ...at('10:00'), rrule: 'FREQ=WEEKLY;COUNT=2' }],
    ['/visits', { name, email, date, start: '11:00', items: [{ serviceId, providerId }] }],
    ['/waitlist', { name, email, providerId, serviceId, from: MONDAY, to: MONDAY }],
    ['/api-keys', { userId: providerId, name: 'Till' }],
    ['/webhooks', { url: 'https://8.8.8.8/hook' }],
    ['/webhooks/13/test', {}],
    ['/holds', { providerId, serviceId, date, start: '12:00', ttlSec: 3_600 }],
    [`/providers/${providerId}/feed`, {}],
  ];
  const answers = [];
  for (const [path, body] of requests) answers.push((await admin.post(path, body)).body.data);
  for (const path of ['', `/providers/${providerId}`])
    await admin.put(`${path}/special-hours/2026-12-24`, day);
  const visit = answers[requests.findIndex(([path]) => path === '/visits')] as { manageUrl: string };
  const [hold, feed] = answers.slice(-2) as [{ id: string }, { url: string }];
  return {
    ...Object.fromEntries(['id', 'calendarId', 'timeOffId', 'deliveryId'].map((each) => [each, '13'])),
    hold: hold.id,
    date: '2026-12-24',
    slug: 'ana-silva',
    token: /([^/]+)\.ics$/.exec(feed.url)?.[1] ?? '',
    link: visit.manageUrl.split('/').at(-1) ?? '',
  };
}
