export interface Choice {
  readonly providerId: number;
  /** The booked minutes of its date. */
  readonly minutes: number;
}

/** The order in which providers are chosen: the fewest booked minutes, then the lowest id. */
export function byChoice(a: Choice, b: Choice): number {
  return a.minutes - b.minutes || a.providerId - b.providerId;
}
