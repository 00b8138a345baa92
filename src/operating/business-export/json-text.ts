/** A member that is a link of a customer, a secret: who reads the files must not be able to change what the customer has booked. */
export function isLink(member: string): boolean {
  return member === 'manageUrl';
}

/** JSON without links. */
export function jsonText(value: unknown): string {
  return JSON.stringify(value, (member, each: unknown) => (isLink(member) ? undefined : each));
}
