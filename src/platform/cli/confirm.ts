import { createInterface } from 'node:readline';
import { printable } from '../values/printable';

/** Asks on stderr, because stdout belongs to the result. True for y and yes, and without a terminal; false for all else and Ctrl-D. */
export function confirm(question: string): Promise<boolean> {
  if (!process.stdin.isTTY) return Promise.resolve(true);
  const terminal = createInterface({ input: process.stdin, output: process.stderr });
  return new Promise((resolve) => {
    terminal.once('close', () => {
      resolve(false);
    });
    terminal.question(`${printable(question)} [y/N] `, (answer) => {
      resolve(/^y(es)?$/i.test(answer.trim()));
      terminal.close();
    });
  });
}
