import { Jobs } from '../../../../src/platform/queue/jobs';
import type { TestService } from '../../../support/test-service';

/** Makes every waiting job due now. The queue uses PostgreSQL's clock, which tests cannot set. */
export async function untilDue(service: TestService): Promise<void> {
  await service.query(
    `update pgboss.job set start_after = now() - interval '1 second' where state in ('created', 'retry')`,
  );
}

/** Pretends that the workers took their jobs so many minutes ago, runs the maintenance, and makes the jobs that it frees due now. */
export async function afterWorkerDeath(service: TestService, minutes: number): Promise<void> {
  await service.query(
    `update pgboss.job set started_on = now() - make_interval(secs => $1) where state = 'active'`,
    [minutes * 60],
  );
  await service.app.get(Jobs).maintain();
  await untilDue(service);
}

/** Deletes all messages and jobs. */
export async function deleteMessages(service: TestService): Promise<void> {
  await service.query('delete from notifications');
  await service.query('delete from pgboss.job');
}
