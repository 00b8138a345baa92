import { listOf, objects } from '../../../platform/http/validation/field';
import { answeredAs, AnswerOf, InputOf, optional, required } from '../../../platform/http/validation/members';
import { flag } from '../../../platform/http/validation/number-types';
import { many } from '../../../platform/http/validation/shapes';
import { oneOf, text } from '../../../platform/http/validation/text-types';
import { inKeyOrder } from '../../../platform/metadata/metadata';
import { metadataKey } from '../../../platform/metadata/metadata-types';
import { QUESTION_TYPES, type ServiceQuestion } from './service-question';
import type { FieldType } from '../../../platform/http/validation/field-type';
import { isJsonObject, type JsonObject } from '../../../platform/values/json-object';
import { canonicalLanguage } from '../../../platform/values/language';

const MAX_LANGUAGES = 50;

/** Texts by language tags (BCP 47), which are canonical once cleaned. @param max how many code points a text may have */
function languageTexts(max: number): FieldType<Readonly<Record<string, string>>> {
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

const MAX_QUESTIONS = 30;
const MAX_LABEL = 500;
const MAX_CHOICES = 50;
const MAX_CHOICE = 200;
/** Of all questions of a service together: their keys, labels, language tags and choices. As many as metadata may have. */
const MAX_CHARACTERS = 27_000;

const QUESTION = {
  key: required(metadataKey(), { example: 'allergies', description: 'The key of its answers' }),
  label: required(text(MAX_LABEL), { example: 'Do you have allergies?' }),
  labels: optional(languageTexts(MAX_LABEL), {
    read: ({ labels }) => labels,
    default: {},
    example: { de: 'Haben Sie Allergien?' },
    description: 'The label in other languages, by their tags (BCP 47)',
  }),
  type: required(oneOf(QUESTION_TYPES), { example: 'text' }),
  required: optional(flag(), {
    default: false,
    description: 'Whether a booking needs an answer. Staff may leave it open',
  }),
  choices: optional(listOf(text(MAX_CHOICE), MAX_CHOICES), {
    default: [],
    example: [],
    description: 'The possible answers to a question of the type `choice`, at least one; others have none',
  }),
};

/** What a service asks of each booking (docs/reference/questions.md). */
export class QuestionWrite extends InputOf(QUESTION) {}
export class QuestionResponse extends AnswerOf(QUESTION) {}

const DESCRIPTION = `What it asks of each booking, in the order in which a form shows it; each key once. All keys, labels, languages and choices together have at most ${MAX_CHARACTERS} characters`;

/** A member of a service. */
export const QUESTIONS = answeredAs(
  many(QuestionResponse),
  { example: undefined, description: DESCRIPTION },
  optional(
    objects(() => QuestionWrite, MAX_QUESTIONS),
    {
      example: [
        {
          key: 'allergies',
          label: 'Do you have allergies?',
          labels: { de: 'Haben Sie Allergien?' },
          type: 'text',
        },
      ],
      description: `${DESCRIPTION}. Left out: it stays as it is`,
    },
  ),
);

/** A question as it is stored. */
export function storedQuestion({
  key,
  label,
  labels = {},
  type,
  required: isRequired = false,
  choices = [],
}: QuestionWrite): ServiceQuestion {
  return { key, label, labels, type, required: isRequired, choices };
}

export function toQuestionResponse(question: ServiceQuestion): QuestionResponse {
  const { key, label, labels, type, required: isRequired, choices } = question;
  return { key, label, labels: inKeyOrder(labels), type, required: isRequired, choices };
}

/**
 * The faults of questions without the choices that their type needs, or with choices that it does not have, and of too many characters in
 * all; by their paths.
 */
export function faultsOfQuestions(
  questions: readonly QuestionWrite[] = [],
): Readonly<Record<string, string>> {
  const characters = questions.flatMap(textsOf).reduce((sum, each) => sum + Array.from(each).length, 0);
  if (characters > MAX_CHARACTERS)
    return {
      questions: `must have at most ${MAX_CHARACTERS} characters in all: keys, labels, languages and choices`,
    };
  const faults = questions.flatMap(({ type, choices = [] }, i) => {
    const fault = type === 'choice' ? 'must not be empty' : 'goes only with the type choice';
    return (type === 'choice') === choices.length > 0 ? [] : [[`questions[${i}].choices`, fault]];
  });
  return Object.fromEntries(faults) as Record<string, string>;
}

function textsOf({ key, label, labels = {}, choices = [] }: QuestionWrite): readonly string[] {
  return [key, label, ...Object.entries(labels).flat(), ...choices];
}
