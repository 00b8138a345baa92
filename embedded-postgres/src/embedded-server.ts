import type { Owner } from './ownership/owner-probe';

export interface EmbeddedServerOptions {
  /** DATA_DIR, absolute or relative; created when missing. */
  readonly dataDir: string;
  readonly owner: Owner;
  /**
   * The folder to which the server archives its log, absolute; without it, it archives nothing. The same for every process of a data
   * directory.
   */
  readonly archive?: string | undefined;
  /** Gets a line for the person who waits before something that takes long: the creation of the cluster, the start of another process. */
  readonly onWait?: (line: string) => void;
  /** Gets each line that the server logs, warnings and worse. */
  readonly onLog?: (line: string) => void;
  /** Gets a line for the log when the server has ended and is being restarted, and when it is back. */
  readonly onRestart?: (line: string) => void;
  /** Gets the reason when the server has ended and is not restarted any more. Not called because of `stop`. */
  readonly onExit?: (reason: string) => void;
}

export interface EmbeddedServer {
  /** postgres://… of the application's database; valid while this server runs. */
  readonly url: string;
  /** The same database for the superuser of the cluster: for copies of the cluster, never for requests. */
  readonly superuserUrl: string;
  /** True when the server belongs to another process: a command that runs while the service does. */
  readonly adopted: boolean;
  /** Path of PostgreSQL's data directory, without symbolic links. */
  readonly location: string;
  /** Stops an own server; leaves an adopted one running. Further calls have no effect. */
  stop(): Promise<void>;
}
