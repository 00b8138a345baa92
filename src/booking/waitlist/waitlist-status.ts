/** States of an entry of the waitlist (docs/reference/waitlist.md), in the order of the documentation. */
export const WAITLIST_STATUSES = ['waiting', 'offered', 'booked', 'expired', 'withdrawn'] as const;
export type WaitlistStatus = (typeof WAITLIST_STATUSES)[number];

/** The SQL condition that an entry waits, or has an offer. The index of the open entries serves it. @param entry its alias */
export const isOpen = (entry: string) => `${entry}.status in ('waiting', 'offered')`;

/** The SQL condition that a hold `h` is the live offer of an entry. @param now a placeholder */
export const isOffer = (entry: string, now: string) =>
  `h.waitlist_entry_id = ${entry}.id and h.expires_at > ${now}`;

/**
 * SQL of the status at an instant. The clock alone ends an offer and an entry whose last date is over: no job has to run.
 * @param offer SQL of whether the entry has a live offer
 */
export const statusAt = (entry: string, offer: string, now: string) => `
  case when not ${isOpen(entry)} then ${entry}.status
    when ${offer} then 'offered'
    when ${entry}.ends_at <= ${now} then 'expired'
    else 'waiting' end`;

/** The SQL condition that an entry can be made an offer. @param now a placeholder */
export const isWaiting = (entry: string, now: string) => `
  ${isOpen(entry)} and ${entry}.ends_at > ${now}
  and not exists (select from holds h where ${isOffer(entry, now)})`;
