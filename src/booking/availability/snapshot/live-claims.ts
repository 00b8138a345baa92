/** The SQL condition that a claim counts: it is not that of an expired hold. @param claim its alias @param now a placeholder */
export const isLive = (claim: string, now: string) =>
  `(${claim}.expires_at is null or ${claim}.expires_at > ${now})`;
