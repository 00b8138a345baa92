import type { OpenAPIObject } from '@nestjs/swagger';
import { nameOf, type Operation, operationsOf } from '../../../src/platform/openapi/operations';
import { aProvider } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

const HOOK = { url: 'https://8.8.8.8/hook' };
const CALENDAR = { url: 'https://8.8.8.8/private-0123456789abcdef/basic.ics' };

/** The answers to a POST with an `Idempotency-Key` that show a secret: the member of `data`, and the body. */
const SECRETS: Readonly<Record<string, readonly [member: string, body?: object]>> = {
  'POST /providers/{id}/busy-calendars': ['url', CALENDAR],
  'POST /feed': ['url'],
  'POST /locations/{id}/feed': ['url'],
  'POST /providers/{id}/feed': ['url'],
  'POST /webhooks': ['secret', HOOK],
  'POST /webhooks/{id}/rotate-secret': ['secret'],
};
/**
 * Members that are called like secrets, and are none. The URL of a webhook can always be read, and the audit trail has it. A question of a
 * service has a key. The key that signs links stands in the same database as the stored answers.
 */
const OPEN = [
  'POST /api-keys keyId',
  'POST /api-keys/{id}/rotate keyId',
  'POST /appointments manageUrl',
  'POST /holds apiKeyId',
  'POST /appointments/{id}/rotate-link manageUrl',
  'POST /manage/{token}/accept key',
  'POST /manage/{token}/accept manageUrl',
  'POST /manage/{token}/cancel key',
  'POST /manage/{token}/cancel manageUrl',
  'POST /manage/{token}/decline key',
  'POST /manage/{token}/decline manageUrl',
  'POST /manage/{token}/move key',
  'POST /manage/{token}/move manageUrl',
  'POST /series manageUrl',
  'POST /series/{id}/rotate-link manageUrl',
  'POST /services key',
  'POST /visits manageUrl',
  'POST /visits/{id}/rotate-link manageUrl',
  'POST /waitlist manageUrl',
  'POST /waitlist/{id}/rotate-link manageUrl',
  'POST /waitlist/{id}/accept manageUrl',
  'POST /waitlist/{id}/decline manageUrl',
  'POST /webhooks url',
  'POST /webhooks/{id}/rotate-secret url',
];

/** Members that no stored answer has, also not encrypted (test/people/keys-by-api.spec.ts). */
const NEVER_STORED = ['POST /api-keys key', 'POST /api-keys/{id}/rotate key'];

const isCalledLikeASecret = (name: string) => /secret|token|password|key|link|url|credential/i.test(name);

describe('The secrets of an answer', () => {
  let service: TestService;
  let providerId: number;

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin);
  });

  afterAll(() => service.stop());

  const dump = async () => {
    const rows = await service.query<{ row: string }>('select r::text as row from idempotency_records r');
    return rows.map(({ row }) => row).join('\n');
  };
  const webhook = async () => (await service.admin.post('/webhooks', HOOK)).body.data.id as number;
  const location = async () =>
    (await service.admin.post('/locations', { name: 'Studio' })).body.data.id as number;
  const send = (path: string, key: string, body?: object) =>
    service.admin.post(path, body, { headers: { 'idempotency-key': key.replaceAll(' ', '-') } });

  it('are members that this test knows, in every operation that takes an Idempotency-Key', async () => {
    const document = (await (await fetch(`${service.url}/docs/openapi.json`)).json()) as OpenAPIObject;
    const found = operationsOf(document)
      .filter(({ operation }) => takesKey(operation))
      .flatMap(({ method, path, operation }) =>
        membersOf(operation, document)
          .filter(isCalledLikeASecret)
          .map((name) => `${method} ${path} ${name}`),
      );
    const known = Object.entries(SECRETS).map(([operation, [member]]) => `${operation} ${member}`);
    expect(found.toSorted()).toEqual([...known, ...OPEN, ...NEVER_STORED].toSorted());
  });

  it.each(Object.entries(SECRETS))('stand in no stored answer of %s', async (operation, [member, body]) => {
    const make = [webhook, location].find((each) => operation.includes(`/${each.name}s/`));
    const id = (await make?.()) ?? providerId;
    const path = operation.replace('POST ', '').replace('{id}', String(id));
    const first = await send(path, operation, body);
    expect(first.status).toBeLessThan(300);
    const secret = first.body.data[member] as string;
    expect(secret.length).toBeGreaterThan(20);
    const stored = await dump();
    expect(stored).toContain(operation.replace(' ', '-'));
    for (const part of [secret, secret.slice(-24, -6), Buffer.from(secret).toString('hex')])
      expect(stored).not.toContain(part);
    const again = await send(path, operation, body);
    expect([again.status, again.body]).toEqual([first.status, first.body]);
    expect(again.headers.get('etag')).toBe(first.headers.get('etag'));
    expect(again.headers.get('idempotency-replayed')).toBe('true');
  });

  it('are not replayed to another key', async () => {
    const { key } = await service.keyOf(1);
    await send(`/providers/${providerId}/feed`, 'shared');
    const headers = { 'idempotency-key': 'shared' };
    const other = await service.withKey(key).post(`/providers/${providerId}/feed`, undefined, { headers });
    expect(other.headers.get('idempotency-replayed')).toBeNull();
  });

  const feed = () => `/providers/${providerId}/feed`;
  it.each<[string, () => Promise<unknown>]>([
    ['the link was made anew', () => service.admin.post(feed())],
    ['the link was made anew with another key', () => send(feed(), `anew ${providerId}`)],
    ['the link was deleted', () => service.admin.delete(feed())],
    ['the provider was deleted', () => service.query('delete from providers where id = $1', [providerId])],
  ])('of a feed is not replayed any more once %s', async (_what, end) => {
    const first = await send(feed(), `link ${providerId}`);
    await end();
    const again = await send(feed(), `link ${providerId}`);
    expect([again.status, again.body]).toEqual([
      201,
      { data: { ...first.body.data, url: null }, meta: { withheld: ['url'] } },
    ]);
    const [row] = await service.query<{ sealed: unknown }>(
      'select sealed from idempotency_records where key = $1',
      [`link-${providerId}`],
    );
    expect(row?.sealed).toBeNull();
  });

  it.each<[string, (path: string) => Promise<unknown>]>([
    ['it was rotated', (path) => service.admin.post(`${path}/rotate-secret`)],
    ['the webhook was deleted', (path) => service.admin.delete(path)],
  ])('of a webhook is not replayed any more once %s', async (what, end) => {
    const first = await send('/webhooks', what, HOOK);
    const path = `/webhooks/${String(first.body.data.id)}`;
    await service.admin.patch(path, { description: 'The secret stays' });
    expect((await send('/webhooks', what, HOOK)).body).toEqual(first.body);
    await end(path);
    const again = await send('/webhooks', what, HOOK);
    expect(again.body).toEqual({
      data: { ...first.body.data, secret: null },
      meta: { withheld: ['secret'] },
    });
  });

  it('are not stored with a refusal, which is replayed as it was', async () => {
    const first = await send('/providers/9999/feed', 'unknown');
    const again = await send('/providers/9999/feed', 'unknown');
    expect([again.status, again.body]).toEqual([404, first.body]);
  });
});

function takesKey({ parameters = [] }: Operation): boolean {
  return parameters.some((parameter) => 'name' in parameter && parameter.name === 'Idempotency-Key');
}

/** The names of all members of the `data` of a success, also of those that lie deeper. */
function membersOf({ responses }: Operation, { components }: OpenAPIObject): string[] {
  const names = new Set<string>();
  const seen = new Set<string>();
  const walk = (schema: unknown): void => {
    if (typeof schema !== 'object' || schema === null) return;
    const { $ref, properties } = schema as { $ref?: string; properties?: object };
    if ($ref !== undefined && !seen.has($ref)) {
      seen.add($ref);
      walk(components?.schemas?.[nameOf($ref)]);
    }
    for (const name of Object.keys(properties ?? {})) names.add(name);
    for (const part of Object.values(schema)) walk(part);
  };
  for (const [status, response] of Object.entries(responses)) if (status.startsWith('2')) walk(response);
  return [...names];
}
