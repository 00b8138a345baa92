import { DE } from './de';
import { EN, type Words } from './en';
import { ES } from './es';
import { FR } from './fr';
import { IT } from './it';
import { NL } from './nl';
import { PT } from './pt';

export type { Words };

/** A language may lack texts; those are then English. */
export const LANGUAGES: Readonly<Record<string, Partial<Words>>> = {
  en: EN,
  de: DE,
  fr: FR,
  es: ES,
  it: IT,
  nl: NL,
  pt: PT,
};

/** The words of a visitor's languages, and the tag by which dates and numbers are written. */
export interface Language {
  readonly tag: string;
  readonly words: Words;
}

/** The first language of the visitor that the page has. @param wanted tags in the order of preference, such as `de-AT` */
export function languageOf(wanted: readonly string[]): Language {
  const tag = wanted.find((each) => baseOf(each) in LANGUAGES) ?? 'en-GB';
  return { tag, words: { ...EN, ...LANGUAGES[baseOf(tag)] } };
}

export function baseOf(tag: string): string {
  return tag.toLowerCase().replace(/-.*/, '');
}

/** `text` with the values in the place of `{name}`. */
export function fill(text: string, values: Readonly<Record<string, string | number>>): string {
  return text.replace(/\{(\w+)\}/g, (whole, name: string) => String(values[name] ?? whole));
}
