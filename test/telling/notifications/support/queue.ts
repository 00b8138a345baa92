import { Jobs } from '../../../../src/platform/queue/jobs';
import type { TestService } from '../../../support/test-service';

/** Lets time pass for the queue, which goes by the clock of the database: what waits for another attempt is due. */
export async function untilDue(service: TestService): Promise<void> {
  await service.query(
    `update pgboss.job set start_after = now() - interval '1 second' where state in ('created', 'retry')`,
  );
}

/**
 * Lets time pass since every sender that is at work has died, and somebody look after the queue; what is due again then, is due at
 * once.
 */
export async function afterDeath(service: TestService, minutes: number): Promise<void> {
  await service.query(
    `update pgboss.job set started_on = now() - make_interval(secs => $1) where state = 'active'`,
    [minutes * 60],
  );
  await service.app.get(Jobs).maintain();
  await untilDue(service);
}

/** Forgets every message, sent or not. */
export async function forgetMessages(service: TestService): Promise<void> {
  await service.query('delete from notifications');
  await service.query('delete from pgboss.job');
}
