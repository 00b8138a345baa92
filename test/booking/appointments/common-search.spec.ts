import { anAppointment, aProvider, aService } from '../../support/builders';
import { interceptStatements } from '../../support/database/intercept-statements';
import { startTestService, type TestService } from '../../support/test-service';

const LIMIT = 10_000;

describe('A search that finds thousands of appointments', () => {
  let service: TestService;
  let providerId: number;
  let otherId: number;

  /** Appointments of one provider, an hour each, of which the one that is booked last starts first. */
  const write = (count: number, notes: string, of = providerId) =>
    service.query(
      `insert into appointments (provider_id, service_id, customer_id, status, notes, start_at, end_at, busy, created_at, updated_at)
       select $3, a.service_id, a.customer_id, 'cancelled', $2, at, at + interval '1 hour', tstzrange(at, at + interval '1 hour'), at, at
       from (select * from appointments order by id limit 1) a, generate_series(1, $1::int) n,
         lateral (select timestamptz '2026-10-01Z' - n * interval '1 hour' as at) t`,
      [count, notes, of],
    );
  const search = async (query: string) => {
    const { status, body } = await service.admin.get(`/appointments/search?${query}`);
    expect(status).toBe(200);
    const { total, total_is, total_pages } = body.meta;
    return { ids: (body.data as { id: number }[]).map(({ id }) => id), total, total_is, total_pages };
  };

  /** The statements from now on that count matches. */
  const statementsThatCount = () => {
    const counts: string[] = [];
    interceptStatements((statement) => {
      if (typeof statement === 'object' && statement.text.includes('count(*)')) counts.push(statement.text);
      return statement;
    });
    return counts;
  };

  beforeAll(async () => {
    service = await startTestService();
    const serviceId = await aService(service.admin, { name: 'Massage' });
    [providerId, otherId] = [await aProvider(service.admin), await aProvider(service.admin)];
    await anAppointment(service.admin, providerId, serviceId);
    await write(LIMIT, 'Brings a referral');
    await write(LIMIT, 'Pays with a VOUCHER');
    await write(1, 'Another voucher', otherId);
  });

  afterEach(() => jest.restoreAllMocks());
  afterAll(() => service.stop());

  it('has an exact total up to 10,000, and at least 10,000 beyond', async () => {
    const exact = await search('q=referral');
    expect([exact.total, exact.total_is, exact.total_pages]).toEqual([LIMIT, undefined, 400]);
    const more = await search('q=voucher');
    expect([more.total, more.total_is, more.total_pages]).toEqual([LIMIT, 'at least', 400]);
  });

  it.each([
    'q=voucher',
    'q=voucher&page=4',
    'q=voucher&length=100&page=5',
    'q=voucher&page=401',
    'q=voucher&page=402',
    'q=voucher&sort=start:desc',
    'q=voucher&sort=status:desc',
    'q=massage',
    'q=voucher+massage',
    'q=pays+with+voucher',
    'q=v',
    `q=voucher&status=cancelled`,
  ])('has the same page while it is known to be common: %s', async (query) => {
    const before = await search(query);
    expect(before.total_is).toBe(query.includes('pays') ? undefined : 'at least');
    expect(await search(query)).toEqual(before);
  });

  it.each([
    ['q=voucher', 'start_at, id limit 25'],
    ['q=massage', 'start_at, id limit 25'],
    ['q=voucher&page=4', 'start_at, id limit 25 offset 75'],
    ['q=voucher&length=100&page=5', 'start_at, id limit 100 offset 400'],
    ['q=voucher&page=401', 'start_at, id limit 25 offset 10000'],
    ['q=voucher&sort=start:desc', 'start_at desc, id limit 25'],
    ['q=voucher&sort=status:desc', 'status desc, id limit 25'],
  ])('has the first matches of the order: %s', async (query, order) => {
    service.clock.advance(61_000);
    const rows = await service.query<{ id: number }>(
      `select id from appointments where notes ilike '%voucher%' or $1 order by ${order}`,
      [query === 'q=massage'],
    );
    const ids = rows.map(({ id }) => id);
    expect((await search(query)).ids).toEqual(ids);
    expect((await search(query)).ids).toEqual(ids);
  });

  it('is known to be common with the same filters only', async () => {
    await search('q=voucher');
    const found = await search(`q=voucher&providerId=${otherId}`);
    expect([found.ids.length, found.total, found.total_is]).toEqual([1, 1, undefined]);
  });

  it('reads its pages in order without counting again', async () => {
    await search('q=voucher');
    const counts = statementsThatCount();
    await search('q=voucher');
    expect(counts).toEqual([]);
  });

  it('is counted once for all requests of the same moment', async () => {
    service.clock.advance(61_000);
    const counts = statementsThatCount();
    const answers = await Promise.all(Array.from({ length: 8 }, () => search('q=voucher')));
    expect(counts).toHaveLength(1);
    for (const answer of answers) expect(answer).toEqual(answers[0]);
  });

  it('is counted by the others when a count failed', async () => {
    service.clock.advance(61_000);
    let counts = 0;
    interceptStatements((statement) => {
      if (typeof statement !== 'object' || !statement.text.includes('count(*)')) return statement;
      return counts++ === 0 ? 'select 1 / 0' : statement;
    });
    const answers = [1, 2].map(() => service.admin.get('/appointments/search?q=voucher'));
    const statuses = (await Promise.all(answers)).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 500]);
  });

  it('is counted again after a minute, and when a page is not full', async () => {
    await search('q=voucher');
    await service.query(
      `update appointments set notes = 'Paid' where notes = 'Pays with a VOUCHER' and id % 2 = 0`,
    );
    expect((await search('q=voucher')).total_is).toBe('at least');
    service.clock.advance(61_000);
    const later = await search('q=voucher');
    expect([later.total, later.total_is]).toEqual([LIMIT / 2 + 1, undefined]);
    await write(LIMIT, 'Pays by card');
    await search('q=card');
    await service.query(`update appointments set notes = 'Paid' where notes = 'Pays by card'`);
    const none = await search('q=card');
    expect([none.ids, none.total, none.total_is]).toEqual([[], 0, undefined]);
  });
});
