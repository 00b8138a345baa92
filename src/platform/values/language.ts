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
