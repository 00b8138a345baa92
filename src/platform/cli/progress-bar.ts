const WIDTH = 30;

/** How much of the work is done, for people who wait at a terminal: one line of stderr, drawn again and again. */
export class ProgressBar {
  private drawn = '';
  private longest = 0;

  /** @param what is counted, such as `appointments` @param stream only a terminal is drawn on */
  constructor(
    private readonly what: string,
    private readonly stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
  ) {}

  /** @param note what else there is to say, such as the speed */
  show(done: number, total: number, note?: string): void {
    if (!this.stream.isTTY || total === 0) return;
    const filled = Math.floor((WIDTH * done) / total);
    const line = `[${'#'.repeat(filled).padEnd(WIDTH, '.')}] ${done} of ${total} ${this.what}${note === undefined ? '' : `, ${note}`}`;
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
}
