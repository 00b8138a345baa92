import { HostLookup } from '../../../src/platform/outgoing/host-lookup';
import type { Answer } from '../../support/api-client';
import { startTestService, type TestService } from '../../support/test-service';

const URL = 'https://8.8.8.8/hook';

describe('Webhooks', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    await service.query('delete from webhooks');
    await service.query('delete from webhook_deliveries');
  });

  afterAll(() => service.stop());

  const create = async (members: object = {}) => {
    const { status, body } = await service.admin.post('/webhooks', { url: URL, ...members });
    expect(status).toBe(201);
    return body.data as { id: number; secret: string };
  };
  const details = ({ status, body }: Answer) => [status, body.error.details as unknown];

  it('are created for all types, and show their secret once', async () => {
    const { id, secret, ...created } = await create();
    expect(created).toEqual({
      ...{ url: URL, description: null, types: null, active: true },
      ...{ deactivatedReason: null, failingSince: null, createdAt: '2026-11-20T08:00:00Z' },
    });
    expect(secret).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/);
    expect((await service.admin.get(`/webhooks/${id}`)).body.data).toEqual({ id, ...created });
    expect((await service.admin.get('/webhooks')).body.data).toEqual([{ id, ...created }]);
  });

  it('are changed, replaced and deleted, under If-Match', async () => {
    const { id } = await create({ description: 'CRM', types: ['hold.placed'] });
    const path = `/webhooks/${id}`;
    const tag = (await service.admin.get(path)).headers.get('etag') ?? '';
    const types = ['appointment.*', 'customer.created'];
    const changed = await service.admin.patch(path, { types }, { headers: { 'if-match': tag } });
    expect(changed.body.data).toMatchObject({ description: 'CRM', types, active: true });
    expect(
      (await service.admin.patch(path, { active: false }, { headers: { 'if-match': tag } })).status,
    ).toBe(412);
    const replaced = await service.admin.put(path, { url: `${URL}/other` });
    expect(replaced.body.data).toMatchObject({ url: `${URL}/other`, description: null, types: null });
    expect((await service.admin.delete(path)).status).toBe(200);
    expect((await service.admin.get(path)).status).toBe(404);
  });

  it('refuse unknown and no types', async () => {
    const post = (types: unknown) => service.admin.post('/webhooks', { url: URL, types });
    for (const unknown of ['appointment.eaten', 'webhook.test', '*', 'appointment']) {
      expect(details(await post(['hold.placed', unknown]))).toEqual([
        422,
        { types: expect.stringMatching(/^must be one of /) },
      ]);
    }
    expect(details(await post([]))).toEqual([422, { types: 'must not be empty' }]);
  });

  it('refuse a URL whose address is not public, or that has none, or a port of another service', async () => {
    const addresses = jest.spyOn(service.app.get(HostLookup), 'addressesOf');
    addresses.mockImplementation((host) =>
      host === 'intranet.example'
        ? Promise.resolve([{ address: '10.0.0.7', family: 4 }])
        : Promise.reject(new Error('ENOTFOUND')),
    );
    const { id } = await create();
    const fault = async (url: string) => {
      const answers = [
        await service.admin.post('/webhooks', { url }),
        await service.admin.patch(`/webhooks/${id}`, { url }),
        await service.admin.put(`/webhooks/${id}`, { url }),
      ];
      const faults = answers.map(
        ({ status, body }) => `${status} ${(body.error.details as { url: string }).url}`,
      );
      expect(new Set(faults).size).toBe(1);
      return faults[0];
    };
    const notPublic = '422 cannot be used: the address of the host is not public';
    expect(await fault('http://169.254.169.254/latest')).toBe(notPublic);
    expect(await fault('http://2130706433/')).toBe(notPublic);
    expect(await fault('https://intranet.example/hook')).toBe(notPublic);
    expect(await fault('https://nowhere.example/')).toBe(
      '422 cannot be used: the name of the host cannot be resolved',
    );
    for (const port of [22, 25, 1_023])
      expect(await fault(`http://93.184.216.34:${port}/`)).toBe(
        `422 cannot be used: the URL must not have the port ${port}`,
      );
    expect(await fault('https://user:secret@example.com/')).toBe('422 must not contain a user or a password');
    expect(await fault('ftp://example.com/')).toBe(
      '422 must be a URL that begins with http:// or https://, in ASCII',
    );
  });

  it('never appear in the audit trail with their secrets', async () => {
    const { id, secret } = await create();
    const rotated = String((await service.admin.post(`/webhooks/${id}/rotate-secret`)).body.data.secret);
    const { body } = await service.admin.get('/audit?resource=webhooks&sort=id:desc&length=2');
    expect(body.data).toMatchObject([
      { action: 'update', after: { secret: 'changed', previousSecret: 'set' } },
      { action: 'create', after: { secret: 'set' } },
    ]);
    expect(JSON.stringify(body)).not.toContain(secret);
    expect(JSON.stringify(body)).not.toContain(rotated);
  });

  it('give the same secret again for the same Idempotency-Key, and create one webhook', async () => {
    const send = () =>
      service.admin.post('/webhooks', { url: URL }, { headers: { 'idempotency-key': 'hook-1' } });
    const [first, second] = [await send(), await send()];
    expect(second.body).toEqual(first.body);
    expect((await service.admin.get('/webhooks')).body.meta?.total).toBe(1);
  });

  it('are at most 100', async () => {
    await service.query(
      `insert into webhooks (url, secret, created_at, updated_at) select $1, 'x', now(), now() from generate_series(1, 100)`,
      [URL],
    );
    const { status, body } = await service.admin.post('/webhooks', { url: URL });
    expect([status, (body.error.details as { reason: string }).reason]).toEqual([422, 'too_many_webhooks']);
  });

  it('list their deliveries by status and event, newest first', async () => {
    const { id } = await create();
    const other = await create();
    for (const path of [`/webhooks/${id}/test`, `/webhooks/${other.id}/test`, `/webhooks/${id}/test`]) {
      await service.admin.post(path);
    }
    await service.query(
      `update webhook_deliveries set status = 'delivered', event_id = 7, next_attempt_at = null
       where id = (select min(id) from webhook_deliveries)`,
    );
    const list = async (query: string) => {
      const { status, body } = await service.admin.get(`/webhooks/${id}/deliveries${query}`);
      expect(status).toBe(200);
      return (body.data as unknown as { status: string; eventId: number | null }[]).map(
        (delivery) => `${delivery.status} ${delivery.eventId}`,
      );
    };
    expect(await list('')).toEqual(['pending null', 'delivered 7']);
    expect(await list('?sort=id:asc')).toEqual(['delivered 7', 'pending null']);
    expect(await list('?status=pending')).toEqual(['pending null']);
    expect(await list('?eventId=7&status=delivered')).toEqual(['delivered 7']);
    expect(await list('?eventId=8')).toEqual([]);
    expect((await service.admin.get('/webhooks/2147483647/deliveries')).status).toBe(404);
    const elsewhere = `/webhooks/${other.id}/deliveries/1/redeliver`;
    expect((await service.admin.post(elsewhere)).status).toBe(404);
  });
});
