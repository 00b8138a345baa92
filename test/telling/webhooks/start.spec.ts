import { Client } from 'pg';
import { numberEvents } from '../../support/events';
import { startTestService, type TestService } from '../../support/test-service';
import { deliverEvents, WebhookReceiver } from '../../support/webhook-receiver';

/** In these tests, events are numbered long after they were committed. */
describe('A webhook that begins while the numbering lags behind', () => {
  let service: TestService;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    service = await startTestService({ environment: { WEBHOOK_ALLOW_PRIVATE: 'on' } });
    receiver = await WebhookReceiver.start();
  });

  beforeEach(async () => {
    await service.query('delete from webhooks');
    await numberEvents(service);
    receiver.reset();
  });

  afterAll(async () => {
    await service.stop();
    receiver.stop();
  });

  const category = (name: string) => service.admin.post('/categories', { name });
  const create = async (members: object = {}, headers = {}) => {
    const { status, body } = await service.admin.post(
      '/webhooks',
      { url: receiver.url, ...members },
      { headers },
    );
    expect(status).toBe(201);
    return `/webhooks/${String(body.data.id)}`;
  };
  const received = async () => {
    await deliverEvents(service);
    return receiver.received.map(({ body }) => body.data['name']);
  };
  /** Inserts a category in a transaction that stays open. */
  const insert = async (name: string) => {
    const client = new Client({ connectionString: service.databaseUrl });
    await client.connect();
    await client.query('begin');
    await client.query('insert into categories (name, created_at, updated_at) values ($1, now(), now())', [
      name,
    ]);
    return {
      end: async (how: 'commit' | 'rollback') => {
        await client.query(how);
        await client.end();
      },
    };
  };

  it('is sent what was committed after it was made, and nothing earlier', async () => {
    await category('Before');
    await create();
    await category('After');
    expect(await received()).toEqual(['After']);
  });

  it('leaves out what was committed before it was made with an Idempotency-Key', async () => {
    await category('Before');
    await create({}, { 'idempotency-key': 'start-1' });
    await category('After');
    expect(await received()).toEqual(['After']);
  });

  it.each([
    ['PATCH', (path: string) => service.admin.patch(path, { active: true })],
    ['PUT', (path: string) => service.admin.put(path, { url: receiver.url })],
  ])('leaves out what was committed before a %s made it active', async (_method, activate) => {
    const path = await create({ active: false });
    await category('Before');
    expect((await activate(path)).status).toBe(200);
    await category('After');
    expect(await received()).toEqual(['After']);
  });

  it('leaves out what was committed while it was active before, when it is made active again', async () => {
    const path = await create();
    await category('Active');
    await service.admin.patch(path, { active: false });
    await category('Inactive');
    await service.admin.patch(path, { active: true });
    await category('Again');
    expect(await received()).toEqual(['Again']);
  });

  it('is sent all that is committed while a PATCH changes something else', async () => {
    const path = await create();
    await category('First');
    await service.admin.patch(path, { description: 'CRM', active: true });
    await service.admin.put(path, { url: receiver.url });
    expect(await received()).toEqual(['First']);
  });

  it('is sent what was written before it was made and committed after it', async () => {
    const early = await insert('Committed before');
    const late = await insert('Committed after');
    const lost = await insert('Rolled back');
    await category('Before');
    await early.end('commit');
    await create();
    await category('After');
    await late.end('commit');
    await lost.end('rollback');
    expect((await received()).toSorted()).toEqual(['After', 'Committed after']);
  });

  it('distinguishes what fills a gap of the numbering before it was made and after it', async () => {
    const early = await insert('Committed before');
    const late = await insert('Committed after');
    await category('Numbered');
    await numberEvents(service);
    await early.end('commit');
    await create();
    await late.end('commit');
    expect(await received()).toEqual(['Committed after']);
  });
});
