import { Option, SubCommand } from 'nest-commander';
import { CliCommand, readOption, UsageError } from '../../../platform/cli/cli-command';
import { loadConfig } from '../../../platform/config/config';
import { language } from '../../../platform/http/validation/language-type';
import { oneOf } from '../../../platform/http/validation/text-types';
import { LANGUAGES, shippedLanguage } from '../../../platform/values/language';
import { contentOf } from '../mail/email';
import { sampleMessage } from '../mail/sample-message';
import { MESSAGE_NAMES, type MessageName } from '../mail/wording/catalog';

const SEVERAL = 3;

interface PreviewOptions {
  readonly event: MessageName;
  readonly language?: string;
  readonly several?: boolean;
  readonly html?: boolean;
}

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

  /** Needs no database. Faults of templates go to stderr: customers would get the own texts. */
  async run(_: string[], { event, language: tag, several, html }: PreviewOptions): Promise<void> {
    const config = loadConfig();
    const message = sampleMessage(event, tag ?? config.businessLanguage, several === true ? SEVERAL : 1);
    const content = await contentOf(message, config, (faults) => {
      for (const { file, reason } of faults) process.stderr.write(`${file}: ${reason}\n`);
    });
    this.print(content, ({ subject, text, html: page }) =>
      html === true ? page.trimEnd() : `${subject}\n\n${text.trimEnd()}`,
    );
  }
}
