import { Option, SubCommand } from 'nest-commander';
import { CliCommand, readOption } from '../../../platform/cli/cli-command';
import { Config } from '../../../platform/config/config';
import { COMMAND_LINE } from '../../../platform/database/write-context';
import { queryId } from '../../../platform/http/validation/query-types';
import { MAX_NAME, text } from '../../../platform/http/validation/text-types';
import { USER_ADMINISTRATION, UserAdministration } from '../user-administration';
import { toUserView } from './user-view';

interface LinkUserOptions {
  readonly id: number;
  readonly subject: string;
}

@SubCommand({ name: 'link', description: 'Name a user as the tokens of the identity provider do' })
export class LinkUserCommand extends CliCommand {
  @Option({ flags: '--id <userId>', description: 'id of the user, from user list', required: true })
  parseId(value: string): number {
    return readOption('--id', queryId('users'), value) as number;
  }

  @Option({
    flags: '--subject <subject>',
    description: 'what the claim OIDC_USER_CLAIM has in the tokens of this person, unique among users',
    required: true,
  })
  parseSubject(value: string): string {
    return readOption('--subject', text(MAX_NAME), value) as string;
  }

  async run(_: string[], { id, subject }: LinkUserOptions): Promise<void> {
    await this.services.use(async (services) => {
      const user = await services.get(UserAdministration).change(COMMAND_LINE, id, { subject });
      const view = toUserView(user, services.get<Config>(Config).businessTimeZone);
      this.print(view, ({ name }) => `User ${id} (${name}) is ${subject} in tokens.`);
    }, USER_ADMINISTRATION);
  }
}
