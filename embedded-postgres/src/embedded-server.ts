import type { Owner } from './ownership/owner-probe';

export interface EmbeddedServerOptions {
  /** DATA_DIR, absolute or relative; created when missing. */
  readonly dataDir: string;
  readonly owner: Owner;
  /** Lines that the server logs, warnings and worse. */
  readonly onLog?: (line: string) => void;
  /** The server died under its running owner and is started again, or is back: a line for the log. */
  readonly onRestart?: (line: string) => void;
  /** The server died under its running owner and is not started again, and why; not called because of `stop`. */
  readonly onExit?: (reason: string) => void;
}

export interface EmbeddedServer {
  /** postgres://… of the application's database, for as long as this server runs. */
  readonly url: string;
  /** True when the server belongs to another process: a command beside the running service. */
  readonly adopted: boolean;
  /** Where the data really lies. */
  readonly location: string;
  /** Ends an own server, leaves an adopted one running. Can be called again. */
  stop(): Promise<void>;
}
