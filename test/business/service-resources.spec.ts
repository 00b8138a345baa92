import { aProvider, aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const YOGA = { name: 'Yoga', durationMin: 60 };
const needs = (...kinds: string[]) => kinds.map((kind) => ({ kind, quantity: 1 }));

describe('The capacity and the resources of a service', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  const refusal = async (resources: unknown) => {
    const { status, body } = await service.admin.post('/services', { ...YOGA, resources });
    expect(status).toBe(422);
    return body.error.details as object;
  };

  it('are 1 and none by default', async () => {
    const { body } = await service.admin.post('/services', YOGA);
    expect(body.data).toMatchObject({ capacity: 1, resources: [] });
  });

  it('keep the order of the list, and need no resource of the kinds', async () => {
    const resources = [
      { kind: 'room', quantity: 1 },
      { kind: 'mat-2', quantity: 20 },
    ];
    const { status, body } = await service.admin.post('/services', { ...YOGA, capacity: 1_000, resources });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({ capacity: 1_000, resources });
    expect((await service.admin.get(`/services/${body.data.id}`)).body.data).toEqual(body.data);
  });

  it.each([
    ['no kind', { quantity: 1 }, { 'resources[0].kind': 'is required' }],
    ['no quantity', { kind: 'room' }, { 'resources[0].quantity': 'is required' }],
    [
      'a quantity of 0',
      { kind: 'room', quantity: 0 },
      { 'resources[0].quantity': 'must be an integer from 1 to 20' },
    ],
    [
      'a quantity of 21',
      { kind: 'room', quantity: 21 },
      { 'resources[0].quantity': 'must be an integer from 1 to 20' },
    ],
    [
      'a kind in upper case',
      { kind: 'Room', quantity: 1 },
      { 'resources[0].kind': 'must have only lower-case letters a to z, digits and hyphens' },
    ],
  ])('are refused for an entry with %s', async (_what, entry, details) => {
    expect(await refusal([entry])).toEqual(details);
  });

  it('are refused when a kind is listed twice, and POST, PUT and PATCH name the later entry', async () => {
    const body = { ...YOGA, resources: needs('room', 'mat', ' room') };
    const path = `/services/${await aService(service.admin)}`;
    for (const answer of [
      await service.admin.post('/services', body),
      await service.admin.put(path, body),
      await service.admin.patch(path, { resources: body.resources }),
    ]) {
      expect(answer.status).toBe(422);
      expect(answer.body.error.details).toEqual({ 'resources[2].kind': 'is listed twice' });
    }
  });

  it('have at most 20 kinds', async () => {
    const kinds = Array.from({ length: 21 }, (_each, index) => `kind-${index}`);
    expect(await refusal(needs(...kinds))).toEqual({ resources: 'must have at most 20 entries' });
    expect(await aService(service.admin, { resources: needs(...kinds.slice(1)) })).toEqual(
      expect.any(Number),
    );
  });

  it('are both replaced by a PUT that has them; a PUT without them resets the capacity only', async () => {
    const path = `/services/${await aService(service.admin, { capacity: 10, resources: needs('room') })}`;
    const replaced = await service.admin.put(path, { ...YOGA, capacity: 5, resources: needs('hall') });
    expect(replaced.body.data).toMatchObject({ capacity: 5, resources: needs('hall') });
    const { body } = await service.admin.put(path, YOGA);
    expect(body.data).toMatchObject({ capacity: 1, resources: needs('hall') });
  });

  it('are changed by a PATCH only when it has them', async () => {
    const path = `/services/${await aService(service.admin, { capacity: 10, resources: needs('room') })}`;
    const renamed = await service.admin.patch(path, { name: 'Yoga at noon' });
    expect(renamed.body.data).toMatchObject({ capacity: 10, resources: needs('room') });
    const emptied = await service.admin.patch(path, { resources: [] });
    expect(emptied.body.data).toMatchObject({ capacity: 10, resources: [] });
    expect((await service.admin.patch(path, { capacity: 11 })).body.data.capacity).toBe(11);
  });

  it.each([{ capacity: 2 }, { resources: needs('room') }])('are part of the ETag: %j', async (change) => {
    const path = `/services/${await aService(service.admin)}`;
    const tag = async () => (await service.admin.get(path)).headers.get('etag');
    const before = await tag();
    await service.admin.patch(path, change);
    expect(await tag()).not.toBe(before);
  });

  it('are in the list of services, and in the public list of the services of a provider', async () => {
    const id = await aService(service.admin, { capacity: 10, resources: needs('room') });
    const providerId = await aProvider(service.admin, { serviceIds: [id] });
    for (const { body } of [
      await service.admin.get(`/services?providerId=${providerId}`),
      await service.anonymous.get(`/providers/${providerId}/services`),
    ]) {
      expect(body.data).toMatchObject([{ id, capacity: 10, resources: needs('room') }]);
    }
  });

  it('are in the audit trail', async () => {
    const id = await aService(service.admin);
    await service.admin.patch(`/services/${id}`, { capacity: 10, resources: needs('room') });
    const { body } = await service.admin.get(
      `/audit?resource=services&resourceId=${id}&sort=id:desc&length=1`,
    );
    expect(body.data).toMatchObject([
      {
        before: { capacity: 1, resources: [] },
        after: { capacity: 10, resources: needs('room') },
      },
    ]);
  });
});
