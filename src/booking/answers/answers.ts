import { isDeepStrictEqual } from 'node:util';
import { ValidationError } from '../../platform/errors/errors';
import type { ServiceQuestion } from '../../business/services/questions/service-question';
import { faultOfAnswer } from './answer-types';

/** The most answers that an appointment keeps, those to questions that are gone included. */
export const MAX_ANSWERS = 100;
/** The most code points of all of them together, their keys included. As many as metadata and the questions of a service may have. */
const MAX_CHARACTERS = 27_000;

/** Answers by the keys of their questions, some of which may be gone. */
export type Answers = Readonly<Record<string, string | number | boolean>>;

/** What a body says of answers; null: there is none. A value may be of any type until it is compared with its question. */
export type AnswersWrite = Readonly<Record<string, string | number | boolean | null>>;

/** The answers of a new appointment. */
export function givenAnswers(written: AnswersWrite = {}): Answers {
  const given = Object.entries(written).filter(([, value]) => value !== null);
  return Object.fromEntries(given) as Answers;
}

/** The answers after a change: each key gets its value, or goes where there is null. @throws ValidationError on too many */
export function answersAfter(current: Answers, written: AnswersWrite): Answers {
  const answers = givenAnswers({ ...current, ...written });
  if (Object.keys(answers).length > MAX_ANSWERS)
    throw new ValidationError({ answers: `must have at most ${MAX_ANSWERS} members` });
  const fault = charactersOf(answers) > charactersOf(current) ? faultOfLength(answers) : undefined;
  if (fault !== undefined) throw new ValidationError({ answers: fault });
  return answers;
}

/** The fault of answers that have too many characters in all. */
export function faultOfLength(answers: Readonly<Record<string, unknown>>): string | undefined {
  return charactersOf(answers) > MAX_CHARACTERS
    ? `must have at most ${MAX_CHARACTERS} characters in all`
    : undefined;
}

function charactersOf(answers: Readonly<Record<string, unknown>>): number {
  const texts = Object.entries(answers).flatMap(([key, value]) => [key, String(value)]);
  return texts.reduce((sum, text) => sum + Array.from(text).length, 0);
}

/**
 * The faults of answers by their keys. A value that is stored already has none, so that what was read can be written back after the
 * questions have changed; null takes such an answer away.
 */
export function faultsOfAnswers(
  questions: readonly ServiceQuestion[],
  written: AnswersWrite,
  stored: Answers = {},
): Readonly<Record<string, string>> {
  const faults = Object.entries(written).flatMap(([key, value]) => {
    if (Object.hasOwn(stored, key) && (value === null || isDeepStrictEqual(value, stored[key]))) return [];
    const question = questions.find((each) => each.key === key);
    const fault =
      question === undefined ? 'names no question of the service' : faultOfAnswer(question, value);
    return fault === undefined ? [] : [[key, fault]];
  });
  return Object.fromEntries(faults) as Record<string, string>;
}

/** The keys of required questions without an answer. @param requiredKeys null: the service has no questions */
export function openQuestions(requiredKeys: readonly string[] | null, answers: Answers): string[] {
  return (requiredKeys ?? []).filter((key) => !Object.hasOwn(answers, key));
}
