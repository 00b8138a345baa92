import { aProvider, aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const COLOUR = { name: 'Colour', durationMin: 60 };

describe('The team of a service', () => {
  let service: TestService;
  let providers: [number, number, number];

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    providers = [await aProvider(admin), await aProvider(admin), await aProvider(admin)];
  });

  afterAll(() => service.stop());

  const refusal = async (team: unknown) => {
    const { status, body } = await service.admin.post('/services', { ...COLOUR, team });
    expect(status).toBe(422);
    return body.error.details as object;
  };
  const detail = (path: string, fault: unknown) => ({ [path]: fault });

  it('is empty by default', async () => {
    const { body } = await service.admin.post('/services', COLOUR);
    expect(body.data.team).toEqual([]);
  });

  it('is read as it was written, a provider of one entry once', async () => {
    const [first, second, third] = providers;
    const team = [
      { providerIds: [second, first, second], count: 2 },
      { providerIds: [third], count: 1 },
    ];
    const { status, body } = await service.admin.post('/services', { ...COLOUR, team });
    expect(status).toBe(201);
    expect(body.data.team).toEqual([
      { providerIds: [second, first], count: 2 },
      { providerIds: [third], count: 1 },
    ]);
    expect((await service.admin.get(`/services/${body.data.id}`)).body.data).toEqual(body.data);
  });

  it('stays in a PUT that leaves it out, and goes with an empty list', async () => {
    const id = await aService(service.admin, { team: [{ providerIds: providers, count: 1 }] });
    const put = await service.admin.put(`/services/${id}`, COLOUR);
    expect(put.body.data.team).toEqual([{ providerIds: providers, count: 1 }]);
    const patched = await service.admin.patch(`/services/${id}`, { team: [] });
    expect(patched.body.data.team).toEqual([]);
  });

  it('is not shown without a key', async () => {
    const team = [{ providerIds: [providers[0]], count: 1 }];
    await aService(service.admin, { providerIds: [providers[1]], team });
    const { body } = await service.anonymous.get(`/providers/${providers[1]}/services`);
    expect(body.data.length).toBeGreaterThan(0);
    expect(body.data.filter((each: object) => 'team' in each)).toEqual([]);
  });

  it('is refused with faulty entries, by the path of each', async () => {
    const [first, second] = providers;
    const entry = { providerIds: [first, second], count: 1 };
    expect(await refusal([{ ...entry, count: 0 }])).toEqual(
      detail('team[0].count', 'must be an integer from 1 to 10'),
    );
    expect(await refusal([entry, { ...entry, count: 3 }])).toEqual(
      detail('team[1].count', 'must be at most 2, the number of its providerIds'),
    );
    expect(await refusal([{ providerIds: [], count: 1 }])).toEqual(
      detail('team[0].providerIds', expect.any(String)),
    );
    expect(await refusal([{ providerIds: [999_999], count: 1 }])).toEqual(
      detail('team[0].providerIds', 'names no provider'),
    );
    expect(await refusal(Array.from({ length: 6 }, () => entry))).toEqual(detail('team', expect.any(String)));
    expect(await refusal(null)).toEqual(detail('team', expect.any(String)));
  });
});
