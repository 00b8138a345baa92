import { RESOURCE_KINDS, type Write } from '../support/resources';
import { startTestService, type TestService } from '../support/test-service';

const CLIENTS = 12;

describe('When many clients of two instances send the same If-Match', () => {
  let one: TestService;
  let other: TestService;

  beforeAll(async () => {
    one = await startTestService();
    other = await startTestService({ databaseUrl: one.databaseUrl });
  });

  afterAll(async () => {
    await other.stop();
    await one.stop();
  });

  const sendAll = (path: string, tag: string, writeOf: (client: number) => Write) =>
    Promise.all(
      Array.from({ length: CLIENTS }, (_, client) => {
        const { method, body } = writeOf(client);
        const { admin } = client % 2 === 0 ? one : other;
        return admin.send(method, path, { body, headers: { 'if-match': tag } });
      }),
    );
  const tagOf = async (path: string) => (await one.admin.get(path)).headers.get('etag') ?? 'none';

  describe.each(RESOURCE_KINDS)('for $name,', ({ make, pathOf, changeBy }) => {
    it('exactly one of them changes the resource', async () => {
      const path = pathOf(await make(one.admin));
      const answers = await sendAll(path, await tagOf(path), changeBy);
      const winners = answers.filter(({ status }) => status === 200);
      expect(answers.map(({ status }) => status).sort()).toEqual([
        200,
        ...Array.from({ length: CLIENTS - 1 }, () => 412),
      ]);
      expect((await one.admin.get(path)).body).toEqual(winners[0]?.body);
    });
  });

  it('for a category, exactly one change or deletion succeeds', async () => {
    const { body } = await one.admin.post('/categories', { name: 'Hair' });
    const path = `/categories/${body.data.id}`;
    const answers = await sendAll(path, await tagOf(path), (client) =>
      client % 2 === 0
        ? { method: 'DELETE', suffix: '' }
        : { method: 'PATCH', suffix: '', body: { name: `Client ${client}` } },
    );
    const [winner, ...others] = answers.map(({ status }) => status).sort();
    const isThere = (await one.admin.get(path)).status === 200;
    expect([winner, new Set(others)]).toEqual([200, new Set([isThere ? 412 : 404])]);
  });
});
