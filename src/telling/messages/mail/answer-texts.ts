import { oneLine } from '../../../platform/values/one-line';
import type { AnsweredQuestion } from '../message-facts';
import type { TimeTexts } from './time-text';
import type { ChosenLanguage } from '../../wording/chosen-language';

/** A question and its answer for people to read, each on one line. */
export interface AnswerView {
  readonly label: string;
  readonly value: string;
}

/** Writes answers as a language writes them. */
export class AnswerTexts {
  private readonly number: Intl.NumberFormat;

  constructor(
    private readonly chosen: ChosenLanguage,
    private readonly times: TimeTexts,
  ) {
    this.number = new Intl.NumberFormat(chosen.locale, { maximumFractionDigits: 20 });
  }

  /** The label in the language of the reader: in its variant, in the language itself, or as the service has it. */
  of(question: AnsweredQuestion): AnswerView {
    const { labels, label } = question;
    const { language, tag } = this.chosen;
    return { label: oneLine(labels[tag] ?? labels[language] ?? label), value: this.value(question) };
  }

  private value({ type, value }: AnsweredQuestion): string {
    const { catalog } = this.chosen;
    if (typeof value === 'boolean') return value ? catalog.yes : catalog.no;
    if (typeof value === 'number') return this.number.format(value);
    return type === 'date' ? this.times.plainDate(value) : oneLine(value);
  }
}
