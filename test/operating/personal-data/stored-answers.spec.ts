import { startTestService, type TestService } from '../../support/test-service';

describe('The stored answers about a customer', () => {
  let service: TestService;
  let customerId: number;

  beforeEach(async () => {
    service = await startTestService();
    const { body } = await service.admin.post('/customers', { firstName: 'Mia', email: 'mia@example.com' });
    customerId = body.data.id as number;
  });

  afterEach(() => service.stop());

  /** Stores answers under keys of their own. */
  const store = async (answers: Readonly<Record<string, string>>) => {
    for (const [key, body] of Object.entries(answers))
      await service.query(
        `insert into idempotency_records (api_key_id, key, fingerprint, kind, status, body, created_at)
         select min(id), $1, '', 'envelope', 201, $2, $3 from api_keys`,
        [key, body, new Date(service.clock.now())],
      );
  };
  const keysAfterErasure = async () => {
    expect((await service.admin.post(`/customers/${customerId}/erase`)).status).toBe(200);
    const rows = await service.query<{ key: string }>('select key from idempotency_records order by key');
    return rows.map(({ key }) => key);
  };
  const exported = async () =>
    (await service.admin.get(`/customers/${customerId}/export`)).body.data.storedAnswers as unknown[];

  it('are found in any order of their members, at any depth and with spaces', async () => {
    await store({
      asSent: `{"data":{"id":${customerId},"firstName":"Mia"}}`,
      otherOrder: `{"meta":{},"data":{"firstName":"Mia","metadata":{},"id":${customerId}}}`,
      deep: `{"data":{"appointments":[{"id":9},{"note":"x","customerId":${customerId}}]}}`,
      spaced: `{ "data" : { "customerId" : ${customerId} , "id" : 9 } }`,
      last: `{"data":[{"customerId":${customerId}}]}`,
    });
    expect(await exported()).toHaveLength(5);
    expect(await keysAfterErasure()).toEqual([]);
  });

  it('are not those about others, nor those that name a customer in a text', async () => {
    const others = {
      anotherCustomer: `{"data":{"id":${customerId + 1},"firstName":"Otto"}}`,
      anotherResource: `{"data":{"id":${customerId},"name":"Haircut"}}`,
      longerId: `{"data":{"customerId":${customerId}0}}`,
      metadata: `{"data":{"id":9,"metadata":{"customerId":"${customerId}"}}}`,
      none: '{"data":{"customerId":null,"appointments":[]}}',
      text: JSON.stringify({ data: { notes: `"customerId":${customerId},` } }),
    };
    await store(others);
    expect(await exported()).toEqual([]);
    expect(await keysAfterErasure()).toEqual(Object.keys(others));
  });

  it.each([
    ['a NUL', 'a\0b'],
    ['a NUL behind a backslash', 'a\\\0b'],
    ['the six characters of an escaped NUL', 'a\\u0000b'],
    ['the first half of a surrogate pair', 'a\ud83d'],
    ['the second half of a surrogate pair', '\ude00b'],
    ['a whole surrogate pair', '\ud83d\ude00'],
  ])('are found when a text contains %s', async (_what, text) => {
    await store({
      about: JSON.stringify({ error: { message: text }, customerId }),
      other: JSON.stringify({ error: { message: text, [text]: 1 } }),
    });
    expect(await exported()).toHaveLength(1);
    expect(await keysAfterErasure()).toEqual(['other']);
  });
});
