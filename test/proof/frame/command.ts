import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { parseArgs, type ParseArgsConfig } from 'node:util';
import { type Fault, plant } from './planted';

export const flag = { type: 'boolean' } as const;
export const text = { type: 'string' } as const;

/** The options of a command: those of each proof, and its own. */
export function optionsOf<Own extends NonNullable<ParseArgsConfig['options']>>(own: Own) {
  return parseArgs({ options: { short: flag, seed: text, planted: text, ...own } }).values;
}

/** Runs a command, which tells whether all is well. */
export function prove(work: () => Promise<boolean>): void {
  void work().then((isGood) => process.exit(isGood ? 0 : 1));
}

/** Uses what has to be closed afterwards, also when the command is interrupted. */
export async function using<Stage extends { close(): Promise<void> }, T>(
  stage: Stage,
  work: (stage: Stage) => Promise<T>,
): Promise<T> {
  const stop = () => void stage.close().finally(() => process.exit(130));
  process.once('SIGINT', stop).once('SIGTERM', stop);
  try {
    return await work(stage);
  } finally {
    process.off('SIGINT', stop).off('SIGTERM', stop);
    await stage.close();
  }
}

/** Prints the row of the planted fault of a name, or of each. @param find gives the other cells; undefined: it was not found */
export async function findPlanted<Kind extends Fault>(
  faults: Readonly<Record<string, Kind>>,
  wanted: string,
  find: (fault: Kind) => Promise<string | undefined>,
): Promise<boolean> {
  if (wanted === 'all') return !Object.keys(faults).map(inOwnProcess).includes(false);
  const fault = faults[wanted];
  if (fault === undefined) throw new Error(`no planted fault is called ${wanted}`);
  plant(fault.change);
  const found = await find(fault);
  print(`| ${wanted} | ${found ?? 'NOT FOUND |'} |`);
  return found !== undefined;
}

/** A module is loaded once in a process, with one fault. */
function inOwnProcess(name: string): boolean {
  const args = [...process.execArgv, ...process.argv.slice(1), '--planted', name];
  return spawnSync(process.execPath, args, { stdio: 'inherit' }).status === 0;
}

/** The folder in which a proof keeps what it has found. With `--out`, a run goes on where an earlier one with that folder ended. */
export class Results {
  readonly folder: string;

  constructor(
    proof: string,
    private readonly out: string | undefined,
  ) {
    this.folder = out ?? join(tmpdir(), `prove-${proof}`);
    mkdirSync(this.folder, { recursive: true });
  }

  known(name: string): unknown {
    const file = this.pathOf(name);
    return this.out !== undefined && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : undefined;
  }

  keep<Result>(name: string, result: Result): Result {
    writeFileSync(this.pathOf(name), typeof result === 'string' ? result : JSON.stringify(result));
    return result;
  }

  private pathOf(name: string): string {
    return join(this.folder, name.replaceAll(/\W* +|[^\w.,-]/g, '-'));
  }
}

/** The sum of a number of each item. */
export function sumOf<Item>(items: readonly Item[], numberOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + numberOf(item), 0);
}

export function print(...lines: readonly string[]): void {
  for (const line of lines) process.stdout.write(`${line}\n`);
}
