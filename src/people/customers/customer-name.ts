/** A combined name, split at its first space; the last name is `''` when there is none. */
export function splitName(name: string): { firstName: string; lastName: string } {
  const [, firstName = name, lastName = ''] = /^(\S+)\s+(.*)$/s.exec(name) ?? [];
  return { firstName, lastName };
}
