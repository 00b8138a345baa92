import { SECOND_MS } from '../time/units';

const WIDTH = 30;
/** Between two lines of a log. */
const INTERVAL_MS = 10 * SECOND_MS;

/** How much of the work is done: one line of a terminal, drawn again and again, or a line of a log now and then. */
export class ProgressBar {
  private drawn = '';
  private longest = 0;
  private logged: number;

  /** @param what is counted, such as `appointments` @param stream a terminal, or a file @param now in ms, from any beginning */
  constructor(
    private readonly what: string,
    private readonly stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
    private readonly now: () => number = () => performance.now(),
  ) {
    this.logged = now();
  }

  /** @param note what else there is to say, such as the speed */
  show(done: number, total: number, note?: string): void {
    if (total === 0) return;
    const counts = `${done} of ${total} ${this.what}${note === undefined ? '' : `, ${note}`}`;
    if (!this.stream.isTTY) {
      this.log(counts);
      return;
    }
    const filled = Math.floor((WIDTH * done) / total);
    const line = `[${'#'.repeat(filled).padEnd(WIDTH, '.')}] ${counts}`;
    if (line === this.drawn) return;
    this.drawn = line;
    // A shorter line covers the one before.
    this.stream.write(`\r${line.padEnd(this.longest)}`);
    this.longest = Math.max(this.longest, line.length);
  }

  /** Ends the line. */
  end(): void {
    if (this.drawn !== '') this.stream.write('\n');
    this.drawn = '';
  }

  private log(line: string): void {
    const now = this.now();
    if (now - this.logged < INTERVAL_MS) return;
    this.logged = now;
    this.stream.write(`${line}\n`);
  }
}
