import { Option, SubCommand } from 'nest-commander';
import { CliCommand, readOption, UsageError } from '../../../platform/cli/cli-command';
import { type Config, loadConfig } from '../../../platform/config/config';
import { language } from '../../../platform/http/validation/language-type';
import { oneOf } from '../../../platform/http/validation/text-types';
import { LANGUAGES, shippedLanguage } from '../../../platform/values/language';
import type { DueMessage } from '../due-message';
import type { OnFaults } from '../mail/chosen-templates';
import { contentOf } from '../mail/email';
import { sampleMessage } from '../mail/sample-message';
import { shortTextOf } from '../mail/short-text';
import { MESSAGE_NAMES, type MessageName, TEXT_NAMES } from '../mail/message-name';

const SEVERAL = 3;

interface PreviewOptions {
  readonly event: MessageName;
  readonly language?: string;
  readonly several?: boolean;
  readonly html?: boolean;
  readonly sms?: boolean;
}

/** Faults of templates go to stderr: customers would get the own texts. */
const complain: OnFaults = (faults) => {
  for (const { file, reason } of faults) process.stderr.write(`${file}: ${reason}\n`);
};

@SubCommand({ name: 'preview', description: 'Print a message with example data, as customers would get it' })
export class PreviewMessageCommand extends CliCommand {
  @Option({ flags: '--event <event>', description: `one of ${MESSAGE_NAMES.join(', ')}`, required: true })
  parseEvent(value: string): MessageName {
    return readOption('--event', oneOf(MESSAGE_NAMES), value) as MessageName;
  }

  @Option({
    flags: '--language <language>',
    description: `one of ${LANGUAGES.join(', ')}, or a variant such as de-AT; default: BUSINESS_LANGUAGE`,
  })
  parseLanguage(value: string): string {
    const tag = readOption('--language', language(), value) as string;
    if (shippedLanguage(tag) === undefined)
      throw new UsageError(`--language must be one of ${LANGUAGES.join(', ')}, or a variant such as de-AT`);
    return tag;
  }

  @Option({ flags: '--several', description: 'about a series' })
  parseSeveral(): boolean {
    return true;
  }

  @Option({ flags: '--html', description: 'the HTML part, in place of subject and text' })
  parseHtml(): boolean {
    return true;
  }

  @Option({ flags: '--sms', description: 'the SMS, in place of the e-mail' })
  parseSms(): boolean {
    return true;
  }

  /** Needs no database. */
  async run(_: string[], { event, language: tag, several, html, sms }: PreviewOptions): Promise<void> {
    const config = loadConfig();
    const message = sampleMessage(event, tag ?? config.businessLanguage, several === true ? SEVERAL : 1);
    if (sms === true) return this.printSms(event, message, config);
    const content = await contentOf(message, config, complain);
    this.print(content, ({ subject, text, html: page }) =>
      html === true ? page.trimEnd() : `${subject}\n\n${text.trimEnd()}`,
    );
  }

  private async printSms(event: MessageName, message: DueMessage, config: Config): Promise<void> {
    if (!TEXT_NAMES.includes(event))
      throw new UsageError(`--sms needs one of ${TEXT_NAMES.join(', ')}: there is no SMS of ${event}`);
    this.print({ sms: await shortTextOf(message, config, complain) }, ({ sms }) => sms);
  }
}
