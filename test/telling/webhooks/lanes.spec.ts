import { DataSource } from 'typeorm';
import { LaneLeases } from '../../../src/telling/webhooks/sending/lane-leases';
import { startTestService, type TestService } from '../../support/test-service';
import { deliverEvents, WebhookReceiver } from '../../support/webhook-receiver';

/** More than a lane sends at a time, so that some are not tried yet when the first answer comes. */
const NAMES = Array.from({ length: 20 }, (_, index) => `Category ${index}`);

interface Row {
  readonly position: number;
  readonly last: number;
}

describe('The lane of the new events of a webhook', () => {
  let service: TestService;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    service = await startTestService({ environment: { WEBHOOK_ALLOW_PRIVATE: 'on' } });
    receiver = await WebhookReceiver.start();
  });

  beforeEach(async () => {
    await service.query('delete from webhooks');
    receiver.reset();
  });

  afterAll(async () => {
    await service.stop();
    receiver.stop();
  });

  const create = async () =>
    (await service.admin.post('/webhooks', { url: receiver.url, types: ['category.created'] })).body.data
      .id as number;
  const happen = async () => {
    for (const name of NAMES) await service.admin.post('/categories', { name: `${name} ${Math.random()}` });
    await deliverEvents(service);
  };
  const rowOf = async (id: number) => {
    const [row] = await service.query<Row>(
      `select position::int as position, (select max(id)::int from webhook_deliveries where webhook_id = $1) as last
       from webhook_lanes where webhook_id = $1 and is_first`,
      [id],
    );
    return row;
  };

  it('begins behind what was tried, so that a worker does not read the entries of what was delivered again', async () => {
    const id = await create();
    await happen();
    const delivered = await rowOf(id);
    expect(delivered?.position).toBe(delivered?.last);
    receiver.status(500);
    await happen();
    const failed = await rowOf(id);
    expect(failed?.position).toBe(failed?.last);
    expect(failed?.last).toBeGreaterThan(delivered?.last ?? Infinity);
  });

  it('keeps what was not tried before a 410, and sends it once the webhook is active again', async () => {
    const id = await create();
    receiver.status(410);
    await happen();
    const tried = new Set(receiver.ids);
    expect(tried.size).toBeLessThan(NAMES.length);
    receiver.reset();
    await service.admin.patch(`/webhooks/${id}`, { active: true });
    await deliverEvents(service);
    expect(receiver.received).toHaveLength(NAMES.length - tried.size);
    expect(receiver.ids.some((messageId) => tried.has(messageId))).toBe(false);
  });
});

describe('The queue of deliveries', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({
      environment: { WEBHOOK_ALLOW_PRIVATE: 'on', DATABASE_POOL_SIZE: '1' },
    });
  });

  afterAll(() => service.stop());

  /** Rows of deliveries that PostgreSQL has read without an index, in all. */
  const readInSequence = async () => {
    const connection = service.app.get(DataSource);
    await connection.query('select pg_stat_force_next_flush()');
    const [read] = await connection.query<{ rows: number }[]>(
      `select seq_tup_read::int as rows from pg_stat_user_tables where relname = 'webhook_deliveries'`,
    );
    return read?.rows;
  };

  it('is read by its index, also by a connection that has seen it empty many times', async () => {
    const created = await service.admin.post('/webhooks', { url: 'http://127.0.0.1:65535' });
    await service.query('vacuum (analyze) webhook_deliveries');
    const leases = service.app.get(LaneLeases);
    for (let time = 0; time < 8; time++) expect(await leases.take()).toEqual([]);
    await service.query(
      `insert into webhook_deliveries (webhook_id, type, subject, status, is_first, created_at)
       select $1, 'webhook.test', 'a', case when n = 20000 then 'pending' else 'delivered' end, n = 20000, now()
       from generate_series(1, 20000) n`,
      [created.body.data.id],
    );
    const before = await readInSequence();
    expect(await leases.take()).toHaveLength(1);
    expect(await readInSequence()).toBe(before);
  });
});
