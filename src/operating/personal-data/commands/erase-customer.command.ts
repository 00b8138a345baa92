import { Option, SubCommand } from 'nest-commander';
import { CliCommand, type CommonOptions } from '../../../platform/cli/cli-command';
import { readOption } from '../../../platform/cli/read-option';
import { shownInstant } from '../../../platform/cli/shown-instant';
import { Config } from '../../../platform/config/config';
import { COMMAND_LINE } from '../../../platform/database/write-context';
import { queryId } from '../../../platform/http/validation/query-types';
import { ErasureService } from '../erasure/erasure.service';

interface EraseCustomerOptions extends CommonOptions {
  readonly id: number;
}

@SubCommand({
  name: 'erase',
  description: 'Erase a customer for good; the anonymous appointments stay. Can be repeated',
})
export class EraseCustomerCommand extends CliCommand {
  @Option({ flags: '--id <customerId>', description: 'id of the customer', required: true })
  parseId(value: string): number {
    return readOption('--id', queryId(), value) as number;
  }

  async run(_: string[], options: EraseCustomerOptions): Promise<void> {
    await this.services.use(async (services) => {
      const { id, erasedAt } = await services.get(ErasureService).erase(COMMAND_LINE, options.id);
      const zone = services.get<Config>(Config).businessTimeZone;
      this.print(
        options,
        { id, erasedAt: shownInstant(erasedAt, zone) },
        (erased) => `Customer ${erased.id} is erased since ${erased.erasedAt}.`,
      );
    });
  }
}
