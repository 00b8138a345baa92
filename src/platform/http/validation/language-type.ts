import { canonicalLanguage, LANGUAGES, MAX_LANGUAGE, shippedLanguage } from '../../values/language';
import type { FieldType } from './field-type';
import { cleanText } from './text-types';

/** A language tag (BCP 47), such as `de` or `pt-BR`; in its canonical form once cleaned. */
export function language(): FieldType<string> {
  return {
    schema: {
      type: 'string',
      pattern: '^([A-Za-z]{2,3}|[A-Za-z]{5,8})(-[A-Za-z0-9]{1,8})*$',
      maxLength: MAX_LANGUAGE,
      description: 'Language tag (BCP 47), such as `de` or `pt-BR`',
    },
    clean: (value) => {
      const text = cleanText(value);
      return typeof text === 'string' ? (canonicalLanguage(text) ?? text) : text;
    },
    fault: (value) =>
      typeof value === 'string' && canonicalLanguage(value) !== undefined
        ? undefined
        : 'must be a language tag (BCP 47) such as de or pt-BR',
  };
}

/** A language in which the service writes, or a variant of one, such as `de` or `pt-BR`. */
export function writtenLanguage(): FieldType<string> {
  const { schema, clean, fault } = language();
  const words = `${LANGUAGES.join(', ')}, or a variant such as de-AT`;
  return {
    schema: {
      ...schema,
      pattern: `^(${LANGUAGES.join('|')})(-[A-Za-z0-9]{1,8})*$`,
      description: `One of ${words}`,
    },
    clean,
    fault: (value) =>
      fault(value) ?? (shippedLanguage(String(value)) === undefined ? `must be one of ${words}` : undefined),
  };
}
