import { setImmediate } from 'node:timers/promises';

/** How long other requests wait for one piece of long work, in ms. */
const MOST_MS = 10;

/** Long work in pieces, between which the process answers other requests. */
export class Turns {
  private since = performance.now();

  /** Lets others run, if the work has gone on for a while. */
  async pause(): Promise<void> {
    if (performance.now() - this.since < MOST_MS) return;
    await setImmediate();
    this.since = performance.now();
  }
}
