import { hash } from 'node:crypto';
import { startTestService, type TestService } from '../support/test-service';
import { restrictedKey } from '../support/two-salons';

const SEQUENTIAL = `select seq_scan::int as scans from pg_stat_user_tables where relname = 'customers'`;

describe('The list of customers', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
    for (const customer of [
      { firstName: 'Mia', lastName: 'Keller', email: 'mia@example.com', phone: '+49 30 901820' },
      { firstName: 'Émile', lastName: 'Zola', email: 'e_zola@example.org', phone: '0171/100' },
      { firstName: 'ana', lastName: 'Keller', email: 'ANA@example.com' },
      { firstName: '50%', lastName: 'back\\slash', phone: '112' },
      { firstName: 'Иван', lastName: 'Ångström', email: 'ivan@example.com' },
    ]) {
      await service.admin.post('/customers', customer);
      service.clock.advance(60_000);
    }
  });

  afterAll(() => service.stop());

  const firstNames = async (query: string): Promise<string[]> => {
    const { status, body } = await service.admin.get(`/customers${query}`);
    expect(status).toBe(200);
    return (body.data as { firstName: string }[]).map(({ firstName }) => firstName);
  };

  it('is sorted by last name by default, with all members of meta', async () => {
    const { body } = await service.admin.get('/customers');
    expect((body.data as { lastName: string }[]).map(({ lastName }) => lastName)).toEqual([
      'Ångström',
      'back\\slash',
      'Keller',
      'Keller',
      'Zola',
    ]);
    expect(body.meta).toEqual({
      page: 1,
      per_page: 25,
      total: 5,
      total_pages: 1,
      sort: 'lastName:asc',
      timestamp: '2026-11-20T08:05:00.000Z',
    });
  });

  it.each([
    ['id:desc', ['Иван', '50%', 'ana', 'Émile', 'Mia']],
    ['firstName', ['50%', 'ana', 'Émile', 'Mia', 'Иван']],
    ['first_name:desc', ['Иван', 'Mia', 'Émile', 'ana', '50%']],
    ['lastName:desc', ['Émile', 'Mia', 'ana', '50%', 'Иван']],
    ['createdAt:desc', ['Иван', '50%', 'ana', 'Émile', 'Mia']],
  ])('is sorted by %s, and equal values by id', async (sort, names) => {
    expect(await firstNames(`?sort=${sort}`)).toEqual(names);
  });

  it('has the customers without an e-mail address last, in both directions', async () => {
    expect((await firstNames('?sort=email:asc')).at(-1)).toBe('50%');
    expect((await firstNames('?sort=email:desc')).at(-1)).toBe('50%');
  });

  it.each([
    ['email=MIA@example.com', ['Mia']],
    ['email=mia@example.co', []],
    ['email=no%20address', []],
    ['phone=%2B4930901820', ['Mia']],
    ['phone=0049%20(0)30%2F901820', ['Mia']],
    ['phone=30%20901820', []],
    ['phone=1-1-2', ['50%']],
    ['phone=0171100', ['Émile']],
    ['phone=%2B4930901820&email=ana@example.com', []],
    ['phone=%2B4930901820&q=mia', ['Mia']],
  ])('has exactly the customer whose %s', async (query, names) => {
    expect(await firstNames(`?sort=id&${query}`)).toEqual(names);
  });

  it('cannot be filtered by a phone without digits, and by none at all with a key that hides contacts', async () => {
    const { status, body } = await service.admin.get('/customers?phone=abc');
    expect([status, body.error.details]).toEqual([422, { phone: 'must have at least one digit' }]);
    const hiding = await restrictedKey(service, { hide: ['contacts'] });
    for (const query of ['email=mia@example.com', 'phone=112'])
      expect((await hiding.get(`/customers?${query}`)).status).toBe(403);
  });

  it('is split into pages', async () => {
    expect(await firstNames('?sort=id&length=2&page=2')).toEqual(['ana', '50%']);
    const { body } = await service.admin.get('/customers?sort=id&length=2&page=4');
    expect(body.data).toEqual([]);
    expect(body.meta).toMatchObject({ page: 4, per_page: 2, total: 5, total_pages: 3, sort: 'id:asc' });
  });

  it.each([
    ['first name', 'mia', ['Mia']],
    ['last name', 'KELLER', ['Mia', 'ana']],
    ['e-mail', 'example.org', ['Émile']],
    ['phone', '901820', ['Mia']],
    ['first and last name', 'mia keller', ['Mia']],
    ['last and first name', 'keller  MIA', ['Mia']],
    ['words in different fields', 'keller ana@', ['ana']],
    ['all words, not any of them', 'mia zola', []],
    ['letters in any case', 'éMILE', ['Émile']],
    ['another Unicode composition of the same letter', 'E\u0301mile', ['Émile']],
    ['words in other scripts', 'ИВАН', ['Иван']],
    ['a literal %', '%', ['50%']],
    ['a literal _', '_', ['Émile']],
    ['a literal \\', '\\', ['50%']],
    ['words inside one field, not across two fields', 'miakeller', []],
    ['a word only when it occurs', 'unheard', []],
    ['no condition, when the search is blank', '   ', ['Mia', 'Émile', 'ana', '50%', 'Иван']],
  ])('finds customers by %s: %p', async (_what, q, names) => {
    expect(await firstNames(`?sort=id&q=${encodeURIComponent(q)}`)).toEqual(names);
  });

  it('counts the customers that a search finds', async () => {
    const { body } = await service.admin.get('/customers?q=keller&length=1');
    expect(body.meta).toMatchObject({ total: 2, total_pages: 2, per_page: 1 });
  });

  it('reports all invalid query parameters in one answer', async () => {
    const { status, body } = await service.admin.get(
      `/customers?page=-1&length=1.5&sort=phone&q=${'x'.repeat(201)}`,
    );
    expect(status).toBe(422);
    expect(Object.keys(body.error.details as object).sort()).toEqual(['length', 'page', 'q', 'sort']);
  });

  it('is searched and filtered with index scans, not sequential ones', async () => {
    await service.query(`insert into customers (first_name, last_name, email, phone, created_at, updated_at)
      select 'First' || n, 'Last' || md5(n::text), md5('e' || n) || '@example.net', '+49 30 ' || 1000000 + n, now(), now()
      from generate_series(1, 20000) n`);
    await service.query('vacuum analyze customers');
    const [before] = await service.query<{ scans: number }>(SEQUENTIAL);
    // PostgreSQL publishes the statistics of a connection when it ends, so a second instance runs the searches and stops.
    const other = await startTestService({ databaseUrl: service.databaseUrl });
    const totals = [];
    for (const query of [
      'q=FIRST19999%20@example.net',
      'phone=%2B4930-1019999',
      `email=${hash('md5', 'e7')}@example.net`,
    ])
      totals.push((await other.admin.get(`/customers?${query}`)).body.meta?.total);
    await other.stop();
    expect(totals).toEqual([1, 1, 1]);
    const used = await service.query<{ name: string }>(
      `select indexrelname as name from pg_stat_user_indexes where relname = 'customers' and idx_scan > 0`,
    );
    expect(used.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['customers_folded_idx', 'customers_phone_idx', 'customers_email_key']),
    );
    expect(await service.query(SEQUENTIAL)).toEqual([before]);
  });
});
