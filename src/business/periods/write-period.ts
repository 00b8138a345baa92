import type { EntityManager } from 'typeorm';
import type { Database } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import type { CreatedPeriod } from './conflicts.meta';

type Written = Pick<CreatedPeriod, 'decided'>;

/** Writes a new closure or time off with what becomes of its appointments, or tries it. */
export async function writePeriod<Created extends Written>(
  database: Database,
  context: WriteContext,
  { dryRun: isDryRun = false }: { readonly dryRun?: boolean | undefined },
  write: (tx: EntityManager) => Promise<Created>,
): Promise<Created & Pick<CreatedPeriod, 'isDryRun'>> {
  if (isDryRun) return { ...(await database.readOnly(context, write)), isDryRun };
  const created = await database.transaction(context, write);
  created.decided?.count();
  return { ...created, isDryRun };
}
