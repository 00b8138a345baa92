import { createHmac } from 'node:crypto';
import { Webhook } from 'standardwebhooks';
import { HostLookup } from '../../../src/platform/outgoing/host-lookup';
import { EventRetention } from '../../../src/telling/numbering/event-retention';
import { anAppointment, aProvider, aService } from '../../support/builders';
import { numberEvents } from '../../support/events';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { deliverEvents, WebhookReceiver } from '../../support/webhook-receiver';

const SECOND = 1_000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const RETRIES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  DAY,
];

interface Delivery {
  readonly id: number;
  readonly eventId: number | null;
  readonly type: string;
  readonly status: string;
  readonly attempts: readonly { at: string; statusCode: number | null; error: string | null }[];
  readonly nextAttemptAt: string | null;
}

describe('A webhook', () => {
  let service: TestService;
  let receiver: WebhookReceiver;

  beforeAll(async () => {
    service = await startTestService({
      environment: { WEBHOOK_ALLOW_PRIVATE: 'on', EVENT_RETENTION_DAYS: '30' },
    });
    receiver = await WebhookReceiver.start();
  });

  beforeEach(async () => {
    await service.query('delete from webhooks');
    await numberEvents(service);
    service.clock.set(START);
    receiver.reset();
  });

  afterAll(async () => {
    await service.stop();
    receiver.stop();
  });

  const create = async (members: object = {}) => {
    const { status, body } = await service.admin.post('/webhooks', { url: receiver.url, ...members });
    expect(status).toBe(201);
    return body.data as { id: number; secret: string };
  };
  const categories = async (...names: string[]) => {
    for (const name of names) await service.admin.post('/categories', { name });
  };
  const happen = async (...names: string[]) => {
    await categories(...names);
    await deliverEvents(service);
  };
  const deliveries = async (id: number, query = '') =>
    (await service.admin.get(`/webhooks/${id}/deliveries?sort=id:asc${query}`)).body
      .data as unknown as Delivery[];
  const shown = async (id: number) => (await service.admin.get(`/webhooks/${id}`)).body.data;
  const post = async (path: string, body?: object) => {
    const answer = await service.admin.post(path, body);
    expect(answer.status).toBe(202);
    return answer.body.data;
  };

  describe('that is sent events', () => {
    it('gets each event of its types once, as GET /events shows it, with a sequence', async () => {
      await create({ types: ['category.*', 'location.created'] });
      await categories('Hair');
      await service.admin.post('/locations', { name: 'Main street' });
      await service.admin.post('/customers', { firstName: 'Mia' });
      await deliverEvents(service);
      const events = (await service.admin.get('/events?length=100')).body.data as unknown as { id: number }[];
      const bodies = receiver.received.map(({ body }) => body);
      expect(bodies.map(({ type }) => type)).toEqual(['category.created', 'location.created']);
      for (const { sequence, ...event } of bodies) {
        expect(events).toContainEqual(event);
        expect(sequence).toBe(event.id);
      }
    });

    it('can verify the signature, with the library and by hand', async () => {
      service.clock.set(new Date().toISOString());
      const { secret } = await create();
      await happen('Hair');
      const { headers, text } = receiver.last;
      expect(new Webhook(secret).verify(text, headers as Record<string, string>)).toMatchObject({
        type: 'category.created',
      });
      const key = Buffer.from(secret.replace('whsec_', ''), 'base64');
      const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${text}`;
      const signature = createHmac('sha256', key).update(signed).digest('base64');
      expect(headers['webhook-signature']).toBe(`v1,${signature}`);
      expect(headers['content-type']).toBe('application/json');
      expect(key).toHaveLength(24);
    });

    it('gets two signatures for 24 hours after the secret was rotated, then that of the new secret', async () => {
      const now = Date.now();
      service.clock.set(new Date(now - DAY).toISOString());
      const { id, secret } = await create();
      const rotated = await service.admin.post(`/webhooks/${id}/rotate-secret`);
      expect(rotated.status).toBe(200);
      const newSecret = String(rotated.body.data.secret);
      expect(newSecret).not.toBe(secret);
      const verifies = (which: string) => {
        const { headers, text } = receiver.last;
        try {
          return new Webhook(which).verify(text, headers as Record<string, string>) !== undefined;
        } catch {
          return false;
        }
      };
      service.clock.set(new Date(now - 1).toISOString());
      await happen('Hair');
      expect([verifies(secret), verifies(newSecret)]).toEqual([true, true]);
      service.clock.set(new Date(now).toISOString());
      await happen('Skin');
      expect([verifies(secret), verifies(newSecret)]).toEqual([false, true]);
    });

    it('gets the events of one appointment in order', async () => {
      const [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
      await numberEvents(service);
      await create({ types: ['appointment.*'] });
      const made = [await anAppointment(service.admin, providerId, serviceId)];
      made.push(await anAppointment(service.admin, providerId, serviceId, { start: '12:00' }));
      for (const { id } of made) {
        await service.admin.patch(`/appointments/${id}`, { notes: 'Late' });
        await service.admin.patch(`/appointments/${id}`, { status: 'completed' });
      }
      // Each answer takes less time than the one before, so that requests sent side by side would arrive in another order.
      let left = 6;
      const answers: string[] = [];
      receiver.answer = (response, { body }) => {
        setTimeout(() => {
          answers.push(`${body.resourceId} ${body.type}`);
          response.writeHead(200).end();
        }, 20 * left--);
      };
      await deliverEvents(service);
      for (const { id } of made) {
        expect(answers.filter((line) => line.startsWith(`${id} `))).toEqual([
          `${id} appointment.booked`,
          `${id} appointment.changed`,
          `${id} appointment.completed`,
        ]);
      }
    });

    it('is sent nothing while it is not active, and what was pending once it is active again', async () => {
      const { id } = await create();
      receiver.status(500);
      await happen('Hair');
      await service.admin.patch(`/webhooks/${id}`, { active: false });
      receiver.reset();
      service.clock.advance(MINUTE);
      await happen('Skin');
      expect(receiver.received).toEqual([]);
      await service.admin.patch(`/webhooks/${id}`, { active: true });
      await deliverEvents(service);
      expect(receiver.received.map(({ body }) => body.data['name'])).toEqual(['Hair']);
    });
  });

  describe('that fails', () => {
    it('is tried again after 5 s, 5 and 30 min, 2, 5, 10, 14, 20 and 24 h, with the same webhook-id, then given up', async () => {
      const { id } = await create();
      receiver.status(503);
      await happen('Hair');
      for (const [index, delay] of RETRIES.entries()) {
        const [delivery] = await deliveries(id);
        expect(Date.parse(delivery?.nextAttemptAt ?? '')).toBe(service.clock.now() + delay);
        service.clock.advance(delay - 1);
        await deliverEvents(service);
        expect(receiver.received).toHaveLength(index + 1);
        service.clock.advance(1);
        await deliverEvents(service);
        expect(receiver.received).toHaveLength(index + 2);
      }
      const [delivery] = await deliveries(id);
      expect(delivery).toMatchObject({ status: 'failed', nextAttemptAt: null });
      expect(delivery?.attempts.map(({ statusCode }) => statusCode)).toEqual(Array(10).fill(503));
      expect(new Set(receiver.ids).size).toBe(1);
      service.clock.advance(30 * DAY);
      await deliverEvents(service);
      expect(receiver.received).toHaveLength(10);
    });

    it('does not keep later events from being sent', async () => {
      const { id } = await create();
      receiver.status(500);
      await happen('Hair');
      receiver.reset();
      await happen('Skin');
      expect(receiver.received.map(({ body }) => body.data['name'])).toEqual(['Skin']);
      expect((await deliveries(id)).map(({ status }) => status)).toEqual(['pending', 'delivered']);
    });

    it('counts a redirect as a failure, and does not follow it', async () => {
      const { id } = await create();
      receiver.answer = (response) => response.writeHead(307, { location: `${receiver.url}/other` }).end();
      await happen('Hair');
      expect(receiver.received).toHaveLength(1);
      const [delivery] = await deliveries(id);
      expect(delivery).toMatchObject({ status: 'pending', attempts: [{ statusCode: 307 }] });
    });

    it('records why there was no answer', async () => {
      const { id } = await create({ url: 'http://127.0.0.1:65535/' });
      await happen('Hair');
      const [delivery] = await deliveries(id);
      expect(delivery?.attempts).toEqual([
        expect.objectContaining({ statusCode: null, error: 'the connection failed: ECONNREFUSED' }),
      ]);
    });

    it('gets the other events although one cannot be read, which is tried again like a failure', async () => {
      const { id } = await create({ types: ['customer.created'] });
      for (const firstName of ['Broken', 'Whole']) await service.admin.post('/customers', { firstName });
      await service.query(`
        update audit_entries set after = after || '{"created_at": "never"}' where after ->> 'first_name' = 'Broken'`);
      await deliverEvents(service);
      const [broken, whole] = await deliveries(id);
      expect(broken).toMatchObject({
        status: 'pending',
        attempts: [{ statusCode: null, error: 'the event could not be read' }],
        nextAttemptAt: expect.any(String),
      });
      expect(whole?.status).toBe('delivered');
      expect(receiver.received).toHaveLength(1);
      await service.query(`delete from audit_entries where after ->> 'first_name' = 'Broken'`);
    });

    it('is deactivated at once by a 410', async () => {
      const { id } = await create();
      await categories('Hair', 'Skin');
      receiver.status(410);
      await deliverEvents(service);
      expect(await shown(id)).toMatchObject({ active: false, deactivatedReason: 'gone' });
      const [first] = await deliveries(id);
      expect(first).toMatchObject({ status: 'failed', nextAttemptAt: null });
      const sent = receiver.received.length;
      service.clock.advance(DAY);
      await happen('Nails');
      expect(receiver.received).toHaveLength(sent);
    });

    it('is deactivated after five days without one success', async () => {
      const { id } = await create();
      receiver.status(500);
      await happen('Hair');
      expect(await shown(id)).toMatchObject({ active: true, failingSince: START });
      service.clock.advance(5 * DAY - 1);
      await happen('Skin');
      expect(await shown(id)).toMatchObject({ active: true });
      service.clock.advance(1);
      await happen('Nails');
      expect(await shown(id)).toMatchObject({ active: false, deactivatedReason: 'failing' });
      await service.admin.patch(`/webhooks/${id}`, { active: true });
      expect(await shown(id)).toMatchObject({ active: true, deactivatedReason: null, failingSince: null });
    });

    it('stays active when one attempt of five days succeeds', async () => {
      const { id } = await create();
      receiver.status(500);
      await happen('Hair');
      service.clock.advance(4 * DAY);
      receiver.status(200);
      await happen('Skin');
      expect(await shown(id)).toMatchObject({ failingSince: null });
      receiver.status(500);
      service.clock.advance(DAY);
      await happen('Nails');
      expect(await shown(id)).toMatchObject({ active: true });
    });
  });

  describe('with a redelivery or a replay', () => {
    it('sends a delivery once more, with the same webhook-id, as a delivery of its own', async () => {
      const { id } = await create();
      await happen('Hair');
      const [first] = await deliveries(id);
      const again = await post(`/webhooks/${id}/deliveries/${first?.id}/redeliver`);
      expect(again).toMatchObject({ eventId: first?.eventId, status: 'pending', attempts: [] });
      await deliverEvents(service);
      expect(new Set(receiver.ids).size).toBe(1);
      expect((await deliveries(id)).map(({ status }) => status)).toEqual(['delivered', 'delivered']);
    });

    it('sends a test, and the test again under the same webhook-id', async () => {
      const { id } = await create({ types: ['hold.placed'] });
      const tested = await post(`/webhooks/${id}/test`);
      expect(tested).toMatchObject({ eventId: null, type: 'webhook.test', status: 'pending' });
      await post(`/webhooks/${id}/deliveries/${String(tested.id)}/redeliver`);
      await post(`/webhooks/${id}/test`);
      await deliverEvents(service);
      expect(receiver.types).toEqual(['webhook.test', 'webhook.test', 'webhook.test']);
      expect(receiver.received[0]?.body).toMatchObject({ resource: 'webhook', resourceId: id, sequence: 0 });
      expect(new Set(receiver.ids).size).toBe(2);
    });

    it('replays the events after one, of the types of the webhook and of the request', async () => {
      const { id } = await create({ types: ['category.*', 'location.*'] });
      await categories('Hair', 'Skin');
      await service.admin.post('/locations', { name: 'Annexe' });
      await deliverEvents(service);
      const [first] = await deliveries(id);
      receiver.reset();
      const replayed = await post(`/webhooks/${id}/replay`, {
        after: first?.eventId ?? 0,
        types: ['category.*', 'customer.*'],
      });
      expect(replayed).toMatchObject({ deliveries: 1, hasMore: false });
      await deliverEvents(service);
      expect(receiver.received.map(({ body }) => body.data['name'])).toEqual(['Skin']);
    });

    it('sends new events although a replay is not answered', async () => {
      const { id } = await create();
      await happen('Hair');
      await post(`/webhooks/${id}/replay`, { after: 0 });
      const known = new Set(receiver.ids);
      receiver.reset();
      const late: (() => void)[] = [];
      receiver.answer = (response, { headers }) => {
        const answer = () => response.writeHead(200).end();
        if (known.has(headers['webhook-id'])) late.push(answer);
        else {
          answer();
          for (const each of late) each();
          receiver.status(200);
        }
      };
      await happen('Skin');
      expect(receiver.received.some(({ body }) => body.data['name'] === 'Skin')).toBe(true);
    });

    it('answers 404 for a delivery that does not exist, also while it is not active', async () => {
      const { id } = await create();
      const other = await create();
      await happen('Hair');
      const [first] = await deliveries(other.id);
      const status = async (path: string) => (await service.admin.post(path)).status;
      for (const active of [true, false]) {
        await service.admin.patch(`/webhooks/${id}`, { active });
        for (const unknown of [9_999_999, first?.id ?? 0])
          expect(await status(`/webhooks/${id}/deliveries/${unknown}/redeliver`)).toBe(404);
      }
      expect(await status('/webhooks/9999/deliveries/1/redeliver')).toBe(404);
      const [own] = await deliveries(id);
      expect(await status(`/webhooks/${id}/deliveries/${own?.id ?? 0}/redeliver`)).toBe(422);
      expect(await deliveries(id)).toHaveLength(1);
    });

    it('refuses it while it is not active, and for events that are not kept', async () => {
      const { id } = await create();
      await happen('Hair');
      const reason = async (path: string, body?: object) => {
        const answer = await service.admin.post(`/webhooks/${id}${path}`, body);
        return [answer.status, (answer.body.error?.details as { reason?: string }).reason];
      };
      service.clock.advance(31 * DAY);
      await service.app.get(EventRetention).deleteOld();
      expect(await deliveries(id)).toEqual([]);
      await service.admin.patch(`/webhooks/${id}`, { active: false });
      expect(await reason('/test')).toEqual([422, 'webhook_inactive']);
      expect(await reason('/replay', { after: 0 })).toEqual([422, 'webhook_inactive']);
    });
  });

  it('shows in the metrics how long the oldest delivery waits, and the attempts by outcome', async () => {
    const metrics = async () => await (await fetch(`${service.url}/metrics`)).text();
    const count = async (outcome: string) =>
      Number(
        new RegExp(`^webhook_attempts_total{outcome="${outcome}"} (\\d+)$`, 'm').exec(await metrics())?.[1] ??
          0,
      );
    const [delivered, refused] = [await count('delivered'), await count('refused')];
    await create();
    receiver.status(500);
    await happen('Hair');
    service.clock.advance(2 * SECOND);
    expect(await metrics()).toContain('\nwebhook_oldest_pending_seconds 2\n');
    service.clock.advance(3 * SECOND);
    receiver.status(200);
    await deliverEvents(service);
    expect(await metrics()).toContain('\nwebhook_oldest_pending_seconds 0\n');
    expect([await count('delivered'), await count('refused')]).toEqual([delivered + 1, refused + 1]);
  });

  it('is not called when its name has a private address, or it has a port of another service, by the time of the delivery', async () => {
    const strict = await startTestService();
    try {
      const addresses = jest.spyOn(strict.app.get(HostLookup), 'addressesOf');
      addresses.mockResolvedValue([{ address: '93.184.216.34', family: 4 }]);
      const url = receiver.url.replace('127.0.0.1', 'hooks.example.com');
      const { status, body } = await strict.admin.post('/webhooks', { url });
      expect(status).toBe(201);
      addresses.mockResolvedValue([{ address: '127.0.0.1', family: 4 }]);
      await strict.admin.post('/categories', { name: 'Hair' });
      await deliverEvents(strict);
      expect(receiver.received).toEqual([]);
      const { data } = (await strict.admin.get(`/webhooks/${String(body.data.id)}/deliveries`)).body;
      expect(data).toMatchObject([
        { attempts: [{ statusCode: null, error: expect.stringMatching('not public') }] },
      ]);
      await strict.query(`update webhooks set url = 'http://93.184.216.34:25/'`);
      await strict.admin.post('/categories', { name: 'Nails' });
      await deliverEvents(strict);
      const deliveries = await strict.admin.get(
        `/webhooks/${String(body.data.id)}/deliveries?sort=id:desc&length=1`,
      );
      expect(deliveries.body.data).toMatchObject([
        { attempts: [{ statusCode: null, error: 'the URL must not have the port 25' }] },
      ]);
    } finally {
      await strict.stop();
    }
  });
});
