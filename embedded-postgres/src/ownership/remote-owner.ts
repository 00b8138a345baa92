import { recordTouchedAt, readRecord, hostIdentity, touchRecord } from './connection-record';
import { EmbeddedServerError } from '../errors';
import { until } from '../wait';

const HEARTBEAT_MS = 2_000;
const SILENT_AFTER_MS = 10_000;

/**
 * Refuses to start while an owner in another container uses the directory. Two containers on one volume share no loopback
 * interface, process ids or memory: neither our lock nor PostgreSQL's own stops the second one. So an owner touches its
 * record every two seconds, and a start that finds a recent record of another host waits to see whether it is touched again.
 * An orderly stop removes the record and causes no wait.
 * @throws EmbeddedServerError
 */
export async function assertNoRemoteOwner(home: string, onLog: (line: string) => void): Promise<void> {
  const record = await readRecord(home);
  if (record === undefined || record.host === hostIdentity()) return;
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

/** Touches the record regularly. @returns a function that ends the heartbeat */
export function startHeartbeat(home: string): () => void {
  const timer = setInterval(() => void touchRecord(home), HEARTBEAT_MS).unref();
  return () => {
    clearInterval(timer);
  };
}
