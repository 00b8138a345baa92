import type { QuestionType, ServiceQuestion } from '../../business/services/questions/service-question';
import type { FieldType } from '../../platform/http/validation/field-type';
import { flag } from '../../platform/http/validation/number-types';
import { freeText } from '../../platform/http/validation/text-types';
import { parseDay } from '../../platform/time/local-date';

/** The most code points of an answer. */
export const MAX_ANSWER = 2_000;

/** An amount that a person would write down; a double has no more digits before the point. */
const MAX_NUMBER = 1_000_000_000_000_000;
/** Birthdays lie before the dates on which appointments can be. */
const FIRST_YEAR = '1800';
const LAST_YEAR = '2199';

type Faults = (value: unknown, question: ServiceQuestion) => string | undefined;

const TEXT: FieldType = freeText(MAX_ANSWER);
const FLAG: FieldType = flag();

const FAULTS: Readonly<Record<QuestionType, Faults>> = {
  text: TEXT.fault,
  boolean: FLAG.fault,
  number: (value) =>
    typeof value === 'number' && Math.abs(value) <= MAX_NUMBER
      ? undefined
      : `must be a number from -${MAX_NUMBER} to ${MAX_NUMBER}`,
  choice: (value, { choices }) =>
    choices.some((choice) => choice === value) ? undefined : 'must be one of the choices of the question',
  date: (value) =>
    isDate(value)
      ? undefined
      : `must be a date as YYYY-MM-DD, from ${FIRST_YEAR}-01-01 to ${LAST_YEAR}-12-31`,
};

/** The fault of the answer to a question; null is no answer, which every question may have. */
export function faultOfAnswer(question: ServiceQuestion, value: unknown): string | undefined {
  return value === null ? undefined : FAULTS[question.type](value, question);
}

function isDate(value: unknown): boolean {
  if (typeof value !== 'string' || parseDay(value) === undefined) return false;
  const year = value.slice(0, 4);
  return year >= FIRST_YEAR && year <= LAST_YEAR;
}
