import { Service } from '../../../src/business/services/service.entity';
import { EntityReads } from '../../../src/platform/database/reads/entity-reads';
import { aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

describe('A read of one row by its id', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  it('meets its own condition, whichever condition the same table was read with before', async () => {
    const reads = service.app.get(EntityReads);
    const id = await aService(service.admin);
    await service.admin.delete(`/services/${id}`);
    const notDeleted = { name: 'not-deleted', sql: 't.deleted_at is null' };
    const conditions = [[], [notDeleted], []];
    const found: unknown[] = [];
    for (const condition of conditions) found.push((await reads.find(Service, id, condition))?.id);
    expect(found).toEqual([id, undefined, id]);
  });
});
