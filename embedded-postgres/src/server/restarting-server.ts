import { clearLeftovers } from './leftovers';
import { assertMajor } from '../cluster/cluster';
import { messageOf } from '../errors';
import { type RunningServer, type ServerStart, startServer } from './start-server';
import { stopServer } from './stop-server';
import { sleep } from '../wait';

/** Is called when a server ends, is back, or is given up. */
export interface RestartListener {
  /** The server has ended by itself and will be restarted. */
  readonly onEnd: (how: string) => void;
  /** The server runs again. */
  readonly onReturn: () => void;
  /** The server is not restarted any more. */
  readonly onLost: (reason: string) => void;
}

/** Pauses before the first, second, … restart, in ms. After the last one, the next failure is final. */
const PAUSES_MS = [0, 250, 500, 1_000, 2_000];
/** A server that ran for this long, in ms, was stable: the count of failures starts anew. */
const STABLE_AFTER_MS = 60_000;

/**
 * A server that is restarted whenever it ends by itself, at the same port and with the same password: clients only have to
 * reconnect. It is given up after repeated failures, and when its data are gone.
 */
export class RestartingServer {
  private readonly stopping = new AbortController();
  private failures = 0;
  private startedAt = performance.now();
  private restart: Promise<void> | undefined;

  private constructor(
    private server: RunningServer,
    private readonly start: ServerStart,
    private readonly listener: RestartListener,
  ) {}

  /** @throws EmbeddedServerError when the first start fails */
  static async start(start: ServerStart, keeper: RestartListener): Promise<RestartingServer> {
    const kept = new RestartingServer(await startServer(start), start, keeper);
    kept.watch();
    return kept;
  }

  get port(): number {
    return this.server.port;
  }

  /** Resolves when no process of the server is left. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.restart;
    await stopServer(this.server.process, this.start.cluster, this.start.binaries);
  }

  private watch(): void {
    const { process } = this.server;
    process.unref();
    void process.ended.then((how) => {
      if (!this.stopping.signal.aborted) this.restart = this.restartUntilGivenUp(how);
    });
  }

  private async restartUntilGivenUp(how: string): Promise<void> {
    if (performance.now() - this.startedAt > STABLE_AFTER_MS) this.failures = 0;
    for (let reason = how; !this.stopping.signal.aborted;) {
      const pause = PAUSES_MS[this.failures];
      if (pause === undefined) {
        this.listener.onLost(`${this.failures + 1} times in a row; the last time: ${reason}`);
        return;
      }
      this.failures += 1;
      this.listener.onEnd(reason);
      const failure = await this.attemptRestart(pause);
      if (failure === undefined) return;
      reason = failure;
    }
  }

  /** @returns why the server does not run; undefined when it runs, or when `stop` was called */
  private async attemptRestart(pauseMs: number): Promise<string | undefined> {
    const { cluster, binaries } = this.start;
    const { signal } = this.stopping;
    try {
      await sleep(pauseMs, undefined, { signal });
      await assertMajor(cluster, binaries.major);
      await clearLeftovers(cluster);
      const { port } = this.server;
      this.server = await startServer({ ...this.start, choosePort: () => Promise.resolve(port), signal });
    } catch (error) {
      return signal.aborted ? undefined : messageOf(error);
    }
    this.startedAt = performance.now();
    this.watch();
    if (!signal.aborted) this.listener.onReturn();
    return undefined;
  }
}
