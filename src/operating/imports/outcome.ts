/** What has become of a row. `unchanged`: it was there already. */
export type Outcome =
  | { readonly is: 'taken' | 'unchanged'; readonly id: number }
  | { readonly is: 'refused'; readonly reason: string };

/** Whether something is decided already. */
export function isOutcome(each: object): each is Outcome {
  return 'is' in each;
}

/** Whether something is not decided yet. */
export function isOpen<Open extends object>(each: Open | Outcome): each is Open {
  return !isOutcome(each);
}

export function refused(reason: string): Outcome {
  return { is: 'refused', reason };
}
