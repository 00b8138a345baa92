import { anAppointment, aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

interface State {
  readonly provider_id: number;
  readonly month: string;
  readonly status: string;
  readonly payment_status: string;
  readonly total: number;
  readonly cents: number;
}

const COUNTED = `
  select provider_id, date_trunc('month', start_at, 'UTC')::text as month, status, payment_status, count(*)::int as total,
    (coalesce(sum(price), 0) * 100)::int as cents
  from appointments group by 1, 2, 3, 4 order by 1, 2, 3, 4`;
const KEPT = `
  select provider_id, month::text as month, status, payment_status, total, cents::int as cents
  from appointment_tallies where (total <> 0 or cents <> 0) and isfinite(month) order by 1, 2, 3, 4`;
const KEPT_OF_ALL = `
  select provider_id, status, payment_status, total, cents::int as cents
  from appointment_tallies where (total <> 0 or cents <> 0) and month = '-infinity' order by 1, 2, 3`;
const COUNTED_OF_ALL = `
  select provider_id, status, payment_status, count(*)::int as total, (coalesce(sum(price), 0) * 100)::int as cents
  from appointments group by 1, 2, 3 order by 1, 2, 3`;
const KEPT_OF_PROVIDERS = `
  select provider_id, total, cents::int as cents
  from appointment_tallies where (total <> 0 or cents <> 0) and month = 'infinity' order by 1`;
const COUNTED_OF_PROVIDERS = `
  select provider_id, count(*)::int as total, (coalesce(sum(price), 0) * 100)::int as cents
  from appointments group by 1 order by 1`;

describe('The stored totals of appointments', () => {
  let service: TestService;
  let ana: number;
  let ben: number;
  let haircut: number;

  beforeEach(async () => {
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: 'Europe/Berlin' } });
    [ana, ben] = [await aProvider(service.admin), await aProvider(service.admin)];
    haircut = await aService(service.admin, { price: 38.5 });
  });

  afterEach(() => service.stop());

  const book = async (provider: number, date: string, start = '10:00') =>
    (await anAppointment(service.admin, provider, haircut, { date, start, ignoreSchedule: true })).id;

  const expectKept = async (): Promise<readonly State[]> => {
    const counted = await service.query<State>(COUNTED);
    expect(await service.query<State>(KEPT)).toEqual(counted);
    expect(await service.query(KEPT_OF_ALL)).toEqual(await service.query(COUNTED_OF_ALL));
    expect(await service.query(KEPT_OF_PROVIDERS)).toEqual(await service.query(COUNTED_OF_PROVIDERS));
    return counted;
  };

  it('equal the counted totals after every write', async () => {
    const { admin } = service;
    const first = await book(ana, '2026-11-30');
    const second = await book(ben, '2026-12-01');
    expect(await expectKept()).toHaveLength(2);
    await admin.patch(`/appointments/${first}`, { providerId: ben, date: '2027-01-04' });
    await admin.patch(`/appointments/${second}/status`, { status: 'cancelled' });
    await admin.patch(`/appointments/${second}/payment-status`, { payment_status: 'refunded' });
    await admin.patch(`/appointments/${second}/notes`, { notes: 'Not this time' });
    expect(await expectKept()).toEqual([
      expect.objectContaining({
        provider_id: ben,
        status: 'cancelled',
        payment_status: 'refunded',
        total: 1,
      }),
      expect.objectContaining({ provider_id: ben, status: 'confirmed', total: 1, cents: 3850 }),
    ]);
    await admin.delete(`/appointments/${first}`);
    expect(await expectKept()).toHaveLength(1);
  });

  it('equal the counted totals after a statement that writes many rows, and after the table becomes empty', async () => {
    const { customer_id } = (
      await service.query<{ customer_id: number }>('select customer_id from appointments where id = $1', [
        await book(ana, '2026-11-30'),
      ])
    )[0] ?? { customer_id: 0 };
    await service.query(
      `insert into appointments (provider_id, service_id, customer_id, start_at, end_at, busy, status, price, created_at, updated_at)
       select case when n % 2 = 0 then $1::int else $2::int end, $3, $4, at, at + interval '1 hour',
         tstzrange(at, at + interval '1 hour'), case when n % 3 = 0 then 'cancelled' else 'completed' end, n, at, at
       from generate_series(1, 300) n, lateral (select timestamptz '2025-01-01Z' + n * interval '2 days' as at) t`,
      [ana, ben, haircut, customer_id],
    );
    expect((await expectKept()).length).toBeGreaterThan(50);
    await service.query(
      `update appointments set status = 'no-show', busy = tstzrange(lower(busy) - interval '9 days', upper(busy)),
         start_at = start_at - interval '9 days' where id % 5 = 0`,
    );
    await expectKept();
    await service.query('delete from appointments where id % 2 = 0');
    await expectKept();
    await service.query('truncate appointments cascade');
    expect(await expectKept()).toEqual([]);
  });

  it('give the right total for whole months, parts of months and less than a month', async () => {
    const days = ['2026-10-31', '2026-11-30', '2026-12-01', '2026-12-31', '2027-01-01', '2027-02-15'];
    for (const date of days) await book(ana, date, '00:30');
    await book(ben, '2026-12-15');
    const totalOf = async (query: string): Promise<number> => {
      const [list, counts] = [
        await service.admin.get(`/appointments?length=1&${query}`),
        await service.admin.get(`/appointments/counts?${query.replace(/&?status=[^&]*/, '')}`),
      ];
      expect(query.includes('status') || list.body.meta.total === counts.body.meta.total).toBe(true);
      return list.body.meta.total as number;
    };
    expect(await totalOf('')).toBe(7);
    expect(await totalOf('from=2026-11-30')).toBe(6);
    expect(await totalOf('from=2026-12-01')).toBe(5);
    expect(await totalOf('to=2026-11-30')).toBe(2);
    expect(await totalOf('to=2026-12-31')).toBe(5);
    expect(await totalOf('from=2026-12-01&to=2026-12-31')).toBe(3);
    expect(await totalOf('from=2026-12-01T00:00:00Z&to=2027-01-01T00:00:00Z')).toBe(3);
    expect(await totalOf('from=2026-11-15&to=2027-01-01')).toBe(5);
    expect(await totalOf('from=2026-12-10&to=2026-12-20')).toBe(1);
    expect(await totalOf(`from=2026-11-30&providerId=${ben}`)).toBe(1);
    expect(await totalOf('from=2026-10-01&status=confirmed,pending')).toBe(7);
    expect(await totalOf('from=2026-10-01&status=cancelled')).toBe(0);
    expect(await totalOf(`from=2026-10-15&to=2027-01-15&serviceId=${haircut}`)).toBe(6);
  });
});
