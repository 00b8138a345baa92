const WIDTH = 30;

/** How much of the work is done, for people who wait at a terminal: one line of stderr, drawn again and again. */
export class ProgressBar {
  private drawn = '';

  /** @param what is counted, such as `appointments` @param stream only a terminal is drawn on */
  constructor(
    private readonly what: string,
    private readonly stream: Pick<NodeJS.WriteStream, 'isTTY' | 'write'> = process.stderr,
  ) {}

  show(done: number, total: number): void {
    if (!this.stream.isTTY || total === 0) return;
    const filled = Math.floor((WIDTH * done) / total);
    const line = `[${'#'.repeat(filled).padEnd(WIDTH, '.')}] ${done} of ${total} ${this.what}`;
    if (line === this.drawn) return;
    this.drawn = line;
    this.stream.write(`\r${line}`);
  }

  /** Ends the line. */
  end(): void {
    if (this.drawn !== '') this.stream.write('\n');
    this.drawn = '';
  }
}
