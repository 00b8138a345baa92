import { Option, SubCommand } from 'nest-commander';
import { readOption, UsageError } from '../../../platform/cli/cli-command';
import { queryId } from '../../../platform/http/validation/query-types';
import { oneOf, word } from '../../../platform/http/validation/text-types';
import { MAX_SOURCE, type ImportOptions, readPath, RowImportCommand, runOptions } from './import-command';

const BECOMES = ['time-off', 'appointments'] as const;

type IcsOptions = ImportOptions & {
  readonly provider: number;
  readonly as?: (typeof BECOMES)[number];
  readonly service?: number;
  readonly file: string;
  readonly source?: string;
};

@SubCommand({
  name: 'ics',
  description: 'Make time off, or appointments, of a calendar file of a provider',
})
export class ImportIcsCommand extends RowImportCommand {
  @Option({ flags: '--provider <providerId>', description: 'id of the provider', required: true })
  parseProvider(value: string): number {
    return readOption('--provider', queryId('providers'), value) as number;
  }

  @Option({
    flags: '--as <what>',
    description: 'what becomes of it: time-off (by default) of what is busy, or appointments of its events',
  })
  parseAs(value: string): string {
    return readOption('--as', oneOf(BECOMES), value) as string;
  }

  @Option({ flags: '--service <serviceId>', description: 'id of the service of the appointments' })
  parseService(value: string): number {
    return readOption('--service', queryId('services'), value) as number;
  }

  @Option({ flags: '--file <file>', description: 'the calendar', required: true })
  parseFile(value: string): string {
    return readPath('--file', value);
  }

  @Option({ flags: '--source <name>', description: 'the name of the other system; ics by default' })
  parseSource(value: string): string {
    return readOption('--source', word(MAX_SOURCE), value) as string;
  }

  async run(_: string[], options: IcsOptions): Promise<void> {
    const { provider: providerId, file: path, source = 'ics' } = options;
    const request = { providerId, serviceId: serviceOf(options), path, source, ...runOptions(options) };
    // Loading them takes as long as the start of a command.
    const [{ ImportsModule }, { IcsImport }] = await Promise.all([
      import('../imports.module.js'),
      import('../ics/ics-import.js'),
    ]);
    await this.services.use(
      async (services) => {
        const result = await this.watched((watch) => services.get(IcsImport).run(request, watch));
        this.report(result, options);
      },
      { imports: [ImportsModule] },
    );
  }
}

/** @returns undefined for time off @throws UsageError */
function serviceOf({ as = 'time-off', service, pastOverlaps }: IcsOptions): number | undefined {
  if (as === 'time-off' && pastOverlaps !== undefined)
    throw new UsageError('--past-overlaps goes with --as appointments');
  if ((as === 'appointments') === (service !== undefined)) return service;
  throw new UsageError('--as appointments and --service go together');
}
