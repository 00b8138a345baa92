import type { Question } from '../operations/operation';

/** A request of one operation that costs more than ordinary ones, as a hostile or careless caller would send it. */
export interface WorstCase {
  readonly name: string;
  readonly title: string;
  /** @param run the number of the request, from 0 on: some can be sent once alone */
  readonly request: (run: number) => Question;
}

export function worst(
  name: string,
  title: string,
  request: Question | ((run: number) => Question),
): WorstCase {
  return { name, title, request: typeof request === 'function' ? request : () => request };
}
