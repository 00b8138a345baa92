import { setImmediate } from 'node:timers/promises';
import { aProvider, aService } from '../support/builders';
import { OpenWrite } from '../support/open-write';
import { startTestService, type TestService } from '../support/test-service';

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

describe('A change of a service', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });
  afterAll(() => service.stop());

  it('that has waited for a change of its providers shows those that it has by then', async () => {
    const { admin } = service;
    const [one, other] = [await aProvider(admin), await aProvider(admin)];
    const id = await aService(admin, { providerIds: [one, other] });
    const before = await OpenWrite.begin(service);
    await before.run(`update services set name = 'Changed' where id = ${id}`);
    await before.run(`delete from provider_services where service_id = ${id} and provider_id = ${other}`);
    const change = admin.patch(`/services/${id}`, { description: 'Changed' });
    while ((await service.query(WAITING)).length === 0) await setImmediate();
    await before.end('commit');
    expect((await change).body.data).toMatchObject({ name: 'Changed', providerIds: [one] });
  });
});
