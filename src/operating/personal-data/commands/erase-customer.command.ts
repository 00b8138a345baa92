import { Option, SubCommand } from 'nest-commander';
import { CliCommand, readOption, UsageError } from '../../../platform/cli/cli-command';
import { confirm } from '../../../platform/cli/confirm';
import { shownInstant } from '../../../platform/cli/shown-instant';
import { Config } from '../../../platform/config/config';
import { COMMAND_LINE } from '../../../platform/database/write-context';
import { queryId } from '../../../platform/http/validation/query-types';
import { ERASURE, ErasureService } from '../erasure/erasure.service';

interface EraseCustomerOptions {
  readonly id: number;
  readonly yes?: boolean;
}

@SubCommand({
  name: 'erase',
  description: 'Erase a customer for good; the anonymous appointments stay. Can be repeated',
})
export class EraseCustomerCommand extends CliCommand {
  @Option({ flags: '--id <customerId>', description: 'id of the customer', required: true })
  parseId(value: string): number {
    return readOption('--id', queryId('customers'), value) as number;
  }

  @Option({ flags: '--yes', description: 'erase without asking; only a terminal asks' })
  parseYes(): boolean {
    return true;
  }

  async run(_: string[], { id, yes = false }: EraseCustomerOptions): Promise<void> {
    await this.services.use(
      async (services) => {
        const erasure = services.get(ErasureService);
        if (!yes && !(await confirm(`Erase customer ${id}, ${await erasure.nameOf(id)}, for good?`)))
          throw new UsageError(`customer ${id} is not erased`);
        const { erasedAt } = await erasure.erase(COMMAND_LINE, id);
        const zone = services.get<Config>(Config).businessTimeZone;
        this.print(
          { id, erasedAt: shownInstant(erasedAt, zone) },
          (erased) => `Customer ${erased.id} is erased since ${erased.erasedAt}.`,
        );
      },
      { providers: ERASURE },
    );
  }
}
