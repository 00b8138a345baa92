import type { Config } from '../../../platform/config/config';
import type { DueMessage } from '../due-message';
import { nameOfMessage } from './message-name';
import { readTemplates, type TemplateFault } from './template-folder';
import { ownTemplates, type Part } from './templates';
import type { ChosenLanguage } from '../../wording/chosen-language';

/** Hears of the templates of the operator that are not used. */
export type OnFaults = (faults: readonly TemplateFault[]) => void;

/** The templates of some parts of a message: those of the operator, else the own ones. */
export async function templatesFor<Wanted extends Part>(
  { event, facts }: Pick<DueMessage, 'event' | 'facts'>,
  parts: readonly Wanted[],
  { language, catalog }: ChosenLanguage,
  { messageTemplates }: Config,
  onFaults: OnFaults,
): Promise<Readonly<Record<Wanted, string>>> {
  const own = ownTemplates(catalog);
  if (messageTemplates === undefined) return own;
  const name = nameOfMessage(event, facts);
  const { templates, faults } = await readTemplates(messageTemplates, language, name, parts);
  if (faults.length > 0) onFaults(faults);
  return { ...own, ...templates };
}
