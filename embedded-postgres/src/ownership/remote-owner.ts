import { recordTouchedAt, readRecord, thisPlace, touchRecord } from './connection-record';
import { EmbeddedServerError } from '../errors';
import { until } from '../wait';

const BEAT_MS = 2_000;
const SILENT_AFTER_MS = 10_000;

/**
 * Two containers on one volume have no loopback, no process ids and no shared memory in common: neither our lock nor
 * PostgreSQL's own would stop the second one. So an owner touches its record now and then, and who finds the record of
 * another place waits until it has been left alone for a while. Removed records (an orderly stop) cost no wait.
 */
export async function requireNoDistantOwner(home: string, onLog: (line: string) => void): Promise<void> {
  const record = await readRecord(home);
  if (record === undefined || record.place === thisPlace()) return;
  const first = await recordTouchedAt(home);
  if (first === undefined || Date.now() - first > SILENT_AFTER_MS) return;

  onLog(
    'WARNING: the database was last used from another container or host; waiting to see whether it still is',
  );
  const isTouched = async () => {
    const latest = await recordTouchedAt(home);
    return latest !== undefined && latest !== first;
  };
  if (!(await until(isTouched, SILENT_AFTER_MS, 200))) return;
  throw new EmbeddedServerError(
    `Another instance of the service, in another container or on another host, is already using ${home}: ` +
      'stop it first, or run commands where it runs.',
  );
}

/** Returns what ends it. */
export function keepTouching(home: string): () => void {
  const timer = setInterval(() => void touchRecord(home), BEAT_MS).unref();
  return () => {
    clearInterval(timer);
  };
}
