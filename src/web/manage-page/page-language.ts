import { shippedLanguage, canonicalLanguage, type Language } from '../../platform/values/language';
import { type ChosenLanguage, chooseLanguage } from '../../telling/messages/mail/wording/chosen-language';
import { DE } from './wording/de';
import { EN } from './wording/en';
import { ES } from './wording/es';
import { FR } from './wording/fr';
import { IT } from './wording/it';
import { NL } from './wording/nl';
import type { PageWords } from './wording/page-words';
import { PT } from './wording/pt';

const WORDS: Readonly<Record<Language, PageWords>> = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  it: IT,
  nl: NL,
  pt: PT,
};

/** The most languages of an `Accept-Language` that are looked at; browsers send a few. */
const MOST_ACCEPTED = 10;

/** A language in which the page is written: that of its messages, and its own words. */
export interface PageLanguage extends ChosenLanguage {
  readonly words: PageWords;
}

/** @param wanted a language tag of the customer; null: none @param accepted those of the browser, the best first */
export function choosePageLanguage(
  wanted: string | null,
  accepted: readonly string[],
  business: string,
): PageLanguage {
  const tags = [...(wanted === null ? [] : [wanted]), ...accepted.slice(0, MOST_ACCEPTED)];
  const known = tags.map(canonicalLanguage).find((tag) => tag !== undefined && shippedLanguage(tag));
  const chosen = chooseLanguage(known, business);
  return { ...chosen, words: WORDS[chosen.language] };
}
