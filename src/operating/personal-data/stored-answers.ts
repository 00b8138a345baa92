/** A regular expression for the stored answers that hold a customer, an appointment or an entry of the waitlist of one of some customers. */
export function answersAbout(customerIds: readonly number[]): string {
  const one = `(${customerIds.join('|')})`;
  return `"customerId":${one}[,}]|^\\{"data":\\{"id":${one},"firstName":`;
}
