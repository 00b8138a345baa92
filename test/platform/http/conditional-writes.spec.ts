import type { Answer } from '../../support/api-client';
import { aBooking, aProvider, aService, anAppointment } from '../../support/builders';
import { RESOURCE_KINDS, type Write } from '../../support/resources';
import { startTestService, type TestService } from '../../support/test-service';

const STALE = '"what-it-was-like-long-ago"';
const WRITES = RESOURCE_KINDS.flatMap((kind) =>
  kind.writes.map((write) => ({ ...kind, write, verb: `${write.method} ${write.suffix}`.trim() })),
);
/** Excludes the business hours, which always exist. */
const REMOVABLE = WRITES.filter(({ name }) => name !== 'the business hours');

const tagOf = ({ headers }: Answer) => headers.get('etag') ?? 'none';

describe('In conditional writes,', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  const send = (path: string, { method, suffix, body }: Write, headers: Record<string, string>) =>
    service.admin.send(method, path + suffix, { body, headers });
  const aTaggedService = async () => {
    const path = `/services/${await aService(service.admin)}`;
    return { path, tag: tagOf(await service.admin.get(path)) };
  };
  const rename = (path: string, headers: Record<string, string>) =>
    service.admin.patch(path, { name: 'Renamed' }, { headers });

  function expectPreconditionFailed({ status, body, headers }: Answer) {
    expect(status).toBe(412);
    expect(body.error).toEqual({
      code: 'UNPROCESSABLE_ENTITY',
      message: 'It is not, or no longer, in the state that the request names; read it again',
      details: { reason: 'precondition_failed' },
    });
    expect(headers.has('etag')).toBe(false);
  }

  describe.each(WRITES)('$verb of $name', ({ make, pathOf, write }) => {
    it('succeeds when If-Match names the present tag', async () => {
      const path = pathOf(await make(service.admin));
      const tag = tagOf(await service.admin.get(path));
      expect((await send(path, write, { 'if-match': tag })).status).toBe(200);
      expect(tagOf(await service.admin.get(path))).not.toBe(tag);
    });

    it('changes nothing when If-Match names another tag', async () => {
      const path = pathOf(await make(service.admin));
      const before = await service.admin.get(path);
      expectPreconditionFailed(await send(path, write, { 'if-match': STALE }));
      const after = await service.admin.get(path);
      expect([after.body, tagOf(after)]).toEqual([before.body, tagOf(before)]);
    });

    it('succeeds when If-Match is * and the resource exists', async () => {
      const path = pathOf(await make(service.admin));
      expect((await send(path, write, { 'if-match': '*' })).status).toBe(200);
    });
  });

  it.each(WRITES.filter(({ write }) => write.method !== 'DELETE'))(
    'the answer to $verb of $name contains the next tag',
    async ({ make, pathOf, write }) => {
      const path = pathOf(await make(service.admin));
      const answer = await send(path, write, {});
      const read = await service.admin.get(path);
      expect([tagOf(answer), answer.body]).toEqual([tagOf(read), read.body]);
    },
  );

  it.each(REMOVABLE)(
    '$verb of $name is answered 404 when the resource does not exist',
    async ({ pathOf, write }) => {
      const nowhere = pathOf({ status: 200, headers: new Headers(), body: { data: { id: 999_999 } } });
      expect((await send(nowhere, write, { 'if-match': STALE })).status).toBe(404);
    },
  );

  it('the body of a read is accepted as the body of a PUT', async () => {
    const { path } = await aTaggedService();
    const read = await service.admin.get(path);
    const written = await service.admin.put(path, read.body.data, { headers: { 'if-match': tagOf(read) } });
    expect([written.status, written.body, tagOf(written)]).toEqual([200, read.body, tagOf(read)]);
  });

  it('the tag of the last write is accepted by the next write, without a read between them', async () => {
    const { path, tag } = await aTaggedService();
    const first = await service.admin.patch(path, { price: 1 }, { headers: { 'if-match': tag } });
    const next = { headers: { 'if-match': tagOf(first) } };
    expect((await service.admin.patch(path, { price: 2 }, next)).body.data.price).toBe(2);
    expectPreconditionFailed(await service.admin.patch(path, { price: 3 }, next));
  });

  it('a change of an appointment is refused when its customer was renamed after the read', async () => {
    const [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
    const { id, customerId } = await anAppointment(service.admin, providerId, serviceId);
    const headers = { 'if-match': tagOf(await service.admin.get(`/appointments/${id}`)) };
    await service.admin.patch(`/customers/${customerId}`, { firstName: 'Mia' });
    expectPreconditionFailed(
      await service.admin.patch(`/appointments/${id}/notes`, { notes: 'Late' }, { headers }),
    );
  });

  describe('If-Match', () => {
    it.each([
      ['a list', (tag: string) => `"older", ${tag}`],
      ['a tag without quotes', (tag: string) => tag.slice(1, -1)],
    ])('may contain %s', async (_what, headerOf) => {
      const { path, tag } = await aTaggedService();
      expect((await rename(path, { 'if-match': headerOf(tag) })).status).toBe(200);
    });

    it.each([
      ['a weak tag', (tag: string) => `W/${tag}`],
      ['an empty text', () => ''],
      ['a single quotation mark', () => '"'],
      ['a * in quotes', () => '"*"'],
    ])('does not match when it is %s', async (_what, headerOf) => {
      const { path, tag } = await aTaggedService();
      expectPreconditionFailed(await rename(path, { 'if-match': headerOf(tag) }));
    });

    it('is checked also for a PATCH without members', async () => {
      const { path } = await aTaggedService();
      expectPreconditionFailed(await service.admin.patch(path, {}, { headers: { 'if-match': STALE } }));
    });
  });

  describe('If-None-Match', () => {
    it.each([
      ['*', () => '*'],
      ['the present tag', (tag: string) => tag],
      ['the present tag as a weak tag', (tag: string) => `W/${tag}`],
    ])('refuses a write when it is %s', async (_what, headerOf) => {
      const { path, tag } = await aTaggedService();
      expectPreconditionFailed(await rename(path, { 'if-none-match': headerOf(tag) }));
    });

    it('allows a write when it names another tag', async () => {
      const { path } = await aTaggedService();
      expect((await rename(path, { 'if-none-match': STALE })).status).toBe(200);
    });
  });

  describe('the service checks the entity tag', () => {
    const headers = { 'if-match': STALE };

    it('after the key and the role', async () => {
      const { path } = await aTaggedService();
      const staff = await service.as('staff');
      expect((await service.anonymous.patch(path, {}, { headers })).status).toBe(401);
      expect((await staff.patch(path, {}, { headers })).status).toBe(403);
    });

    it('after the body', async () => {
      const { path } = await aTaggedService();
      const { status, body } = await service.admin.patch(path, { durationMin: 0 }, { headers });
      expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    });

    it('before the rules of a booking', async () => {
      const [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
      const { id } = await anAppointment(service.admin, providerId, serviceId);
      await service.admin.post('/appointments', aBooking(providerId, serviceId, { start: '11:00' }));
      const path = `/appointments/${id}`;
      expect((await service.admin.patch(path, { start: '11:00' })).status).toBe(422);
      expectPreconditionFailed(await service.admin.patch(path, { start: '11:00' }, { headers }));
    });

    it('before the e-mail address of another provider', async () => {
      const id = await aProvider(service.admin);
      const taken = { email: 'taken@example.com' };
      await aProvider(service.admin, taken);
      expect((await service.admin.patch(`/providers/${id}`, taken)).status).toBe(422);
      expectPreconditionFailed(await service.admin.patch(`/providers/${id}`, taken, { headers }));
    });

    it('before the appointments of a customer who is deleted', async () => {
      const [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
      const { customerId } = await anAppointment(service.admin, providerId, serviceId);
      expectPreconditionFailed(await service.admin.send('DELETE', `/customers/${customerId}`, { headers }));
    });
  });
});
