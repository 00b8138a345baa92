import type { OpenAPIObject } from '@nestjs/swagger';
import { operationsOf, type PlacedOperation } from '../../../src/platform/openapi/operations';
import { tokenIn } from '../../booking/manage/support/links';
import { numberEvents } from '../../support/events';
import { startTestService, type TestService } from '../../support/test-service';

/** The operations that the guide of the page tells to execute first. */
const FIRST = ['POST /services', 'POST /providers', 'POST /appointments'];
/** What ends a resource comes last, from the bottom of the page. */
const ENDS = /^DELETE |\/erase$/;
/** An offer is accepted or declined, not both: the guide tells to join the waitlist again in between. */
const AGAIN: Readonly<Record<string, string>> = {
  'POST /waitlist/{id}/decline': 'POST /waitlist',
  'DELETE /waitlist/{id}': 'POST /waitlist',
  'POST /manage/{token}/accept': 'POST /waitlist',
  'POST /manage/{token}/decline': 'POST /waitlist',
};
/** Whose link the examples of a path take; those of other paths take that of an occurrence. */
const LINKS: Readonly<Record<string, string>> = {
  '/manage/{token}/cancel': '/visits',
  '/manage/{token}/accept': '/waitlist',
  '/manage/{token}/decline': '/waitlist',
  // It stands after the rotation of the series, which ends the links of its occurrences.
  '/manage/{token}/calendar.ics': '/appointments',
};
const PICTURE = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

interface Body {
  readonly headers: Readonly<Record<string, string>>;
  readonly body: RequestInit['body'];
}

interface Named {
  readonly name: string;
  readonly in: string;
  readonly example?: unknown;
  readonly schema?: { readonly example?: unknown };
}

describe('The examples of the documentation page, in its order over a fresh database', () => {
  let service: TestService;
  let document: OpenAPIObject;
  let answers: Map<string, { status: number; text: string }>;
  /** Random values, which the page can only show as they look. */
  const random = new Map<string, string>();

  beforeAll(async () => {
    // The URLs of the examples have names that no server has.
    service = await startTestService({
      environment: { WEBHOOK_ALLOW_PRIVATE: 'on', RATE_LIMIT: '1000', CHALLENGE: 'on' },
    });
    document = (await (await fetch(`${service.url}/docs/openapi.json`)).json()) as OpenAPIObject;
    answers = new Map();
    for (const placed of inOrder()) {
      const again = placedOf(AGAIN[nameOf(placed)] ?? '');
      if (again !== undefined) await execute(again);
      answers.set(nameOf(placed), await execute(placed));
      if (placed.method === 'POST') await numberEvents(service);
    }
  });

  afterAll(() => service.stop());

  it('are all answered with a success', () => {
    const refused = [...answers].filter(([, { status }]) => status < 200 || status > 299);
    expect(Object.fromEntries(refused)).toEqual({});
  });

  it('show events', () => {
    const { data } = JSON.parse(answers.get('GET /events')?.text ?? '') as { data: unknown[] };
    expect(data).not.toEqual([]);
  });

  function placedOf(name: string): PlacedOperation | undefined {
    return operationsOf(document).find((placed) => nameOf(placed) === name);
  }

  function inOrder(): PlacedOperation[] {
    const tags = document.tags?.map(({ name }) => name) ?? [];
    const placeOf = ({ operation }: PlacedOperation) => tags.indexOf(operation.tags?.[0] ?? '');
    const onPage = operationsOf(document)
      .filter((placed) => placed.path.startsWith('/'))
      .sort((one, other) => placeOf(one) - placeOf(other));
    const first = FIRST.flatMap((name) => placedOf(name) ?? []);
    const ends = onPage.filter((placed) => ENDS.test(nameOf(placed))).reverse();
    const others = onPage.filter((placed) => !FIRST.includes(nameOf(placed)) && !ends.includes(placed));
    return [...first, ...others, ...ends];
  }

  async function execute(placed: PlacedOperation): Promise<{ status: number; text: string }> {
    const ended = new AbortController();
    const answer = await fetch(`${service.url}${urlOf(placed)}`, {
      method: placed.method,
      headers: { Authorization: `Bearer ${service.admin.key ?? ''}`, ...bodyOf(placed)?.headers },
      body: bodyOf(placed)?.body,
      signal: ended.signal,
    });
    // A stream has no end.
    const text = placed.path.endsWith('/stream') ? '' : await answer.text();
    ended.abort();
    remember(placed, text);
    return { status: answer.status, text: text.slice(0, 10_000) };
  }

  function remember(placed: PlacedOperation, text: string): void {
    const { data } = (text.startsWith('{') ? JSON.parse(text) : {}) as {
      data?: { id?: string; url?: string; manageUrl?: string; appointments?: { manageUrl: string }[] };
    };
    if (nameOf(placed) === 'POST /holds') random.set('hold', data?.id ?? '');
    if (nameOf(placed) === 'POST /providers/{id}/feed')
      random.set('token', /feeds\/(.*)\.ics/.exec(data?.url ?? '')?.[1] ?? '');
    if (placed.method === 'POST' && data?.manageUrl !== undefined)
      random.set(`/${placed.path.split('/')[1]}`, tokenIn(data.manageUrl));
    if (nameOf(placed) === 'POST /series')
      random.set('occurrence', tokenIn(data?.appointments?.[0]?.manageUrl));
    if (placed.path === '/waitlist' && placed.method === 'POST') random.set('entry', String(data?.id));
  }

  function urlOf({ path, operation, servers }: PlacedOperation & { servers?: unknown }): string {
    const prefix =
      servers === undefined && !path.startsWith('/health') && path !== '/metrics' ? '/api/v1' : '';
    const parameters = (operation.parameters ?? []) as Named[];
    const filled = parameters
      .filter((parameter) => parameter.in === 'path')
      .reduce(
        (url, { name, example }) => url.replace(`{${name}}`, randomOf(path, name) ?? String(example)),
        path,
      );
    const query = parameters
      .filter((parameter) => parameter.in === 'query')
      .flatMap(({ name, example, schema }) => {
        const value = example ?? schema?.example;
        return typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean'
          ? [`${name}=${encodeURIComponent(value)}`]
          : [];
      });
    return `${prefix}${filled}${query.length > 0 ? `?${query.join('&')}` : ''}`;
  }

  function randomOf(path: string, name: string): string | undefined {
    if (path.startsWith('/manage/')) return random.get(LINKS[path] ?? 'occurrence');
    if (name === 'token') return random.get('token');
    if (path.startsWith('/holds/')) return random.get('hold');
    return path.startsWith('/waitlist/') && AGAIN[`POST ${path}`] !== undefined
      ? random.get('entry')
      : undefined;
  }
});

function nameOf({ method, path }: PlacedOperation): string {
  return `${method} ${path}`;
}

function bodyOf({ operation: { requestBody } }: PlacedOperation): Body | undefined {
  if (requestBody === undefined || !('content' in requestBody)) return undefined;
  const json = requestBody.content['application/json'];
  if (json !== undefined)
    return { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(json.example) };
  const [type] = Object.keys(requestBody.content);
  if (type !== 'multipart/form-data') return { headers: { 'Content-Type': 'image/png' }, body: PICTURE };
  const form = new FormData();
  form.set('image', new Blob([PICTURE], { type: 'image/png' }), 'ana.png');
  return { headers: {}, body: form };
}
