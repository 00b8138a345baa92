import type { FieldType } from '../../../platform/http/validation/field-type';
import { text } from '../../../platform/http/validation/text-types';
import { isJsonObject, type JsonObject } from '../../../platform/values/json-object';
import { canonicalLanguage } from '../../../platform/values/language';

const MAX_LANGUAGES = 50;

/** Texts by language tags (BCP 47), which are canonical once cleaned. @param max how many code points a text may have */
export function languageTexts(max: number): FieldType<Readonly<Record<string, string>>> {
  const type = text(max);
  return {
    schema: { type: 'object', additionalProperties: type.schema, maxProperties: MAX_LANGUAGES },
    clean: (given) => (isJsonObject(given) ? cleanTexts(given, type) : given),
    fault: (given) => (isJsonObject(given) ? faultOfTexts(given, type) : 'must be an object'),
  };
}

/** As they were sent where a tag is none or two are one language: that is a fault. */
function cleanTexts(given: JsonObject, type: FieldType): JsonObject {
  const entries = Object.entries(given).map(([tag, each]) => [
    canonicalLanguage(tag) ?? tag,
    type.clean?.(each),
  ]);
  const cleaned = Object.fromEntries(entries) as JsonObject;
  return Object.keys(cleaned).length < entries.length ? given : cleaned;
}

function faultOfTexts(texts: JsonObject, type: FieldType): string | undefined {
  const entries = Object.entries(texts);
  if (entries.length > MAX_LANGUAGES) return `must have at most ${MAX_LANGUAGES} members`;
  const tags = entries.map(([tag]) => canonicalLanguage(tag));
  if (tags.includes(undefined)) return 'must have language tags (BCP 47) as keys, such as de or pt-BR';
  if (new Set(tags).size < tags.length) return 'must have each language once';
  const faults = entries.map(([tag, each]) => [tag, type.fault(each)] as const);
  const [first] = faults.filter(([, fault]) => fault !== undefined);
  return first && `"${first[0]}" ${first[1]}`;
}
