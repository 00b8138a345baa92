import { scryptSync } from 'node:crypto';
import { aProvider } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

describe('Providers:', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  const passwordHashOf = async (id: number) => {
    const [row] = await service.query<{ password_hash: string | null }>(
      'select password_hash from users where id = $1',
      [id],
    );
    return row?.password_hash;
  };

  describe('POST /providers', () => {
    it('sets every absent member to its default', async () => {
      const { status, body } = await service.admin.post('/providers', {
        name: '  Ana Silva ',
        email: 'ana.silva@example.com',
      });
      expect(status).toBe(201);
      expect(body).toEqual({
        data: {
          id: expect.any(Number),
          name: 'Ana Silva',
          email: 'ana.silva@example.com',
          phone: null,
          slug: 'ana-silva',
          color: null,
          active: true,
          profile_image: null,
          timezone: null,
          schedule: null,
          maxPerDay: null,
          serviceIds: null,
          metadata: {},
        },
      });
    });

    it('stores every member of the body', async () => {
      const members = {
        name: 'Bo Ek',
        email: 'Bo.Ek@example.com',
        phone: '+46 8 123',
        slug: 'dr-bo',
        color: '#1e9',
        timezone: 'Europe/Stockholm',
        active: false,
        maxPerDay: 8,
        metadata: { badge: '7' },
      };
      const { body } = await service.admin.post('/providers', members);
      expect(body.data).toEqual({
        ...members,
        color: '#11EE99',
        id: expect.any(Number),
        profile_image: null,
        schedule: null,
        serviceIds: null,
      });
    });

    it('creates a user with the same id, who can have API keys', async () => {
      const id = await aProvider(service.admin);
      const key = (await service.keyOf(id)).key;
      expect((await service.withKey(key).get(`/providers/${id}`)).status).toBe(200);
    });

    it('stores names in NFC', async () => {
      const { body } = await service.admin.post('/providers', {
        name: 'Jose\u0301 Peña',
        email: 'jose@example.com',
      });
      expect(body.data).toMatchObject({ name: 'José Peña', slug: 'jose-pena' });
    });

    it('reports all faults of a body in one answer', async () => {
      const { status, body } = await service.admin.post('/providers', {
        name: ' ',
        email: 'no-address',
        phone: 'call me',
        password: 'short',
        color: 'red',
        slug: 'Ana Silva',
        timezone: 'Mars/Olympus',
        serviceIds: 'all',
        active: null,
      });
      expect(status).toBe(422);
      expect(body.error).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: {
          name: 'must not be blank',
          email: 'must be an e-mail address',
          phone: 'must be a phone number: 3 to 40 digits, spaces and + - ( ) . x /',
          password: 'must be at least 8 characters long',
          color: 'must be a hex colour such as #1E90FF',
          slug: 'must be lower-case letters a to z, digits and single hyphens between them, at most 100',
          timezone: 'must be an IANA time zone such as Europe/Berlin',
          serviceIds: 'must be a list',
          active: 'must be true or false',
        },
      });
    });

    it('requires a name and an e-mail address', async () => {
      const { status, body } = await service.admin.post('/providers', {});
      expect(status).toBe(422);
      expect(body.error.details).toEqual({ name: 'is required', email: 'is required' });
    });

    it.each([['a\u0000b'], ['a\u001bb'], ['x'.repeat(201)]])('refuses the name %j', async (name) => {
      const { status, body } = await service.admin.post('/providers', { name, email: 'odd@example.com' });
      expect(status).toBe(422);
      expect(Object.keys(body.error.details as object)).toEqual(['name']);
    });

    it('reports a taken e-mail address, a taken slug and an unknown service in one answer', async () => {
      await aProvider(service.admin, { email: 'taken@example.com', slug: 'taken' });
      const { status, body } = await service.admin.post('/providers', {
        name: 'Second',
        email: 'TAKEN@example.com',
        slug: 'taken',
        serviceIds: [987],
      });
      expect(status).toBe(422);
      expect(body.error).toMatchObject({
        code: 'VALIDATION_ERROR',
        details: {
          email: 'belongs to another user already',
          slug: 'belongs to another provider already',
          serviceIds: 'names no service',
        },
      });
    });

    it('creates no provider when it refuses the body', async () => {
      await service.admin.post('/providers', {
        name: 'Ghost',
        email: 'ghost@example.com',
        serviceIds: [987],
      });
      const { body } = await service.admin.get('/providers?q=ghost');
      expect(body.meta.total).toBe(0);
    });

    it.each([[['provider']], [['staff']]] as const)(
      'is forbidden for a caller with the roles %j',
      async (roles) => {
        const caller = await service.as(...roles);
        const { status, body } = await caller.post('/providers', {});
        expect(status).toBe(403);
        expect(body.error.code).toBe('forbidden');
      },
    );

    it('requires a key', async () => {
      expect((await service.anonymous.post('/providers', {})).status).toBe(401);
    });
  });

  describe('GET /providers/{id}', () => {
    it.each(['999', '0', 'x', '4294967297'])('answers 404 for the id %s', async (id) => {
      const { status, body } = await service.admin.get(`/providers/${id}`);
      expect(status).toBe(404);
      expect(body.error).toEqual({ code: 'NOT_FOUND', message: 'No such provider' });
    });

    it('answers 404 for an administrator who is not a provider', async () => {
      expect((await service.admin.get('/providers/1')).status).toBe(404);
    });

    it('requires a key', async () => {
      expect((await service.anonymous.get('/providers/1')).status).toBe(401);
    });
  });

  describe('the password of a provider', () => {
    it('is stored as a scrypt hash and is not returned', async () => {
      const { body } = await service.admin.post('/providers', {
        name: 'Pia',
        email: 'pia@example.com',
        password: ' correct horse ',
      });
      expect(body.data).not.toHaveProperty('password');
      const [, name, cost, salt = '', hash] =
        (await passwordHashOf(body.data.id as number))?.split('$') ?? [];
      expect([name, cost]).toEqual(['scrypt', 'ln=15,r=8,p=3']);
      const options = { N: 2 ** 15, r: 8, p: 3, maxmem: 2 ** 26 };
      const expected = scryptSync(' correct horse ', Buffer.from(salt, 'base64'), 32, options);
      expect(hash).toBe(expected.toString('base64').replace(/=+$/, ''));
    });

    it('is kept by a PUT without a password, and cleared by null', async () => {
      const id = await aProvider(service.admin, { email: 'pat@example.com', password: 'correct horse' });
      const hash = await passwordHashOf(id);
      await service.admin.put(`/providers/${id}`, { name: 'Pat', email: 'pat@example.com' });
      expect(await passwordHashOf(id)).toBe(hash);
      await service.admin.patch(`/providers/${id}`, { password: null });
      expect(await passwordHashOf(id)).toBeNull();
    });

    it('can be set by the provider', async () => {
      const id = await aProvider(service.admin);
      const owner = service.withKey((await service.keyOf(id)).key);
      expect((await owner.patch(`/providers/${id}`, { password: 'correct horse' })).status).toBe(200);
      expect(await passwordHashOf(id)).toContain('$scrypt$');
    });

    it.each(['correct horse', null])('cannot be set to %j by another provider', async (password) => {
      const id = await aProvider(service.admin, { password: 'first password' });
      const other = await service.as('provider');
      const { status, body } = await other.patch(`/providers/${id}`, { password });
      expect(status).toBe(403);
      expect(body.error.code).toBe('forbidden');
      expect(await passwordHashOf(id)).toContain('$scrypt$');
    });
  });
});
