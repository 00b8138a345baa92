import { readFile } from 'node:fs/promises';
import { Option, SubCommand } from 'nest-commander';
import { readOption, UsageError } from '../../../platform/cli/cli-command';
import { oneOf, word } from '../../../platform/http/validation/text-types';
import { isJsonObject } from '../../../platform/values/json-object';
import { utf8In } from '../../../platform/values/utf8';
import type { CsvKind, CsvRequest } from '../csv/csv-import';
import { readStatusNames, type StatusNames, statusNames } from '../status-names';
import { type ImportOptions, MAX_SOURCE, readPath, RowImportCommand, runOptions } from './import-command';

const KINDS = ['customers', 'services', 'appointments', 'shifts'] as const satisfies readonly CsvKind[];
const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const;
const DATES = ['ymd', 'dmy', 'mdy'] as const;
const DELIMITERS = { comma: ',', semicolon: ';', tab: '\t' } as const;
type DelimiterName = keyof typeof DELIMITERS;

type CsvOptions = ImportOptions &
  Readonly<Partial<Record<CsvKind, string>>> & {
    readonly source?: string;
    readonly columns?: string;
    readonly dates?: (typeof DATES)[number];
    readonly encoding?: (typeof ENCODINGS)[number];
    readonly delimiter?: DelimiterName;
    readonly statuses?: StatusNames;
  };

@SubCommand({
  name: 'csv',
  description: 'Take over customers, services, appointments or shifts from a file of comma-separated values',
})
export class ImportCsvCommand extends RowImportCommand {
  @Option({ flags: '--customers <file>', description: 'a file of customers' })
  parseCustomers(value: string): string {
    return readPath('--customers', value);
  }

  @Option({ flags: '--services <file>', description: 'a file of services' })
  parseServices(value: string): string {
    return readPath('--services', value);
  }

  @Option({ flags: '--appointments <file>', description: 'a file of appointments' })
  parseAppointments(value: string): string {
    return readPath('--appointments', value);
  }

  @Option({
    flags: '--shifts <file>',
    description: 'a file of shifts: the hours of providers on single dates',
  })
  parseShifts(value: string): string {
    return readPath('--shifts', value);
  }

  @Option({ flags: '--source <name>', description: 'the name of the other system; csv by default' })
  parseSource(value: string): string {
    return readOption('--source', word(MAX_SOURCE), value) as string;
  }

  @Option({ flags: '--columns <file>', description: 'a file with JSON: our names of columns, by theirs' })
  parseColumns(value: string): string {
    return readPath('--columns', value);
  }

  @Option({ flags: '--dates <order>', description: 'how dates are written: ymd, dmy or mdy' })
  parseDates(value: string): string {
    return readOption('--dates', oneOf(DATES), value) as string;
  }

  @Option({
    flags: '--statuses <list>',
    description: 'what statuses of appointments mean: "storniert=cancelled,erledigt=completed"',
  })
  parseStatuses(value: string): StatusNames {
    return readStatusNames(readOption('--statuses', statusNames(), value) as string);
  }

  @Option({ flags: '--encoding <name>', description: 'utf-8, windows-1252, utf-16le or utf-16be' })
  parseEncoding(value: string): string {
    return readOption('--encoding', oneOf(ENCODINGS), value) as string;
  }

  @Option({
    flags: '--delimiter <name>',
    description: 'comma, semicolon or tab; by default as the first row has it',
  })
  parseDelimiter(value: string): string {
    return readOption('--delimiter', oneOf(Object.keys(DELIMITERS) as DelimiterName[]), value) as string;
  }

  async run(_: string[], options: CsvOptions): Promise<void> {
    const request = await requestOf(options);
    // Loading them takes as long as the start of a command.
    const [{ ImportsModule }, { CsvImport }] = await Promise.all([
      import('../imports.module.js'),
      import('../csv/csv-import.js'),
    ]);
    await this.services.use(
      async (services) => {
        const result = await this.watched((watch) => services.get(CsvImport).run(request, watch));
        this.report(result, options);
      },
      { imports: [ImportsModule] },
    );
  }
}

/** @throws UsageError */
async function requestOf(options: CsvOptions): Promise<CsvRequest> {
  const { source = 'csv', columns, dates, encoding, delimiter, statuses } = options;
  const files = KINDS.flatMap((kind) => {
    const path = options[kind];
    return path === undefined ? [] : [{ kind, path }];
  });
  const [file] = files;
  if (file === undefined || files.length > 1)
    throw new UsageError('one of --customers, --services, --appointments and --shifts is required');
  assertMeant(file.kind, options);
  return {
    ...file,
    ...{ source, dates, encoding, statuses },
    ...runOptions(options),
    delimiter: delimiter && DELIMITERS[delimiter],
    columns: columns === undefined ? undefined : await readMap(columns),
  };
}

/** @throws UsageError of an option that would do nothing */
function assertMeant(kind: CsvKind, { statuses, pastOverlaps }: CsvOptions): void {
  if (kind === 'appointments') return;
  if (statuses !== undefined) throw new UsageError('--statuses goes with --appointments');
  if (pastOverlaps !== undefined) throw new UsageError('--past-overlaps goes with --appointments');
}

async function readMap(path: string): Promise<Readonly<Record<string, string>>> {
  try {
    const map = JSON.parse(utf8In(await readFile(path)) ?? '') as unknown;
    if (isJsonObject(map) && Object.values(map).every((name) => typeof name === 'string'))
      return map as Readonly<Record<string, string>>;
  } catch (error) {
    throw new UsageError(
      `--columns cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
  throw new UsageError('--columns must have JSON such as {"Vorname": "firstName"}');
}
