import { Command, Option } from 'nest-commander';
import { CliCommand, readOption } from '../../../platform/cli/cli-command';
import { table } from '../../../platform/cli/table';
import { text } from '../../../platform/http/validation/text-types';
import { BUSINESS_EXPORT, BusinessExport } from '../business-export';

/** Of Linux. */
const MAX_PATH = 4_096;

@Command({
  name: 'export',
  description: 'Write everything that the business has entered to files: JSON lines, CSV and a calendar',
})
export class ExportCommand extends CliCommand {
  @Option({ flags: '--to <folder>', description: 'a folder that is empty, or not there yet', required: true })
  parseTo(value: string): string {
    return readOption('--to', text(MAX_PATH), value) as string;
  }

  async run(_: string[], { to }: { readonly to: string }): Promise<void> {
    await this.services.use(
      async (services) => {
        const rows = await services.get(BusinessExport).write(to, report);
        this.print({ folder: to, rows }, () => {
          const counts = Object.entries(rows).map(([name, count]) => [name, String(count)]);
          return `${table(['RESOURCE', 'ROWS'], counts)}\n\nThe export is in ${to}. It is personal data: only you may read it.`;
        });
      },
      { providers: BUSINESS_EXPORT },
    );
  }
}

/** Progress is for people who wait at a terminal. */
function report(name: string): void {
  if (process.stderr.isTTY) process.stderr.write(`Writing ${name} …\n`);
}
