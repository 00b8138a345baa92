/** A row that is not taken. */
export interface Refusal {
  readonly is: 'refused';
  /** What many rows have in common, such as `slot_taken`. */
  readonly reason: string;
  /** What is so of this row alone, such as what is in its way. */
  readonly detail?: string | undefined;
}

/** What has become of a row. `unchanged`: it was there already. */
export type Outcome = { readonly is: 'taken' | 'unchanged'; readonly id: number } | Refusal;

/** Whether something is decided already. */
export function isOutcome(each: object): each is Outcome {
  return 'is' in each;
}

/** Whether something is not decided yet. */
export function isOpen<Open extends object>(each: Open | Outcome): each is Open {
  return !isOutcome(each);
}

export function refused(reason: string, detail?: string): Refusal {
  return { is: 'refused', reason, detail };
}

/** The reason and the detail as one text. */
export function textOf({ reason, detail }: Refusal): string {
  return detail === undefined ? reason : `${reason}: ${detail}`;
}
