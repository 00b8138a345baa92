import { dueAtStart } from '../../src/operating/zone-review/reviewed-rules';
import { Database } from '../../src/platform/database/database';
import { zoneRulesVersion } from '../../src/platform/time/zones/zone-rules';
import { aProvider, aService } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { applied, bookBefore2026, listed, VANCOUVER } from './support/zone-review';

describe('A start of the service', () => {
  let service: TestService;
  let serviceId: number;
  let providerId: number;

  beforeAll(async () => {
    service = await startTestService();
    serviceId = await aService(service.admin, { durationMin: 60 });
    providerId = await aProvider(service.admin, { timezone: VANCOUVER });
  });

  beforeEach(async () => {
    await service.query('delete from appointments');
    await service.query(`update instance set reviewed_zone_rules = '2025c'`);
  });

  afterAll(() => service.stop());

  const atStart = () => dueAtStart(service.app.get(Database), service.clock.now());
  const reviewed = async () => {
    const [row] = await service.query<{ rules: string | null }>(
      'select reviewed_zone_rules as rules from instance',
    );
    return row?.rules;
  };

  it('counts what is due by other zone rules than those of the last review', async () => {
    await bookBefore2026(service, providerId, serviceId, 10);
    const closure = { start: '2026-12-24', end: '2026-12-24' };
    const { body } = await service.admin.post('/closures', closure);
    await service.query(`update closures set end_at = end_at + interval '1 hour' where id = $1`, [
      body.data.id,
    ]);
    expect([await atStart(), await reviewed()]).toEqual([2, '2025c']);
    await service.query('delete from closures');
  });

  it('records that nothing is due, and looks at nothing again', async () => {
    expect([await atStart(), await reviewed()]).toEqual([0, zoneRulesVersion()]);
    await bookBefore2026(service, providerId, serviceId, 10);
    expect(await atStart()).toBe(0);
  });

  it('finds nothing due after the review has moved all', async () => {
    await bookBefore2026(service, providerId, serviceId, 10);
    await applied(service);
    expect(await reviewed()).toBe('2025c');
    await listed(service);
    expect(await reviewed()).toBe(zoneRulesVersion());
  });

  it('records nothing while the wall clock of an appointment to come is not known', async () => {
    const id = await bookBefore2026(service, providerId, serviceId, 10);
    await service.query('update appointments set booked_start = null where id = $1', [id]);
    expect([await atStart(), await reviewed()]).toEqual([0, '2025c']);
  });
});
