import { Option, SubCommand } from 'nest-commander';
import { readOption, UsageError } from '../../../platform/cli/cli-command';
import { table } from '../../../platform/cli/table';
import { commandSecret } from '../../../platform/config/config';
import { timeZone } from '../../../platform/http/validation/time-types';
import { word } from '../../../platform/http/validation/text-types';
import {
  EasyAppointmentsError,
  type EasyRequest,
  isOpenToRead,
  LINKS,
  openEasyAppointments,
  writeFolder,
} from '../../../../importers/easy-appointments/src/index';
import { address, token } from '../easy-access';
import { ImportRefusedError } from '../imports.errors';
import { readStatusNames, type StatusNames, statusNames } from '../status-names';
import { type ImportOptions, MAX_SOURCE, readPath, RowImportCommand, runOptions } from './import-command';

const SOURCE = 'easy-appointments';
const TOKEN_VARIABLE = 'EASY_APPOINTMENTS_TOKEN';

type EasyOptions = ImportOptions & {
  readonly url: string;
  readonly token?: string;
  readonly timezone?: string;
  readonly statuses?: StatusNames;
  readonly source?: string;
  readonly to?: string;
};

@SubCommand({
  name: 'easy-appointments',
  description: 'Take over what a running Easy!Appointments knows, over its REST API',
})
export class ImportEasyAppointmentsCommand extends RowImportCommand {
  @Option({
    flags: '--url <address>',
    description: 'where it is, such as https://example.com/easyappointments',
    required: true,
  })
  parseUrl(value: string): string {
    return readOption('--url', address(), value) as string;
  }

  @Option({
    flags: '--token <token>',
    description: `its API token; better in the variable ${TOKEN_VARIABLE}: others can read a command line`,
  })
  parseToken(value: string): string {
    return readOption('--token', token(), value) as string;
  }

  @Option({
    flags: '--timezone <zone>',
    description: 'on whose clock all times are; by default on that of each provider',
  })
  parseTimezone(value: string): string {
    return readOption('--timezone', timeZone(), value) as string;
  }

  @Option({
    flags: '--statuses <list>',
    description: 'what its own statuses mean: "Storniert=cancelled,Erledigt=completed"',
  })
  parseStatuses(value: string): StatusNames {
    return readStatusNames(readOption('--statuses', statusNames(), value) as string);
  }

  @Option({ flags: '--source <name>', description: `the name of the other system; ${SOURCE} by default` })
  parseSource(value: string): string {
    return readOption('--source', word(MAX_SOURCE), value) as string;
  }

  @Option({
    flags: '--to <folder>',
    description: 'write what comes to a new folder, for import system, instead of taking it',
  })
  parseTo(value: string): string {
    return readPath('--to', value);
  }

  async run(_: string[], options: EasyOptions): Promise<void> {
    const { url, timezone, statuses = new Map(), source = SOURCE, to } = options;
    const access = { url, token: tokenOf(options), timezone, statuses };
    const { dryRun, pastOverlaps, rejected } = options;
    if (to !== undefined && (dryRun ?? pastOverlaps ?? rejected) !== undefined)
      throw new UsageError('--to goes without --dry-run, --past-overlaps and --rejected');
    if (isOpenToRead(url))
      this.say(`${url} is not encrypted: the token and all data can be read on the way.`);
    if (to !== undefined) return this.writeTo(to, source, access);
    // Loading them takes as long as the start of a command.
    const { SYSTEM_IMPORT, SystemImport } = await import('../system/system-import.js');
    const request = { source, ...runOptions(options) };
    await this.services.use(async (services) => {
      const result = await this.watched(async (watch) => {
        const pages = await readable(openEasyAppointments({ ...access, say: watch.say }));
        return services.get(SystemImport).run(request, { pages: refusable(pages), links: LINKS }, watch);
      });
      this.report(result, options);
    }, SYSTEM_IMPORT);
  }

  private async writeTo(folder: string, source: string, access: Omit<EasyRequest, 'say'>): Promise<void> {
    const say = (sentence: string) => {
      this.say(sentence);
    };
    const pages = await readable(openEasyAppointments({ ...access, say }));
    const rows = await readable(writeFolder(folder, source, pages));
    const counts = Object.entries(rows).map(([name, count]) => [name, String(count)]);
    this.print({ folder, rows }, () => table(['RESOURCE', 'ROWS'], counts));
  }
}

/** What the importer throws, as a refusal of an import. */
async function readable<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    throw refusalOf(error);
  }
}

async function* refusable<T>(pages: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* pages;
  } catch (error) {
    throw refusalOf(error);
  }
}

function refusalOf(error: unknown): unknown {
  return error instanceof EasyAppointmentsError ? new ImportRefusedError(error.message) : error;
}

/** @throws UsageError */
function tokenOf({ token: given }: EasyOptions): string {
  if (given !== undefined) return given;
  const secret = commandSecret(TOKEN_VARIABLE);
  if (secret === undefined) throw new UsageError(`--token or the variable ${TOKEN_VARIABLE} is required`);
  return readOption(TOKEN_VARIABLE, token(), secret) as string;
}
