import { clearLeftovers } from './leftovers';
import { requireMajor } from '../cluster/cluster';
import { messageOf } from '../errors';
import { type RunningServer, type ServerStart, startServer } from './start-server';
import { stopServer } from './stop-server';
import { sleep } from '../wait';

/** Whom a kept server tells what becomes of it. */
export interface Keeper {
  /** It has ended by itself, how, and will be started again. */
  readonly onEnd: (how: string) => void;
  /** It is back. */
  readonly onReturn: () => void;
  /** It is not started again, and why. */
  readonly onLost: (reason: string) => void;
}

/** Pauses before the first, the second … start again, in ms; the mishap after the last of them is one too many. */
const PAUSES_MS = [0, 250, 500, 1_000, 2_000];
/** A server that ran for so long was in order: what happens to it then has no history. */
const SOUND_AFTER_MS = 60_000;

/**
 * A server that is started again whenever it ends by itself, at the same port and with the same password, so that those who
 * use it only have to connect anew. Not for ever: a server that ends time and again is lost, and so is one without its data.
 */
export class KeptServer {
  private readonly stopping = new AbortController();
  private mishaps = 0;
  private startedAt = performance.now();
  private restart: Promise<void> | undefined;

  private constructor(
    private server: RunningServer,
    private readonly start: ServerStart,
    private readonly keeper: Keeper,
  ) {}

  /** @throws EmbeddedServerError when it does not even start once */
  static async start(start: ServerStart, keeper: Keeper): Promise<KeptServer> {
    const kept = new KeptServer(await startServer(start), start, keeper);
    kept.watch();
    return kept;
  }

  get port(): number {
    return this.server.port;
  }

  /** Returns when no process of it is left. */
  async stop(): Promise<void> {
    this.stopping.abort();
    await this.restart;
    await stopServer(this.server.process, this.start.cluster, this.start.binaries);
  }

  private watch(): void {
    const { process } = this.server;
    process.unref();
    void process.ended.then((how) => {
      if (!this.stopping.signal.aborted) this.restart = this.startAgain(how);
    });
  }

  private async startAgain(how: string): Promise<void> {
    if (performance.now() - this.startedAt > SOUND_AFTER_MS) this.mishaps = 0;
    for (let reason = how; !this.stopping.signal.aborted;) {
      const pause = PAUSES_MS[this.mishaps];
      if (pause === undefined) {
        this.keeper.onLost(`${this.mishaps + 1} times in a row; the last time: ${reason}`);
        return;
      }
      this.mishaps += 1;
      this.keeper.onEnd(reason);
      const failure = await this.tryAgain(pause);
      if (failure === undefined) return;
      reason = failure;
    }
  }

  /** @returns why it does not run; undefined when it does, or is not wanted any more */
  private async tryAgain(pauseMs: number): Promise<string | undefined> {
    const { cluster, binaries } = this.start;
    const { signal } = this.stopping;
    try {
      await sleep(pauseMs, undefined, { signal });
      await requireMajor(cluster, binaries.major);
      await clearLeftovers(cluster);
      const { port } = this.server;
      this.server = await startServer({ ...this.start, choosePort: () => Promise.resolve(port), signal });
    } catch (error) {
      return signal.aborted ? undefined : messageOf(error);
    }
    this.startedAt = performance.now();
    this.watch();
    if (!signal.aborted) this.keeper.onReturn();
    return undefined;
  }
}
