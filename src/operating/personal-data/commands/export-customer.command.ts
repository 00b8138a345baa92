import { once } from 'node:events';
import { open, rm } from 'node:fs/promises';
import { Option, SubCommand } from 'nest-commander';
import { CliCommand, readOption, UsageError } from '../../../platform/cli/cli-command';
import { printableJson } from '../../../platform/values/printable';
import { queryId } from '../../../platform/http/validation/query-types';
import { oneOf, text } from '../../../platform/http/validation/text-types';
import { EXPORT_FORMATS, type ExportFormat } from '../dto/personal-data.dto';
import { type CustomerExport, EXPORT, ExportService } from '../export/export.service';

/** Of Linux. */
const MAX_PATH = 4_096;

interface ExportCustomerOptions {
  readonly id: number;
  readonly format?: ExportFormat;
  readonly to?: string;
}

/** Prints the document as it is read, so that it needs little memory. */
@SubCommand({
  name: 'export',
  description: 'Print everything that is kept about a customer, or write it to a file',
})
export class ExportCustomerCommand extends CliCommand {
  @Option({ flags: '--id <customerId>', description: 'id of the customer', required: true })
  parseId(value: string): number {
    return readOption('--id', queryId('customers'), value) as number;
  }

  @Option({
    flags: '--format <format>',
    description: 'json, or zip: the same with a calendar of the appointments',
  })
  parseFormat(value: string): ExportFormat {
    return readOption('--format', oneOf(EXPORT_FORMATS), value) as ExportFormat;
  }

  @Option({ flags: '--to <file>', description: 'a file that does not exist yet' })
  parseTo(value: string): string {
    return readOption('--to', text(MAX_PATH), value) as string;
  }

  async run(_: string[], options: ExportCustomerOptions): Promise<void> {
    const { id, format = 'json', to } = options;
    if (format === 'zip' && to === undefined) throw new UsageError('--format zip needs --to');
    await this.services.use(async (services) => {
      const found = await services.get(ExportService).open(id);
      if (to === undefined) {
        await printAll(found);
        return;
      }
      await writeFile(to, format === 'zip' ? found.zip() : found.json());
      this.print({ id, file: to }, () => `The export of customer ${id} is in ${to}.`);
    }, EXPORT);
  }
}

async function printAll(found: CustomerExport): Promise<void> {
  for await (const piece of found.json())
    if (!process.stdout.write(printableJson(piece))) await once(process.stdout, 'drain');
  process.stdout.write('\n');
}

/** Only its owner may read the file: it is personal data. A part of an export is deleted. */
async function writeFile(path: string, pieces: AsyncIterable<string | Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o600);
  try {
    for await (const piece of pieces) await file.writeFile(piece);
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await file.close();
  }
}
