import { Maintenance } from '../../../src/operating/worker/maintenance';
import { startTestService, type TestService } from '../../support/test-service';
import { deliverEvents, WebhookReceiver } from '../../support/webhook-receiver';

/** More than two of the batches in which deliveries are deleted. */
const MANY = 2_500;

describe('A webhook that is deleted', () => {
  let service: TestService;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    service = await startTestService({
      environment: { WEBHOOK_ALLOW_PRIVATE: 'on', EVENT_RETENTION_DAYS: '0' },
    });
    receiver = await WebhookReceiver.start();
  });

  beforeEach(async () => {
    await service.query('delete from webhooks');
    await service.query('delete from webhook_deliveries');
    receiver.reset();
  });

  afterAll(async () => {
    await service.stop();
    receiver.stop();
  });

  const create = async () =>
    (await service.admin.post('/webhooks', { url: receiver.url })).body.data.id as number;
  const addDeliveries = (id: number, count: number) =>
    service.query(
      `insert into webhook_deliveries (webhook_id, type, subject, is_first, next_attempt_at, created_at)
       select $1, 'webhook.test', 'test ' || n, false, now() - interval '1 year', now() - interval '1 year'
       from generate_series(1, $2) n`,
      [id, count],
    );
  const counts = async () =>
    (
      await service.query<{ id: number; count: number }>(
        'select webhook_id as id, count(*)::int as count from webhook_deliveries group by 1 order by 1',
      )
    ).map(({ id, count }) => [id, count]);

  it('is gone at once, and so are its deliveries for callers, however many there are', async () => {
    const [id, other] = [await create(), await create()];
    await addDeliveries(id, MANY);
    await addDeliveries(other, 1);
    const [row] = await service.query<{ id: string }>('select min(id) as id from webhook_deliveries');
    expect((await service.admin.delete(`/webhooks/${id}`)).status).toBe(200);
    expect(await counts()).toEqual([
      [id, MANY],
      [other, 1],
    ]);
    for (const path of [
      `/webhooks/${id}`,
      `/webhooks/${id}/deliveries`,
      `/webhooks/${id}/deliveries?length=1`,
    ])
      expect((await service.admin.get(path)).status).toBe(404);
    for (const path of ['test', `deliveries/${String(row?.id)}/redeliver`])
      expect((await service.admin.post(`/webhooks/${id}/${path}`)).status).toBe(404);
    expect((await service.admin.post(`/webhooks/${id}/replay`, { after: 0 })).status).toBe(404);
    await deliverEvents(service);
    expect(receiver.received.map(({ body }) => body.resourceId)).toEqual([other]);
    const metrics = await (await fetch(`${service.url}/metrics`)).text();
    expect(metrics).toContain('\nwebhook_oldest_pending_seconds 0\n');
  });

  it('leaves no delivery behind after the next maintenance, which keeps those of other webhooks', async () => {
    const ids = [await create(), await create(), await create(), await create()];
    for (const [index, id] of ids.entries()) await addDeliveries(id, index === 1 ? MANY : 3);
    for (const id of [ids[1], ids[2]]) await service.admin.delete(`/webhooks/${id}`);
    await service.app.get(Maintenance).run();
    expect(await counts()).toEqual([
      [ids[0], 3],
      [ids[3], 3],
    ]);
  });
});
