import type { ManagedQuestionResponse } from '../../booking/manage/dto/managed-parts';
import type { ManagedResponse } from '../../booking/manage/dto/managed.response';
import type { FormInputs } from './page-form';
import type { PageLanguage } from './page-language';
import type { AnsweringView, QuestionView } from './page-view';

/** What the form shows beside what is stored. */
export interface AnswersInput {
  /** What the customer sent, by the keys of the questions; it takes the place of what is stored. */
  readonly given: Readonly<Record<string, unknown>>;
  /** The faults by the keys of the questions. */
  readonly faults: Readonly<Record<string, string>>;
}

/** Before the keys of questions in the names of inputs, which may then be any. */
const ANSWER = 'answer.';

/** A form of the questions of a service. */
export function answeringView(
  thing: ManagedResponse,
  href: string,
  { given, faults }: AnswersInput,
  language: PageLanguage,
): AnsweringView {
  const questions = thing.questions.map((question, i) => {
    const value = Object.hasOwn(given, question.key) ? given[question.key] : thing.answers[question.key];
    const isFaulty = Object.hasOwn(faults, question.key);
    return questionView(question, `q${i}`, value ?? null, isFaulty, language);
  });
  return { href, questions, button: language.words.buttons.save };
}

function questionView(
  question: ManagedQuestionResponse,
  id: string,
  value: unknown,
  isFaulty: boolean,
  { catalog, words }: PageLanguage,
): QuestionView {
  const { key, label, type, required: isNeeded, choices } = question;
  const field = {
    id,
    name: ANSWER + key,
    label,
    needed: isNeeded ? words.labels.required : null,
    isNeeded,
    fault: isFaulty ? words.faults[value === null ? 'required' : type] : null,
  };
  const text = value === null ? '' : typeof value === 'string' ? value : JSON.stringify(value);
  if (type === 'text') return { ...NO_FIELD, area: { ...field, value: text } };
  if (type === 'number' || type === 'date')
    return { ...NO_FIELD, input: { ...field, type, step: type === 'number', value: text } };
  const answers =
    type === 'boolean'
      ? [
          { value: 'true', text: catalog.yes },
          { value: 'false', text: catalog.no },
        ]
      : choices.map((choice) => ({ value: choice, text: choice }));
  const none = isNeeded ? [] : [{ value: '', text: words.noAnswer }];
  const options = [...answers, ...none].map((each) => ({ ...each, isChosen: each.value === text }));
  return { ...NO_FIELD, options: { ...field, choices: options } };
}

const NO_FIELD = { input: null, area: null, options: null } as const;

/** What a form says of some questions, as the API takes it: null where it has no answer. Answers that it leaves out stay. */
export function answersIn(
  form: FormInputs,
  questions: readonly ManagedQuestionResponse[],
): Readonly<Record<string, unknown>> {
  const given = questions.flatMap(({ key, type }) => {
    const text = form.get(ANSWER + key);
    return text === undefined ? [] : [[key, answerIn(text, type)] as const];
  });
  return Object.fromEntries(given);
}

/** A text that is none of the type stays, so that the API refuses it. */
function answerIn(text: string, type: ManagedQuestionResponse['type']): unknown {
  if (text.trim() === '') return null;
  if (type === 'boolean') return text === 'true' ? true : text === 'false' ? false : text;
  const number = Number(text);
  return type === 'number' && Number.isFinite(number) ? number : text;
}
