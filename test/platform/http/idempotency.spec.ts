import type { Answer, ApiClient } from '../../support/api-client';
import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';

const DAY_MS = 86_400_000;
const REUSED = {
  error: {
    message: 'This Idempotency-Key has been used for another request',
    code: 'UNPROCESSABLE_ENTITY',
    details: { reason: 'idempotency_key_reused' },
  },
};

describe('A POST with an Idempotency-Key', () => {
  let service: TestService;
  let admin: ApiClient;
  let providerId: number;
  let serviceId: number;
  let count = 0;

  beforeAll(async () => {
    service = await startTestService();
    ({ admin } = service);
    serviceId = await aService(admin);
  });

  beforeEach(async () => {
    service.clock.set(START);
    providerId = await aProvider(admin);
  });

  afterAll(() => service.stop());

  const aKey = () => `key-${++count}`;
  const under = (key: string) => ({ headers: { 'idempotency-key': key } });
  const book = (body: object, key: string) => admin.post('/appointments', body, under(key));
  const create = (name: string, key: string, client = admin) =>
    client.post('/categories', { name }, under(key));
  const booked = async () =>
    (await service.query('select 1 from appointments where provider_id = $1', [providerId])).length;
  const isReplayed = ({ headers }: Answer) => headers.get('idempotency-replayed') === 'true';

  /** Sends the body unchanged and returns the text of the answer. */
  const sent = async (path: string, body: string, key: string) => {
    const headers = {
      authorization: `Bearer ${admin.key ?? ''}`,
      'content-type': 'application/json',
      'idempotency-key': key,
    };
    const answer = await fetch(`${service.url}/api/v1${path}`, { method: 'POST', headers, body });
    return { status: answer.status, etag: answer.headers.get('etag'), text: await answer.text() };
  };

  describe('that is sent again', () => {
    it('gets the first answer and is not executed again', async () => {
      const [key, body] = [aKey(), aBooking(providerId, serviceId)];
      const first = await book(body, key);
      const again = await book(body, key);
      expect([first.status, again.status]).toEqual([201, 201]);
      expect(again.body).toEqual(first.body);
      expect(await booked()).toBe(1);
    });

    it('gets the header Idempotency-Replayed', async () => {
      const key = aKey();
      expect((await create('Hair', key)).headers.has('idempotency-replayed')).toBe(false);
      expect((await create('Hair', key)).headers.get('idempotency-replayed')).toBe('true');
      expect((await create('Hair', key)).headers.get('idempotency-replayed')).toBe('true');
    });

    it.each([
      ['a resource', '/locations', '{"name": "Müllerstraße \\u0001f600 \\"1\\"", "address": null}'],
      ['a resource with a list of conflicts', '/closures', `{"start": "${MONDAY}", "end": "${MONDAY}"}`],
      ['an error', '/appointments', '{"name": "x", "schedule": 1}'],
    ])('gets %s with the same bytes as in the first answer', async (_what, path, body) => {
      await anAppointment(admin, providerId, serviceId);
      const key = aKey();
      expect(await sent(path, body, key)).toEqual(await sent(path, body, key));
      await service.query('delete from closures');
    });

    it('gets the first answer even when the resource has been deleted since', async () => {
      const key = aKey();
      const { id } = (await create('Colour', key)).body.data;
      await admin.delete(`/categories/${id}`);
      expect((await create('Colour', key)).body.data).toMatchObject({ id, name: 'Colour' });
      expect((await admin.get(`/categories/${id}`)).status).toBe(404);
    });

    it('gets a new request id and the present rate limit in its headers', async () => {
      const key = aKey();
      const first = await create('Nails', key);
      const again = await create('Nails', key);
      const left = ({ headers }: Answer) => Number(headers.get('ratelimit-remaining'));
      expect(again.headers.get('x-request-id')).not.toBe(first.headers.get('x-request-id'));
      expect(left(again)).toBe(left(first) - 1);
    });

    it('may differ in white space, but not in the order of its members', async () => {
      const key = aKey();
      const first = await sent('/categories', '{"name":"Spa","active":true}', key);
      expect(await sent('/categories', '{ "name": "Spa",\n "active": true }', key)).toEqual(first);
      expect((await sent('/categories', '{"active":true,"name":"Spa"}', key)).status).toBe(422);
    });
  });

  describe('whose key was used before', () => {
    it('is refused when its body differs', async () => {
      const key = aKey();
      await create('Hair', key);
      const { status, body } = await create('Beard', key);
      expect(status).toBe(422);
      expect(body).toEqual(REUSED);
      expect((await create('Hair', key)).status).toBe(201);
    });

    it('is refused when its path differs', async () => {
      const key = aKey();
      await create('Hair', key);
      const { status, body } = await admin.post('/customers', { name: 'Hair' }, under(key));
      expect(status).toBe(422);
      expect(body).toEqual(REUSED);
    });

    it('is executed when its API key differs', async () => {
      const [key, other] = [aKey(), await service.as('admin')];
      const first = await create('Hair', key);
      const second = await create('Beard', key, other);
      expect(second.status).toBe(201);
      expect(second.body.data.id).not.toBe(first.body.data.id);
      expect(isReplayed(second)).toBe(false);
    });
  });

  describe('is stored', () => {
    it('for 24 hours', async () => {
      const key = aKey();
      const first = await create('Hair', key);
      service.clock.advance(DAY_MS - 1);
      expect((await create('Hair', key)).body.data.id).toBe(first.body.data.id);
      service.clock.advance(1);
      const anew = await create('Beard', key);
      expect([anew.status, isReplayed(anew)]).toEqual([201, false]);
      expect((await create('Beard', key)).body).toEqual(anew.body);
    });

    it('until later requests with keys delete the expired records', async () => {
      await service.query(
        `insert into idempotency_records (api_key_id, key, fingerprint, kind, status, body, created_at)
         select 1, 'old-' || n, '', 'error', 422, '{}', '2026-11-18T00:00:00Z'::timestamptz + n * interval '1 minute'
         from generate_series(1, 25) n`,
      );
      const old = async () => {
        const rows = await service.query<{ key: string }>(
          `select key from idempotency_records where key like 'old-%' order by created_at`,
        );
        return [rows.length, rows[0]?.key];
      };
      await create('Hair', aKey());
      expect(await old()).toEqual([15, 'old-11']);
      await create('Hair', aKey());
      await create('Hair', aKey());
      expect(await old()).toEqual([0, undefined]);
    });
  });

  describe('that was refused', () => {
    it('stays refused with the same key when the slot becomes free', async () => {
      const taken = await anAppointment(admin, providerId, serviceId);
      const [key, body] = [aKey(), aBooking(providerId, serviceId)];
      const first = await book(body, key);
      await admin.delete(`/appointments/${taken.id}`);
      const again = await book(body, key);
      expect(first.body.error.details.reason).toBe('slot_taken');
      expect([again.status, again.body, isReplayed(again)]).toEqual([422, first.body, true]);
      expect((await book(body, aKey())).status).toBe(201);
    });

    it('needs another key when its body is corrected', async () => {
      const key = aKey();
      const first = await create('', key);
      expect(first.body.error.code).toBe('VALIDATION_ERROR');
      expect((await create('', key)).body).toEqual(first.body);
      expect((await create('Hair', key)).body).toEqual(REUSED);
      expect((await create('Hair', aKey())).status).toBe(201);
    });

    it('is still answered 404 with the same key when the resource has been created since', async () => {
      const [key, path] = [aKey(), '/locations/77/set-primary'];
      expect((await admin.post(path, undefined, under(key))).status).toBe(404);
      await service.query(
        `insert into locations (id, name, is_primary, created_at, updated_at) values (77, 'Shop', false, now(), now())`,
      );
      const again = await admin.post(path, undefined, under(key));
      expect([again.status, isReplayed(again)]).toEqual([404, true]);
      expect((await admin.post(path, undefined, under(aKey()))).status).toBe(200);
    });

    it('may be retried with the same key when the reason was the role', async () => {
      const [key, staff] = [aKey(), await service.as('staff')];
      expect((await create('Hair', key, staff)).status).toBe(403);
      await service.query(`update users set roles = '{provider}' where roles = '{staff}'`);
      expect((await create('Hair', key, staff)).status).toBe(201);
    });

    it('may be retried with the same key when its JSON could not be parsed', async () => {
      const key = aKey();
      expect((await sent('/categories', '{"name":', key)).status).toBe(400);
      expect((await sent('/categories', '{"name":"Hair"}', key)).status).toBe(201);
    });
  });

  describe('is refused for its key', () => {
    const FAULT = {
      error: {
        message: 'The request has invalid fields',
        code: 'VALIDATION_ERROR',
        details: { 'Idempotency-Key': 'must be 1 to 255 visible ASCII characters' },
      },
    };

    it.each(['', 'with space', 'x'.repeat(256), 'clé', 'a\tb'])('when the key is %j', async (key) => {
      const { status, body } = await create('Hair', key);
      expect(status).toBe(422);
      expect(body).toEqual(FAULT);
    });

    it('when it has two keys', async () => {
      const headers = new Headers({ authorization: `Bearer ${admin.key ?? ''}` });
      for (const key of ['a', 'b']) headers.append('idempotency-key', key);
      const answer = await fetch(`${service.url}/api/v1/categories`, { method: 'POST', headers });
      expect(await answer.json()).toEqual(FAULT);
    });
  });

  it.each(['x'.repeat(255), '8e03978e-40d5-43dd-bc93-6894a57f9324', '!~/?="'])(
    'may have the key %s',
    async (key) => {
      expect((await create('Hair', key)).status).toBe(201);
    },
  );

  it('may have a key in quotation marks, which are part of the key', async () => {
    expect((await create('Hair', '"k"')).status).toBe(201);
    expect((await create('Beard', 'k')).status).toBe(201);
    expect(isReplayed(await create('Hair', '"k"'))).toBe(true);
  });

  it.each(['/availability/check', '/appointments/check-availability'])(
    'is never replayed by %s, which writes nothing',
    async (path) => {
      const check = (start: string, key: string) =>
        admin.post(path, { providerId, serviceId, date: MONDAY, start }, under(key));
      const [first, other] = [await check('10:00', 'one'), await check('11:00', 'one')];
      expect([first.status, other.status, (await check('10:00', '')).status]).toEqual([200, 200, 200]);
      expect(other.body.data.slot.start).toBe(`${MONDAY}T11:00:00Z`);
      expect(isReplayed(await check('10:00', 'one'))).toBe(false);
    },
  );

  it('is the only kind of request that uses the key: PATCH ignores it', async () => {
    const { id } = (await create('Hair', aKey())).body.data;
    const rename = (name: string) => admin.patch(`/categories/${id}`, { name }, under('one'));
    expect((await rename('Beard')).body.data.name).toBe('Beard');
    expect((await rename('Nails')).body.data.name).toBe('Nails');
  });
});
