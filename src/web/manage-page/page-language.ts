import { shippedLanguage, canonicalLanguage } from '../../platform/values/language';
import { type Catalog, type ChosenLanguage, chooseLanguage } from '../../telling/wording/chosen-language';

/** The most languages of an `Accept-Language` that are looked at; browsers send a few. */
const MOST_ACCEPTED = 10;

/** All words of the page in one language, beside those of its messages. */
export type PageWords = Catalog['page'];

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
  return { ...chosen, words: chosen.catalog.page };
}
