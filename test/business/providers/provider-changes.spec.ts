import { aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

describe('Providers:', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  /** A provider with everything that a body can set. */
  const aWholeProvider = (email: string) =>
    aProvider(service.admin, {
      name: 'Ana Silva',
      email,
      phone: '+49 30 1',
      color: '#1E90FF',
      slug: email.replace(/@.*/, ''),
      timezone: 'Europe/Berlin',
      maxPerDay: 3,
      schedule: [{ day: 'monday', start: '10:00', end: '12:00' }],
    });

  const mondayOf = async (id: number) =>
    (await service.admin.get(`/providers/${id}/schedule`)).body.data[0] as unknown;

  describe('PUT /providers/{id}', () => {
    it('resets absent members, except slug, active, schedule and serviceIds', async () => {
      const haircut = await aService(service.admin);
      const id = await aWholeProvider('put@example.com');
      await service.admin.patch(`/providers/${id}`, { serviceIds: [haircut], active: false });
      const { status, body } = await service.admin.put(`/providers/${id}`, {
        name: 'Ana',
        email: 'put@example.com',
      });
      expect(status).toBe(200);
      expect(body.data).toEqual({
        id,
        name: 'Ana',
        email: 'put@example.com',
        phone: null,
        slug: 'put',
        color: null,
        active: false,
        profile_image: null,
        timezone: null,
        maxPerDay: null,
        schedule: [{ day: 'monday', start: '10:00', end: '12:00', breaks: [] }],
        serviceIds: [haircut],
        metadata: {},
      });
      expect(await mondayOf(id)).toMatchObject({ start: '10:00', end: '12:00', source: 'provider' });
      const services = await service.admin.get(`/providers/${id}/services`);
      expect(services.body.data).toMatchObject([{ id: haircut }]);
    });

    it('accepts the answer of GET as the body of a caller with the role provider, and changes nothing', async () => {
      const id = await aWholeProvider('round-trip@example.com');
      const before = (await service.admin.get(`/providers/${id}`)).body.data;
      const caller = await service.as('provider');
      const { status, body } = await caller.put(`/providers/${id}`, before);
      expect(status).toBe(200);
      expect(body.data).toEqual(before);
    });

    it('requires a name and an e-mail address', async () => {
      const id = await aProvider(service.admin);
      const { status, body } = await service.admin.put(`/providers/${id}`, { phone: '123' });
      expect(status).toBe(422);
      expect(body.error.details).toEqual({ name: 'is required', email: 'is required' });
    });
  });

  describe('PATCH /providers/{id}', () => {
    it('answers 503 with Retry-After to some of 25 simultaneous changes of a password', async () => {
      const id = await aProvider(service.admin);
      const answers = await Promise.all(
        Array.from({ length: 25 }, (_, index) =>
          service.admin.patch(`/providers/${id}`, { password: `the password ${index}` }),
        ),
      );
      const refused = answers.filter(({ status }) => status === 503);
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(1);
      expect(refused.length).toBeGreaterThan(0);
      expect(refused[0]?.headers.get('retry-after')).toBe('2');
    });

    it('changes only the known members of the body', async () => {
      const id = await aWholeProvider('patch@example.com');
      const before = (await service.admin.get(`/providers/${id}`)).body.data;
      const { status, body } = await service.admin.patch(`/providers/${id}`, { phone: '112', unknown: 1 });
      expect(status).toBe(200);
      expect(body.data).toEqual({ ...before, phone: '112' });
    });

    it('changes nothing when the body is empty', async () => {
      const id = await aWholeProvider('nothing@example.com');
      const before = (await service.admin.get(`/providers/${id}`)).body.data;
      const { status, body } = await service.admin.patch(`/providers/${id}`, {});
      expect(status).toBe(200);
      expect(body.data).toEqual(before);
    });

    it('clears phone, color, slug, timezone and schedule with null', async () => {
      const id = await aWholeProvider('null@example.com');
      const cleared = { phone: null, color: null, slug: null, timezone: null };
      const { status, body } = await service.admin.patch(`/providers/${id}`, { ...cleared, schedule: null });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ ...cleared, name: 'Ana Silva' });
      expect(await mondayOf(id)).toMatchObject({ start: '09:00', end: '17:00', source: 'business' });
    });

    it('refuses null for name, email and active', async () => {
      const id = await aProvider(service.admin);
      const members = { name: null, email: null, active: null };
      const { status, body } = await service.admin.patch(`/providers/${id}`, members);
      expect(status).toBe(422);
      expect(body.error.details).toEqual({
        name: 'must be a string',
        email: 'must be a string',
        active: 'must be true or false',
      });
    });

    it('accepts the provider’s own e-mail address in another case, and its own slug', async () => {
      const id = await aWholeProvider('own@example.com');
      const { status, body } = await service.admin.patch(`/providers/${id}`, {
        email: 'OWN@example.com',
        slug: 'own',
      });
      expect(status).toBe(200);
      expect(body.data).toMatchObject({ email: 'OWN@example.com', slug: 'own' });
    });

    it('refuses the e-mail address and the slug of another provider', async () => {
      await aWholeProvider('first@example.com');
      const id = await aWholeProvider('second@example.com');
      const { status, body } = await service.admin.patch(`/providers/${id}`, {
        email: 'First@example.com',
        slug: 'first',
      });
      expect(status).toBe(422);
      expect(body.error.details).toEqual({
        email: 'belongs to another user already',
        slug: 'belongs to another provider already',
      });
    });

    it('refuses a deleted service in serviceIds, and changes nothing', async () => {
      const deleted = await aService(service.admin);
      await service.admin.delete(`/services/${deleted}`);
      const id = await aProvider(service.admin, { phone: '110' });
      const { status, body } = await service.admin.patch(`/providers/${id}`, {
        phone: '112',
        serviceIds: [deleted],
      });
      expect(status).toBe(422);
      expect(body.error.details).toEqual({ serviceIds: 'names no service' });
      expect((await service.admin.get(`/providers/${id}`)).body.data.phone).toBe('110');
    });

    it('keeps the slug when the name changes', async () => {
      const id = await aProvider(service.admin, { name: 'Maiden Name' });
      const { body } = await service.admin.patch(`/providers/${id}`, { name: 'Married Name' });
      expect(body.data).toMatchObject({ name: 'Married Name', slug: 'maiden-name' });
    });

    it('answers 404 for an unknown id only when the body is valid, and so does PUT', async () => {
      expect((await service.admin.patch('/providers/999', {})).status).toBe(404);
      expect((await service.admin.patch('/providers/999', { name: '' })).status).toBe(422);
      expect((await service.admin.put('/providers/999', { name: 'A', email: 'a@example.com' })).status).toBe(
        404,
      );
    });

    it('is allowed for the role provider, forbidden for staff, and requires a key', async () => {
      const id = await aProvider(service.admin);
      expect((await (await service.as('staff')).patch(`/providers/${id}`, {})).status).toBe(403);
      expect((await (await service.as('staff')).put(`/providers/${id}`, {})).status).toBe(403);
      expect((await (await service.as('provider')).patch(`/providers/${id}`, {})).status).toBe(200);
      expect((await service.anonymous.patch(`/providers/${id}`, {})).status).toBe(401);
    });
  });

  describe('DELETE /providers/{id}', () => {
    it('deactivates and returns the provider, also when it is repeated', async () => {
      const id = await aProvider(service.admin);
      const before = (await service.admin.get(`/providers/${id}`)).body.data;
      for (const answer of [
        await service.admin.delete(`/providers/${id}`),
        await service.admin.delete(`/providers/${id}`),
        await service.admin.get(`/providers/${id}`),
      ]) {
        expect(answer.status).toBe(200);
        expect(answer.body.data).toEqual({ ...before, active: false });
      }
    });

    it('removes the slots of the provider, rejects its API keys, and hides it from the public list', async () => {
      const [id, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
      const own = service.withKey((await service.keyOf(id)).key);
      const query = `/availability/slots?providerId=${id}&serviceId=${serviceId}&date=${MONDAY}`;
      expect((await service.admin.get(query)).body.data).toHaveLength(16);
      await service.admin.delete(`/providers/${id}`);
      expect((await service.admin.get(query)).body.data).toEqual([]);
      expect((await own.get('/services')).status).toBe(401);
      const listed = await service.anonymous.get('/providers?length=100');
      expect(listed.body.data).not.toContainEqual(expect.objectContaining({ id }));
    });

    it('is undone when an administrator sets active to true', async () => {
      const id = await aProvider(service.admin);
      await service.admin.delete(`/providers/${id}`);
      const { status, body } = await service.admin.patch(`/providers/${id}`, { active: true });
      expect(status).toBe(200);
      expect(body.data.active).toBe(true);
    });

    it('is forbidden for callers who are not administrators, and so is a change of active', async () => {
      const id = await aProvider(service.admin);
      const caller = await service.as('provider', 'staff');
      expect((await caller.delete(`/providers/${id}`)).status).toBe(403);
      const { status, body } = await caller.patch(`/providers/${id}`, { active: false, phone: '112' });
      expect(status).toBe(403);
      expect(body.error).toEqual({ code: 'forbidden', message: 'To change active takes the role admin' });
      expect((await service.admin.get(`/providers/${id}`)).body.data).toMatchObject({
        active: true,
        phone: null,
      });
    });

    it('is refused for the last active administrator, and so is a change of active', async () => {
      const id = await aProvider(service.admin);
      const own = service.withKey((await service.keyOf(id)).key);
      await service.query(`update users set roles = '{admin,provider}' where id = $1`, [id]);
      await service.query(`update users set roles = '{}' where id = 1`);
      const answers = [
        await own.delete(`/providers/${id}`),
        await own.patch(`/providers/${id}`, { active: false }),
        await own.put(`/providers/${id}`, { name: 'Ana', email: 'last@example.com', active: false }),
      ];
      expect(answers.map(({ status, body }) => [status, body.error?.details as unknown])).toEqual(
        answers.map(() => [422, { reason: 'last_admin' }]),
      );
      expect((await own.get(`/providers/${id}`)).body.data.active).toBe(true);
      await service.query(`update users set roles = '{admin}' where id = 1`);
      expect((await own.delete(`/providers/${id}`)).status).toBe(200);
    });

    it('answers 404 for an unknown id, and 401 without a key', async () => {
      expect((await service.admin.delete('/providers/999')).status).toBe(404);
      expect((await service.anonymous.delete('/providers/999')).status).toBe(401);
    });
  });
});
