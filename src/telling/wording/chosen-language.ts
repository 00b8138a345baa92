import { type Language, shippedLanguage } from '../../platform/values/language';
import DE from './de.json';
import EN from './en.json';
import ES from './es.json';
import FR from './fr.json';
import IT from './it.json';
import NL from './nl.json';
import PT from './pt.json';

/**
 * All that the service says to customers in one language: messages, and under `page` the page of a link. The compiler compares
 * the texts of each language with the English ones. They are Mustache templates of variables alone. The address is formal, as in the
 * mail of a clinic: it names neither the sex of the customer nor that of the provider.
 */
export type Catalog = typeof EN;

const CATALOGS: Readonly<Record<Language, Catalog>> = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  it: IT,
  nl: NL,
  pt: PT,
};

/** Where a tag names no region, Intl would write dates as in the United States and in Brazil. */
const LOCALES: Partial<Readonly<Record<string, string>>> = { en: 'en-001-u-hc-h23', pt: 'pt-PT' };

/** A language in which a message is written. */
export interface ChosenLanguage {
  readonly language: Language;
  /** With its region, if it has one: `de-AT`. */
  readonly tag: string;
  readonly catalog: Catalog;
  /** How Intl writes dates and times. */
  readonly locale: string;
}

/** @param wanted a language tag; null: that of the business @param business whose base is a language of the service */
export function chooseLanguage(wanted: string | null | undefined, business: string): ChosenLanguage {
  const isShipped = wanted != null && shippedLanguage(wanted) !== undefined;
  const { language: base, region } = new Intl.Locale(isShipped ? wanted : business);
  const language = shippedLanguage(base) ?? 'en';
  const tag = region === undefined ? language : `${language}-${region}`;
  return { language, tag, catalog: CATALOGS[language], locale: LOCALES[tag] ?? tag };
}
