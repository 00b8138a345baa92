import { Option } from 'nest-commander';
import { CliCommand, readOption } from '../../../platform/cli/cli-command';
import { ProgressBar } from '../../../platform/cli/progress-bar';
import { table } from '../../../platform/cli/table';
import { printable } from '../../../platform/values/printable';
import { oneOf, text } from '../../../platform/http/validation/text-types';
import { PAST_OVERLAPS, type RunRequest, type RunWatch } from '../imported-row';
import type { ImportResult } from '../import-tally';

/** Of Linux. */
const MAX_PATH = 4_096;
/** The longest name of another system, in characters. */
export const MAX_SOURCE = 50;
/** The most reasons of refusals that a command lists. */
const MOST_LISTED = 20;
/** Some rows are not there: they were refused. */
const SOME_REFUSED = 3;

/** The options that all imports of rows have. */
export type ImportOptions = Pick<RunRequest, 'dryRun' | 'pastOverlaps' | 'rejected'>;

/** A command that imports rows: it shows the progress, says what has become of them, and tells it with its exit code. */
export abstract class RowImportCommand extends CliCommand {
  @Option({ flags: '--dry-run', description: 'write nothing, and show what would happen' })
  parseDryRun(): boolean {
    return true;
  }

  @Option({
    flags: '--past-overlaps <what>',
    description: 'appointments that are over and overlap others: refuse (by default) or keep',
  })
  parsePastOverlaps(value: string): string {
    return readOption('--past-overlaps', oneOf(PAST_OVERLAPS), value) as string;
  }

  @Option({
    flags: '--rejected <file>',
    description: 'a file for the rows that are refused, with their reasons',
  })
  parseRejected(value: string): string {
    return readPath('--rejected', value);
  }

  /** Runs an import under a bar on stderr. */
  protected async watched(run: (watch: RunWatch) => Promise<ImportResult>): Promise<ImportResult> {
    const bar = new ProgressBar('rows');
    const say = (sentence: string) => {
      bar.end();
      this.say(sentence);
    };
    const progress: RunWatch['progress'] = (done, total, perSecond, kind) => {
      const speed = `${perSecond} a second`;
      bar.show(done, total, kind === undefined ? speed : `${kind}: ${speed}`);
    };
    try {
      return await run({ say, progress });
    } finally {
      bar.end();
    }
  }

  /** Says something of the import that is no part of its result. */
  protected say(sentence: string): void {
    process.stderr.write(`${printable(sentence)}\n`);
  }

  protected report(result: ImportResult, { dryRun = false, rejected }: ImportOptions): void {
    const { taken, unchanged, refused } = result;
    if (this.isJson) this.print({ taken, unchanged, refused }, String);
    else this.print(result, () => resultText(result, dryRun, rejected));
    if (refused > 0) process.exitCode = SOME_REFUSED;
  }
}

/** The options that a request has, too. */
export function runOptions({ dryRun, pastOverlaps, rejected }: ImportOptions): ImportOptions {
  return { dryRun, pastOverlaps, rejected };
}

export function readPath(name: string, value: string): string {
  return readOption(name, text(MAX_PATH), value) as string;
}

function resultText(
  { refusals, seconds, ...counts }: ImportResult,
  dryRun: boolean,
  rejected: string | undefined,
): string {
  const { taken, unchanged, refused } = counts;
  const total = taken + unchanged + refused;
  const words = dryRun
    ? ['would be taken', 'are there already', 'would be refused']
    : ['taken', 'there already', 'refused'];
  const rows = [taken, unchanged, refused].map((count, i) => [String(count), words[i] ?? '']);
  const speed = `${total} rows in ${seconds.toFixed(1)} s, ${Math.round(total / Math.max(seconds, 0.001))} a second`;
  const why = refusals.slice(0, MOST_LISTED).map(({ count, reason, where, detail }) => {
    return [String(count), reason, detail === undefined ? where : `${where}: ${detail}`];
  });
  const more = refusals.length - why.length;
  return [
    table(['ROWS', dryRun ? 'WHAT WOULD HAPPEN' : 'WHAT HAPPENED'], rows),
    ...(why.length === 0 ? [] : ['', table(['ROWS', 'WHY REFUSED', 'SUCH AS'], why)]),
    ...(more === 0 ? [] : [`… and ${more} more reasons`]),
    ...(refused > 0 && rejected !== undefined ? ['', `The refused rows are in ${rejected}.`] : []),
    '',
    dryRun ? `Nothing was written. ${speed}.` : `${speed}.`,
  ].join('\n');
}
