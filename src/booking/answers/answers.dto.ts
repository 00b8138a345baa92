import type { FieldType, Shape } from '../../platform/http/validation/field-type';
import { answered, answeredAs, optional } from '../../platform/http/validation/members';
import { several, TEXT } from '../../platform/http/validation/shapes';
import { cleanText } from '../../platform/http/validation/text-types';
import { faultOfMetadataKeys } from '../../platform/metadata/metadata-types';
import { isJsonObject } from '../../platform/values/json-object';
import { MAX_ANSWER } from './answer-types';
import { type Answers, type AnswersWrite, faultOfLength, MAX_ANSWERS } from './answers';

/** A text, a number, a boolean or null. Common generators of clients make broken code of values of several types. */
const ANY_VALUE = {};

const SHAPE: Shape<Answers> = {
  schema: { type: 'object', additionalProperties: ANY_VALUE },
};

const EXAMPLE = { allergies: 'Nuts' };

/** Members of the body of a booking or a change, and of an appointment. */
export const ANSWERS = answeredAs(
  SHAPE,
  { description: 'Answers to the questions of the service, by their keys; `{}`: none' },
  optional(answers(), {
    read: (body) => body['answers'],
    example: EXAMPLE,
    description:
      'Answers to the questions of the service, by their keys: a text, number, `true` or `false`, choice or date as the question has it. A blank text or `null`: none. At most 27,000 characters in all',
  }),
);
export const OPEN_QUESTIONS = answered(several(TEXT), {
  example: [],
  description: 'The keys of required questions of the service, as it has them now, without an answer',
});

/** Its values are compared with the questions later: only then is known of which type they must be. */
function answers(): FieldType<AnswersWrite> {
  return {
    schema: {
      type: 'object',
      additionalProperties: ANY_VALUE,
      maxProperties: MAX_ANSWERS,
    },
    clean: (given) =>
      isJsonObject(given)
        ? Object.fromEntries(Object.entries(given).map(([key, value]) => [key, cleanAnswer(value)]))
        : given,
    fault: (given) => {
      if (!isJsonObject(given)) return 'must be an object';
      const isLong = Object.keys(given).length > MAX_ANSWERS;
      if (isLong) return `must have at most ${MAX_ANSWERS} members`;
      return faultOfMetadataKeys(given) ?? faultOfLength(given);
    },
  };
}

/** A blank text is no answer. Zero has no sign: PostgreSQL would drop it. */
function cleanAnswer(value: unknown): unknown {
  if (value === 0) return 0;
  const text = cleanText(value, MAX_ANSWER);
  return text === '' ? null : text;
}
