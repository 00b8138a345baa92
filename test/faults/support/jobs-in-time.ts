import { query } from '../../support/database/query';

/** Five minutes since the worker took its job, and two since the last maintenance. */
const TIME_PASSES = `
  update pgboss.job set started_on = now() - interval '5 minutes' where state = 'active';
  delete from pgboss.job where name = 'upkeep'`;
const RETRY_IS_DUE = `update pgboss.job set start_after = now() - interval '1 second' where state = 'retry'`;

/** Pretends that a killed worker has been silent for so long that the next one takes its job. */
export async function expireJobs(databaseUrl: string): Promise<void> {
  await query(databaseUrl, TIME_PASSES);
}

/** Pretends that the pause before a second attempt is over. */
export async function makeRetriesDue(databaseUrl: string): Promise<void> {
  await query(databaseUrl, RETRY_IS_DUE);
}
