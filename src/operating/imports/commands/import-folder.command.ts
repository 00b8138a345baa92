import { Option, SubCommand } from 'nest-commander';
import { CliCommand } from '../../../platform/cli/cli-command';
import { ProgressBar } from '../../../platform/cli/progress-bar';
import { table } from '../../../platform/cli/table';
import { printable } from '../../../platform/values/printable';
import { FOLDER_IMPORT, FolderImport, type FolderResult } from '../folder/folder-import';
import { readPath } from './import-command';

interface FolderOptions {
  readonly from: string;
  readonly dryRun?: boolean;
}

@SubCommand({
  name: 'folder',
  description: 'Bring what an export has written into an empty instance, with its ids',
})
export class ImportFolderCommand extends CliCommand {
  @Option({ flags: '--from <folder>', description: 'the folder of an export', required: true })
  parseFrom(value: string): string {
    return readPath('--from', value);
  }

  @Option({ flags: '--dry-run', description: 'write nothing, and show what would happen' })
  parseDryRun(): boolean {
    return true;
  }

  async run(_: string[], { from: folder, dryRun = false }: FolderOptions): Promise<void> {
    await this.services.use(async (services) => {
      const bar = new ProgressBar('rows');
      const progress = (done: number, total: number, perSecond: number) => {
        bar.show(done, total, `${perSecond} a second`);
      };
      const say = (sentence: string) => {
        bar.end();
        process.stderr.write(`${printable(sentence)}\n`);
      };
      const run = services.get(FolderImport).run({ path: folder, dryRun }, { say, progress });
      const result = await run.finally(() => {
        bar.end();
      });
      this.print({ folder, rows: result.rows }, () => resultText(result, dryRun));
    }, FOLDER_IMPORT);
  }
}

function resultText({ rows, seconds }: FolderResult, dryRun: boolean): string {
  const counts = Object.entries(rows).map(([name, count]) => [name, String(count)]);
  const total = Object.values(rows).reduce((sum, count) => sum + count, 0);
  const speed = `${total} rows in ${seconds.toFixed(1)} s, ${Math.round(total / Math.max(seconds, 0.001))} a second`;
  const end = dryRun
    ? `Nothing was written. All of it would be taken: ${speed}.`
    : `All of it is here: ${speed}.`;
  return `${table(['RESOURCE', 'ROWS'], counts)}\n\n${end}`;
}
