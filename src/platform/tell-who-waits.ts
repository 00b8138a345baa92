/** Writes a line before something that takes long. To stderr, as the compiler does: stdout belongs to the result, or to the log. */
export function tellWhoWaits(line: string): void {
  process.stderr.write(`${line}\n`);
}

/** Writes a line before something that takes seconds, where a person looks on. Logs without it are shorter. */
export function tellTerminal(line: string): void {
  if (process.stderr.isTTY) tellWhoWaits(line);
}
