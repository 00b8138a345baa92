import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { MINUTE_MS } from '../../../src/platform/time/units';
import { DeliveryService, MAX_ATTEMPTS } from '../../../src/telling/messages/delivery/delivery.service';
import { everyTable } from '../../support/database/every-row';
import { numberEvents } from '../../support/events';
import { startTestService, type TestService } from '../../support/test-service';
import { deliverEvents, WebhookReceiver } from '../../support/webhook-receiver';
import { MailServer } from '../../telling/messages/support/mail-server';
import { PERSON, Story, STRINGS } from './support/person';

/** A place that holds texts: a table, the outbox or the storage folder, the log. */
interface Place {
  readonly name: string;
  readonly texts: readonly string[];
}

describe('After an erasure', () => {
  let dataDir: string;
  let service: TestService;
  let receiver: WebhookReceiver;
  let webhookId: number;
  const log: string[] = [];
  const options = () => ({
    environment: { DATA_DIR: dataDir, LOG_LEVEL: 'trace', WEBHOOK_ALLOW_PRIVATE: 'on', SMS: 'webhook' },
    log: (line: string) => void log.push(line),
  });
  let filled: Place[];
  let sentBefore: readonly string[];
  let customerId: number;

  beforeAll(async () => {
    dataDir = await mkdtemp(join(tmpdir(), 'scheduling-erasure-'));
    service = await startTestService(options());
    receiver = await WebhookReceiver.start();
    webhookId = (await service.admin.post('/webhooks', { url: receiver.url })).body.data.id as number;
    customerId = await new Story(service).tell();
    await failToSend();
    while (await service.app.get(DeliveryService).deliverNext());
    // Those of the customer are tried again after the erasure.
    receiver.answer = (response, { body }) =>
      response.writeHead(body.type.startsWith('customer.') ? 500 : 204).end();
    await deliverEvents(service);
    sentBefore = receiver.received.map(({ text }) => text);
    filled = await places();
    await service.admin.post(`/customers/${customerId}/erase`);
  });

  afterAll(async () => {
    await service.stop();
    receiver.stop();
    await rm(dataDir, { recursive: true });
  });

  const hasBeenRefused = () =>
    log.some((line) => line.includes('Could not send a message') && line.includes('is unknown here'));
  /** A mail server refuses a message, and names the address in its answer. */
  const failToSend = async () => {
    const mail = await MailServer.start();
    mail.refusal = { on: 'RCPT', code: 550, message: `<${PERSON.email.toUpperCase()}> is unknown here` };
    const { environment, ...rest } = options();
    const databaseUrl = service.databaseUrl;
    const other = await startTestService({
      ...rest,
      databaseUrl,
      environment: { ...environment, SMTP_URL: mail.url },
    });
    // The message about the visit comes first: it is not outdated, and it is not to another customer. Jobs have no priority.
    const makeDue = `
      update pgboss.job set created_on = created_on - interval '1 hour', start_after = start_after - interval '1 hour' where (data ->> 'notificationId')::int in (
        select n.id from notifications n join appointments a on a.id = n.appointment_id where a.visit_id is not null and n.channel = 'email')`;
    // On a busy machine an attempt may end without an answer of the mail server; the next one is due later.
    for (let attempt = 0; attempt < MAX_ATTEMPTS && !hasBeenRefused(); attempt++) {
      await service.query(makeDue);
      await other.app.get(DeliveryService).deliverNext();
    }
    await other.stop();
    await mail.stop();
  };

  const places = async (): Promise<Place[]> => [
    ...(await everyTable(service)).map(({ table, rows }) => ({ name: table, texts: rows })),
    { name: 'files', texts: await textsIn(dataDir) },
    { name: 'log', texts: [...log] },
  ];

  it('no row of any table, no file and no line of the log contains anything of the person', async () => {
    for (const { name, texts } of await places())
      expect({ [name]: texts.filter((text) => found(text).length > 0) }).toEqual({ [name]: [] });
  });

  it('each of these places had contained something of the person', () => {
    const holding = filled.filter(({ texts }) => texts.some((text) => found(text).length > 0));
    expect(holding.map(({ name }) => name).sort()).toEqual([
      'files',
      'public.appointments',
      'public.audit_entries',
      'public.customers',
      'public.idempotency_records',
      'public.notifications',
      'public.waitlist_entries',
    ]);
    const all = filled.flatMap(({ texts }) => texts.flatMap(found));
    expect(new Set(all)).toEqual(new Set(STRINGS));
    expect(hasBeenRefused()).toBe(true);
  });

  it('no event contains anything of the person, and one reports the erasure', async () => {
    await numberEvents(service);
    const { body } = await service.admin.get('/events?length=100');
    const events = body.data as { type: string; resourceId: number }[];
    expect(events.filter((event) => found(JSON.stringify(event)).length > 0)).toEqual([]);
    const erasures = events.filter(({ type }) => type === 'customer.erased');
    expect(erasures).toMatchObject([{ resourceId: customerId, data: { firstName: 'Erased' }, previous: {} }]);
    expect(body.meta.hasMore).toBe(false);
  });

  it('what a webhook is sent, for the first time or again, has nothing of the person, as it had before', async () => {
    expect(new Set(sentBefore.flatMap(found)).size).toBeGreaterThan(10);
    receiver.reset();
    service.clock.advance(MINUTE_MS);
    await deliverEvents(service);
    const types = new Set(receiver.types);
    expect(types).toEqual(
      new Set([
        'customer.created',
        'customer.changed',
        'customer.erased',
        'appointment.changed',
        'hold.released',
        'waitlist.withdrawn',
      ]),
    );
    const { body } = await service.admin.post(`/webhooks/${webhookId}/replay`, { after: 0 });
    expect(body.data.deliveries).toBeGreaterThan(sentBefore.length);
    await deliverEvents(service);
    expect(receiver.received.length).toBeGreaterThan(body.data.deliveries as number);
    expect(receiver.received.flatMap(({ text }) => found(text))).toEqual([]);
    const deliveries = (await places()).find(({ name }) => name === 'public.webhook_deliveries')?.texts ?? [];
    expect(deliveries.length).toBeGreaterThan(2 * sentBefore.length);
  });

  it('the files of messages to other customers are still there', async () => {
    expect((await textsIn(dataDir)).some((text) => text.includes('otto@nowhere.example'))).toBe(true);
  });
});

/** The texts of the person that a text contains, in upper or lower case. */
function found(text: string): string[] {
  const lower = text.toLowerCase();
  return STRINGS.filter((each) => lower.includes(each.toLowerCase()));
}

async function textsIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile());
  return Promise.all(files.map(({ parentPath, name }) => readFile(join(parentPath, name), 'utf8')));
}
