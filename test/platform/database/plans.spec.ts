import { DataSource } from 'typeorm';
import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

/** PostgreSQL plans the first five executions of a prepared statement for their values, then decides whether to go on so. */
const TRIALS = 5;

describe('the plan of a statement that many requests run', () => {
  let service: TestService;
  let who: string;

  beforeAll(async () => {
    service = await startTestService({ environment: { DATABASE_POOL_SIZE: '1' } });
    const [providerId, serviceId] = [await aProvider(service.admin), await aService(service.admin)];
    await anAppointment(service.admin, providerId, serviceId);
    who = `providerId=${providerId}&serviceId=${serviceId}`;
    // The planner believes that each page holds a million rows; and so the table has, with its one page.
    for (const table of ['appointments', 'customers', 'providers', 'provider_services'])
      await service.query(
        `select pg_restore_relation_stats('schemaname', 'public', 'relname', '${table}', 'relpages', 1, 'reltuples', 1e6::real)`,
      );
  });

  afterAll(() => service.stop());

  it.each([
    ['GET an appointment', '/appointments/1'],
    ['a page of the list', '/appointments?page=1'],
    ['the list in another order', '/appointments?sort=createdAt:desc'],
    ['a search for a word', '/appointments/search?q=customer'],
    ['a search for two words', '/appointments/search?q=customer+example'],
    ['the services', '/services'],
    ['the slots of a provider', `/availability/slots?date=${MONDAY}&WHO`],
    ['the slots of any provider', `/availability/slots?date=${MONDAY}&anyProvider=true&WHO`],
    ['a calendar', `/availability/calendar?from=${MONDAY}&to=${MONDAY}&WHO`],
    ['the counts', '/appointments/counts'],
    ['the summary', '/appointments/summary'],
  ])('is made once: %s', async (_what, path) => {
    const asked = path.replace('WHO', who);
    for (let time = 0; time < TRIALS + 2; time++) expect((await service.admin.get(asked)).status).toBe(200);
    const planned = await service.app.get(DataSource).query<{ name: string; anew: number; once: number }[]>(
      `select name, custom_plans::int as anew, generic_plans::int as once from pg_prepared_statements
         where custom_plans + generic_plans > ${TRIALS}`,
    );
    expect(planned.length).toBeGreaterThanOrEqual(2);
    expect(planned.filter(({ anew }) => anew > TRIALS)).toEqual([]);
  });
});
