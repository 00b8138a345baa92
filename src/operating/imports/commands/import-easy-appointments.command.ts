import { Option, SubCommand } from 'nest-commander';
import { readOption, UsageError } from '../../../platform/cli/cli-command';
import { commandSecret } from '../../../platform/config/config';
import { timeZone } from '../../../platform/http/validation/time-types';
import { word } from '../../../platform/http/validation/text-types';
import { address, token } from '../easy-appointments/easy-access';
import { isOpenToRead } from '../../../../importers/easy-appointments/src/address';
import { readStatusNames, type StatusNames, statusNames } from '../status-names';
import { type ImportOptions, MAX_SOURCE, RowImportCommand, runOptions } from './import-command';

const SOURCE = 'easy-appointments';
const TOKEN_VARIABLE = 'EASY_APPOINTMENTS_TOKEN';

type EasyOptions = ImportOptions & {
  readonly url: string;
  readonly token?: string;
  readonly timezone?: string;
  readonly statuses?: StatusNames;
  readonly source?: string;
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

  async run(_: string[], options: EasyOptions): Promise<void> {
    const { url, timezone, statuses = new Map(), source = SOURCE, ...others } = options;
    const request = { url, token: tokenOf(options), timezone, statuses, source, ...runOptions(others) };
    if (isOpenToRead(url))
      this.say(`${url} is not encrypted: the token and all data can be read on the way.`);
    // Loading them takes as long as the start of a command.
    const [{ EasyAppointmentsModule }, { EasyImport }] = await Promise.all([
      import('../easy-appointments/easy-appointments.module.js'),
      import('../easy-appointments/easy-import.js'),
    ]);
    await this.services.use(async (services) => {
      const result = await this.watched((watch) => services.get(EasyImport).run(request, watch));
      this.report(result, options);
    }, EasyAppointmentsModule);
  }
}

/** @throws UsageError */
function tokenOf({ token: given }: EasyOptions): string {
  if (given !== undefined) return given;
  const secret = commandSecret(TOKEN_VARIABLE);
  if (secret === undefined) throw new UsageError(`--token or the variable ${TOKEN_VARIABLE} is required`);
  return readOption(TOKEN_VARIABLE, token(), secret) as string;
}
