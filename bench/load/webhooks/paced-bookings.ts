import { setTimeout as sleep } from 'node:timers/promises';
import { Pool } from 'undici';
import type { Next } from '../operations/operation';

const CONNECTIONS = 16;

/** Sends requests at fixed times, also when earlier ones are not answered yet. */
export class PacedBookings {
  private readonly pool: Pool;
  private readonly headers: Readonly<Record<string, string>>;

  constructor(
    origin: string,
    key: string,
    private readonly next: Next,
  ) {
    this.pool = new Pool(origin, { connections: CONNECTIONS });
    this.headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
  }

  /** @returns the ms between each request and its answer, ascending. @throws Error when one is not answered with 201 */
  async run(perSecond: number, seconds: number): Promise<Float64Array> {
    const began = performance.now();
    const answers: Promise<number>[] = [];
    while (answers.length < perSecond * seconds) {
      const late = began + (answers.length * 1_000) / perSecond - performance.now();
      if (late > 0) await sleep(late);
      else answers.push(this.book());
    }
    return Float64Array.from(await Promise.all(answers)).sort();
  }

  close(): Promise<void> {
    return this.pool.close();
  }

  private async book(): Promise<number> {
    const { method, path, body } = this.next();
    const began = performance.now();
    const answer = await this.pool.request({
      ...{ method, path, headers: this.headers },
      body: JSON.stringify(body),
    });
    const text = await answer.body.text();
    if (answer.statusCode !== 201)
      throw new Error(`a booking was answered with ${answer.statusCode}: ${text}`);
    return performance.now() - began;
  }
}
