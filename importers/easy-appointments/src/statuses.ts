/** Statuses of the service by what the system calls them, in small letters. */
export type StatusNames = ReadonlyMap<string, string>;

const SEPARATORS = /[=,]/;

/** The statuses of Easy!Appointments, in small letters. An administrator may have written others into the settings. */
const KNOWN: Readonly<Record<string, string>> = {
  booked: 'confirmed',
  confirmed: 'confirmed',
  rescheduled: 'confirmed',
  draft: 'pending',
  pending: 'pending',
  cancelled: 'cancelled',
  canceled: 'cancelled',
  completed: 'completed',
  'no-show': 'no-show',
  'no show': 'no-show',
};

/** @param theirs undefined: appointments of versions before 1.5 have none @returns undefined: its meaning is not known */
export function statusOf(theirs: string | undefined, names: StatusNames): string | undefined {
  if (theirs === undefined) return 'confirmed';
  const name = theirs.toLowerCase();
  return names.get(name) ?? (Object.hasOwn(KNOWN, name) ? KNOWN[name] : undefined);
}

/** What is to be said on the command line for the meaning of some statuses. */
export function askedNames(names: readonly string[]): string {
  const list = names.some((name) => SEPARATORS.test(name))
    ? JSON.stringify(Object.fromEntries(names.map((name) => [name, '…'])))
    : names.map((name) => `${name}=…`).join(',');
  return `--statuses '${list}'`;
}
