export const QUESTION_TYPES = ['text', 'number', 'boolean', 'choice', 'date'] as const;
export type QuestionType = (typeof QUESTION_TYPES)[number];

/** What a service asks of each booking (docs/reference/questions.md). */
export interface ServiceQuestion {
  readonly key: string;
  readonly label: string;
  /** The label in other languages, by their tags (BCP 47) in canonical form. */
  readonly labels: Readonly<Record<string, string>>;
  readonly type: QuestionType;
  readonly required: boolean;
  /** Empty unless the type is `choice`. */
  readonly choices: readonly string[];
}

/** As `requiredKeysOf`. */
export function requiredKeysIn(questions: readonly ServiceQuestion[]): readonly string[] | null {
  if (questions.length === 0) return null;
  return questions.filter(({ required }) => required).map(({ key }) => key);
}

/** SQL of the keys of the required ones of some questions; null: there are no questions. @param questions a column */
export const requiredKeysOf = (questions: string) =>
  `case when ${questions} <> '[]' then jsonb_path_query_array(${questions}, '$[*] ? (@.required == true).key') end`;
