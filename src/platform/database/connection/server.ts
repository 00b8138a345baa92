import { tellWhoWaits } from '../../tell-who-waits';
import type { Config } from '../../config/config';

/** The PostgreSQL server in use: the one of `DATABASE_URL`, or the embedded one. */
export interface DatabaseServer {
  readonly url: string;
  /** Where it is, for a person; no password. */
  readonly description: string;
  /** Stops it, when it is ours. */
  stop(): Promise<void>;
}

/**
 * @param owner who starts an embedded server: a command joins that of a running service, a service does not
 * @param onLost what to do when the embedded server ends by itself and cannot be started again; gets the reason
 * @param log takes a line when the server has ended and is started again
 * @throws EmbeddedServerError with one line for the user
 */
export async function openDatabaseServer(
  { databaseUrl, dataDir, walArchiveDir }: Config,
  owner: 'service' | 'cli',
  onLost: (reason: string) => void,
  log: (line: string) => void = () => undefined,
): Promise<DatabaseServer> {
  if (databaseUrl !== undefined) {
    const { host, pathname } = new URL(databaseUrl);
    return {
      url: databaseUrl,
      description: `PostgreSQL at ${host}${pathname}`,
      stop: () => Promise.resolve(),
    };
  }
  const { startEmbeddedServer } = await import('../../../../embedded-postgres/src/index.js');
  const server = await startEmbeddedServer({
    dataDir,
    owner,
    archive: walArchiveDir,
    onWait: tellWhoWaits,
    onRestart: log,
    onExit: (reason) => {
      onLost(`The embedded PostgreSQL ended: ${reason}`);
    },
  });
  return {
    url: server.url,
    description: `embedded PostgreSQL in ${server.location}`,
    stop: () => server.stop(),
  };
}
