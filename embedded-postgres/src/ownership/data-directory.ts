import { identityOf, openHome } from '../cluster/cluster';
import { EmbeddedServerError } from '../errors';
import { acquireOwnership } from './ownership';

export interface LockedDataDirectory {
  /** DATA_DIR, without symbolic links. */
  readonly home: string;
  release(): void;
}

/** Locks a data directory, so that no other process starts a server in it. Creates a missing one. @throws EmbeddedServerError */
export async function lockDataDirectory(dataDir: string): Promise<LockedDataDirectory> {
  const home = await openHome(dataDir);
  const found = await acquireOwnership(home, await identityOf(home), 'cli');
  if (found.kind === 'other') {
    throw new EmbeddedServerError(`The service is running on ${home}: stop it first.`);
  }
  return {
    home,
    release: () => {
      found.lock.release();
    },
  };
}
