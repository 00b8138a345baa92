import type { BodyPath } from '../../platform/http/idempotency/body-clause';

/** A customer is the only resource whose answer has a first name. */
const ABOUT = '$ ? (@.**.customerId == $ids[*] || exists(@.data.firstName) && @.data.id == $ids[*])';

/** Finds the stored answers that show one of some customers, or an appointment or an entry of the waitlist of one of them. */
export function answersAbout(customerIds: readonly number[]): BodyPath {
  return [ABOUT, JSON.stringify({ ids: customerIds })];
}
