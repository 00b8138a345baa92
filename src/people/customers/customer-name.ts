/** A combined name, split at its first space; the last name is `''` when there is none. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [, firstName = name, lastName = ''] = /^(\S+)\s+(.*)$/s.exec(name) ?? [];
  return { firstName, lastName };
}

/** The combined name of a customer, as the statements that read customers make it. */
export function joinName({ firstName, lastName }: { firstName: string; lastName: string }): string {
  return `${firstName} ${lastName}`.trim();
}
