import { identityOf, openHome } from '../cluster/cluster';
import { EmbeddedServerError } from '../errors';
import { acquireOwnership } from './ownership';

export interface HeldDataDirectory {
  /** DATA_DIR, without links. */
  readonly home: string;
  release(): void;
}

/** Keeps everybody else from starting a server in a data directory. Makes it when there is none. @throws EmbeddedServerError */
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
