/** The longest language tags that are taken, in characters: RFC 5646, section 4.4.1, recommends to provide for them. */
export const MAX_LANGUAGE = 35;

/** A language tag (BCP 47) in its canonical form, such as `pt-BR` for `PT-br`; undefined when it is none. */
export function canonicalLanguage(tag: string): string | undefined {
  if (tag.length > MAX_LANGUAGE) return undefined;
  try {
    return Intl.getCanonicalLocales(tag)[0];
  } catch {
    return undefined;
  }
}

/** The languages in which the service writes by itself. */
export const LANGUAGES = ['en', 'de', 'fr', 'es', 'it', 'nl', 'pt'] as const;
export type Language = (typeof LANGUAGES)[number];

/** The language of the service that a tag names, or a variant of: `de` for `de-AT`. Undefined when the service does not have it. */
export function shippedLanguage(tag: string): Language | undefined {
  const [base] = tag.split('-');
  return LANGUAGES.find((each) => each === base);
}
