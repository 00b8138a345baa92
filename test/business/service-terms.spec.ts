import { aProvider, aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const CUT = { name: 'Haircut', durationMin: 30, price: 40 };
const UNSET = { durationMin: null, price: null, bufferBeforeMin: null, bufferAfterMin: null };

describe('The terms and the durations of a service', () => {
  let service: TestService;
  let ana: number;
  let ben: number;

  beforeAll(async () => {
    service = await startTestService();
    ana = await aProvider(service.admin);
    ben = await aProvider(service.admin);
  });

  afterAll(() => service.stop());

  const read = async (id: number) => (await service.admin.get(`/services/${id}`)).body.data as object;
  const refusal = async (members: object) => {
    const { status, body } = await service.admin.post('/services', { ...CUT, ...members });
    expect(status).toBe(422);
    return body.error.details as object;
  };

  it('are none by default', async () => {
    expect(await read(await aService(service.admin))).toMatchObject({ terms: [], durationOptions: [] });
  });

  it('are read as they were written, and what a provider does not have of its own is null', async () => {
    const terms = [{ providerId: ben, durationMin: 45, price: 52.5 }, { providerId: ana }];
    const durationOptions = [
      { durationMin: 90, price: 99 },
      { durationMin: 60, price: null },
    ];
    const { status, body } = await service.admin.post('/services', { ...CUT, terms, durationOptions });
    expect(status).toBe(201);
    expect(body.data).toMatchObject({
      terms: [
        { ...UNSET, providerId: ben, durationMin: 45, price: 52.5 },
        { ...UNSET, providerId: ana },
      ],
      durationOptions,
    });
    expect(await read(body.data.id as number)).toEqual(body.data);
    expect((await service.admin.put(`/services/${body.data.id}`, body.data)).body.data).toEqual(body.data);
  });

  it('are read without a key', async () => {
    const id = await aService(service.admin, { durationOptions: [{ durationMin: 90, price: 99 }] });
    const { body } = await service.anonymous.get(`/providers/${ana}/services`);
    const shown = (body.data as { id: number }[]).find((each) => each.id === id);
    expect(shown).toMatchObject({ terms: [], durationOptions: [{ durationMin: 90, price: 99 }] });
  });

  it('stay where PUT and PATCH leave them out, and end with an empty list', async () => {
    const members = {
      terms: [{ ...UNSET, providerId: ana }],
      durationOptions: [{ durationMin: 90, price: 1 }],
    };
    const id = await aService(service.admin, members);
    expect((await service.admin.put(`/services/${id}`, CUT)).body.data).toMatchObject(members);
    expect((await service.admin.patch(`/services/${id}`, { price: 3 })).body.data).toMatchObject(members);
    const none = { terms: [], durationOptions: [] };
    expect((await service.admin.patch(`/services/${id}`, none)).body.data).toMatchObject(none);
  });

  it.each([
    ['durationMin: 0', { durationMin: 0 }, { 'terms[0].durationMin': 'must be an integer from 1 to 1440' }],
    [
      'a long duration',
      { durationMin: 1_441 },
      { 'terms[0].durationMin': 'must be an integer from 1 to 1440' },
    ],
    ['a buffer below 0', { bufferBeforeMin: -1 }, { 'terms[0].bufferBeforeMin': expect.any(String) }],
    ['a long buffer', { bufferAfterMin: 1_441 }, { 'terms[0].bufferAfterMin': expect.any(String) }],
    ['a price below 0', { price: -1 }, { 'terms[0].price': expect.any(String) }],
    ['an unknown provider', { providerId: 999_999 }, { 'terms[0].providerId': 'names no provider' }],
    ['no provider', { providerId: undefined }, { 'terms[0].providerId': 'is required' }],
  ])('are refused for terms with %s', async (_what, members, details) => {
    expect(await refusal({ terms: [{ providerId: ana, ...members }] })).toEqual(details);
  });

  it.each([
    ['no duration', { price: 1 }, { 'durationOptions[0].durationMin': 'is required' }],
    ['no price', { durationMin: 60 }, { 'durationOptions[0].price': 'is required' }],
    [
      'a price of cents',
      { durationMin: 60, price: 1.005 },
      { 'durationOptions[0].price': expect.any(String) },
    ],
  ])('are refused for a duration with %s', async (_what, option, details) => {
    expect(await refusal({ durationOptions: [option] })).toEqual(details);
  });

  it('have each provider and each duration once', async () => {
    const option = { durationMin: 60, price: 1 };
    expect(
      await refusal({
        terms: [{ providerId: ana }, { providerId: ben }, { providerId: ana }],
        durationOptions: [option, { ...option, price: 2 }],
      }),
    ).toEqual({
      'terms[2].providerId': 'is listed twice',
      'durationOptions[1].durationMin': 'is listed twice',
    });
  });

  it('end with their provider, and those of the others stay', async () => {
    const gone = await aProvider(service.admin);
    const terms = [ben, gone, ana].map((providerId) => ({ ...UNSET, providerId }));
    const id = await aService(service.admin, { terms });
    await service.query('delete from providers where id = $1', [gone]);
    expect(await read(id)).toMatchObject({ terms: [terms[0], terms[2]] });
  });

  it('stay while their provider is inactive', async () => {
    const away = await aProvider(service.admin);
    const terms = [{ ...UNSET, providerId: away }];
    const id = await aService(service.admin, { terms });
    await service.admin.delete(`/providers/${away}`);
    expect(await read(id)).toMatchObject({ terms });
    expect((await service.admin.patch(`/services/${id}`, { terms })).status).toBe(200);
  });
});
