import type { DataSource } from 'typeorm';
import { type Finding, findingsOf } from './finding';

export interface Connections {
  /** The number it allows, without those reserved for superusers. */
  readonly max: number;
  /** The number that other programs use. */
  readonly others: number;
}

export async function checkConnections(dataSource: DataSource, poolSize: number): Promise<Finding> {
  const [row] = await dataSource.query<Connections[]>(
    `select current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int
         - coalesce(current_setting('reserved_connections', true)::int, 0) as max,
       (select count(*)::int from pg_stat_activity
        where datid is not null
          and application_name is distinct from current_setting('application_name')) as others`,
  );
  return judgeConnections(row ?? { max: 0, others: 0 }, poolSize);
}

/** If the server has no room for the pool, requests wait and are refused in the end. */
export function judgeConnections({ max, others }: Connections, poolSize: number): Finding {
  const { ok, warning } = findingsOf('connections');
  const room = Math.max(0, max - others);
  const facts = `DATABASE_POOL_SIZE is ${poolSize}; the server allows ${max}, other programs use ${others}`;
  if (poolSize > room) return warning(`${facts}: too few are free`);
  return ok(`${facts}; instances that fit: ${Math.floor(room / poolSize)}`);
}
