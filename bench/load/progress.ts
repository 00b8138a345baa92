const PLAIN_EVERY_MS = 5_000;

/** Shows the progress of a long step on stderr: on a terminal in one changing line, else in a line now and then. */
export class Progress {
  private readonly began = performance.now();
  private shownAt = -Infinity;
  private isOpen = false;

  /** Begins a step. */
  say(text: string): void {
    this.close();
    process.stderr.write(`${this.stamp()} ${text}\n`);
    this.shownAt = performance.now();
  }

  /** Shows the progress of the step. */
  update(text: string): void {
    if (process.stderr.isTTY) {
      process.stderr.write(`\r\u001b[K${this.stamp()} ${text}`);
      this.isOpen = true;
    } else if (performance.now() - this.shownAt > PLAIN_EVERY_MS) {
      this.say(text);
    }
  }

  /** Ends the changing line. */
  close(): void {
    if (this.isOpen) process.stderr.write('\r\u001b[K');
    this.isOpen = false;
  }

  private stamp(): string {
    const seconds = Math.round((performance.now() - this.began) / 1000);
    return `${String(Math.floor(seconds / 60)).padStart(2)}:${String(seconds % 60).padStart(2, '0')}`;
  }
}
