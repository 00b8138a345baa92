import type { PlacedOperation } from './operations';

/** The member of an operation in the document that says what it is to a narrowed key. */
export const NARROWED_EXTENSION = 'x-narrowed';

/** What an operation is to a key that is narrowed to providers or locations. */
const NARROWINGS = {
  catalogue: 'as to every key',
  own: 'shows and changes only what belongs to its providers and locations',
  provider: 'serves its providers alone; every other one is a 404',
  staff: 'serves its providers, and those all of whose hours are at its locations; every other one is a 404',
  time: 'asks for, and takes, only the time of its providers at its locations',
  whole: 'one of which all appointments belong to its providers and locations; another one is a 404',
  entries:
    'only the entries for its providers and locations; those for any provider are of keys with locations alone',
  customers:
    'only customers with an appointment or an entry of the waitlist that it sees, and those of its locations',
  home: 'only customers that it sees; a new one is of its location. A key without locations is refused',
  place:
    'only what is of its locations; what is of the whole business, and a key without locations, is refused',
  refused: 'refused',
} as const;

export type Narrowing = Exclude<keyof typeof NARROWINGS, 'refused'>;

/** Says how an operation that keys can call is narrowed, in its extension and its description. */
export function documentNarrowing({ operation }: PlacedOperation): void {
  const extensions = operation as {
    [NARROWED_EXTENSION]?: keyof typeof NARROWINGS;
    readonly 'x-roles'?: unknown;
  };
  if (extensions['x-roles'] === undefined) return;
  const narrowing = (extensions[NARROWED_EXTENSION] ??= 'refused');
  operation.description = `${operation.description ?? ''}\nNarrowed keys: ${NARROWINGS[narrowing]}.`;
}
