import { numberEvents } from '../../support/events';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { WebhookSender } from '../../../src/telling/webhooks/sending/webhook-sender';
import { deliverEvents, WebhookReceiver } from '../../support/webhook-receiver';

describe('A replay', () => {
  let service: TestService;
  let receiver: WebhookReceiver;
  let after: number;

  beforeAll(async () => {
    service = await startTestService({ environment: { WEBHOOK_ALLOW_PRIVATE: 'on' } });
    receiver = await WebhookReceiver.start();
  });

  beforeEach(async () => {
    await service.query('delete from webhooks');
    await service.query('delete from webhook_deliveries');
    await numberEvents(service);
    service.clock.set(START);
    receiver.reset();
    after = (await service.admin.get('/events?after=latest')).body.meta?.next as number;
  });

  afterAll(async () => {
    await service.stop();
    receiver.stop();
  });

  /** As many events. */
  const happen = async (count: number) => {
    await service.query(
      `insert into categories (name, created_at, updated_at)
       select 'Category ' || gen_random_uuid(), now(), now() from generate_series(1, $1)`,
      [count],
    );
    await numberEvents(service);
  };
  const create = async () =>
    (await service.admin.post('/webhooks', { url: receiver.url })).body.data.id as number;
  const replay = (id: number) => service.admin.post(`/webhooks/${id}/replay`, { after });
  const rows = async (condition = 'true') => {
    const [row] = await service.query<{ rows: number }>(
      `select count(*)::int as rows from webhook_deliveries where ${condition}`,
    );
    return row?.rows;
  };

  it('writes no delivery before it is due, and few at a time', async () => {
    await happen(720);
    const id = await create();
    expect((await replay(id)).body.data).toMatchObject({ deliveries: 720, hasMore: false });
    expect(await rows()).toBe(0);
    receiver.status(500);
    await deliverEvents(service);
    expect(await rows()).toBe(500);
    receiver.reset();
    for (let round = 0; round < 3; round++) {
      service.clock.advance(5_000);
      await deliverEvents(service);
    }
    expect(await rows(`status = 'delivered'`)).toBe(720);
    const received = receiver.received.map(({ body }) => body.id);
    expect(new Set(received).size).toBe(720);
    expect(await service.query('select * from webhook_replays')).toEqual([]);
  });

  it('is sent behind retries, tests and redeliveries', async () => {
    const id = await create();
    receiver.status(500);
    await service.admin.post('/categories', { name: 'Retried' });
    await deliverEvents(service);
    const [{ id: deliveryId } = { id: 0 }] = await service.query<{ id: string }>(
      'select id from webhook_deliveries',
    );
    await happen(150);
    await service.query(`update webhook_deliveries set status = 'delivered' where is_first`);
    expect((await replay(id)).status).toBe(202);
    const sender = service.app.get(WebhookSender);
    receiver.reset();
    await sender.run();
    await sender.settle();
    expect(receiver.received).toHaveLength(10);
    service.clock.advance(5_000);
    await service.admin.post(`/webhooks/${id}/test`);
    await service.admin.post(`/webhooks/${id}/deliveries/${deliveryId}/redeliver`);
    receiver.reset();
    await sender.run();
    await sender.settle();
    const sent = receiver.received.map(({ body }) => body.data['name'] ?? body.type);
    expect(sent.filter((name) => name === 'Retried')).toHaveLength(2);
    expect(sent).toContain('webhook.test');
    expect(sent.length).toBeLessThanOrEqual(13);
  });

  it('is refused while more than 10,000 events are still to be sent again, until they are', async () => {
    await happen(6_000);
    const [id, other] = [await create(), await create()];
    expect((await replay(id)).status).toBe(202);
    expect((await replay(id)).body.data).toMatchObject({ deliveries: 6_000 });
    const refused = await replay(id);
    expect([refused.status, refused.body.error.details]).toEqual([422, { reason: 'replay_pending' }]);
    expect((await replay(other)).status).toBe(202);
    expect(await rows()).toBe(0);
    await service.query('delete from webhook_replays where id = (select min(id) from webhook_replays)');
    expect((await replay(id)).status).toBe(202);
  });

  it('waits while its webhook is not active, and ends with it', async () => {
    await happen(3);
    const id = await create();
    await replay(id);
    await service.admin.patch(`/webhooks/${id}`, { active: false });
    await deliverEvents(service);
    expect([receiver.received.length, await rows()]).toEqual([0, 0]);
    await service.admin.patch(`/webhooks/${id}`, { active: true });
    await deliverEvents(service);
    expect(receiver.received).toHaveLength(3);
    await replay(id);
    await service.admin.delete(`/webhooks/${id}`);
    expect(await service.query('select * from webhook_replays')).toEqual([]);
    await deliverEvents(service);
    expect(receiver.received).toHaveLength(3);
  });

  it('ends when the events that it would send are no longer kept', async () => {
    await happen(3);
    const id = await create();
    await replay(id);
    await service.query('delete from events');
    await deliverEvents(service);
    expect([receiver.received.length, await service.query('select * from webhook_replays')]).toEqual([0, []]);
  });

  it('sends nothing of a person who was erased after the request', async () => {
    const mia = await service.admin.post('/customers', { firstName: 'Mia', email: 'mia@example.com' });
    await numberEvents(service);
    const id = await create();
    await replay(id);
    expect((await service.admin.post(`/customers/${String(mia.body.data.id)}/erase`)).status).toBe(200);
    await deliverEvents(service);
    expect(receiver.types).toContain('customer.created');
    expect(JSON.stringify(receiver.received)).not.toMatch(/mia/i);
  });
});
