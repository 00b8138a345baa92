import { identityOf, openHome } from '../cluster/cluster';
import { EmbeddedServerError } from '../errors';
import { acquireOwnership } from './ownership';

export interface HeldDataDirectory {
  /** DATA_DIR, without symbolic links. */
  readonly home: string;
  release(): void;
}

/** Locks a data directory, so that no other process starts a server in it. Creates a missing one. @throws EmbeddedServerError */
export async function holdDataDirectory(dataDir: string): Promise<HeldDataDirectory> {
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
