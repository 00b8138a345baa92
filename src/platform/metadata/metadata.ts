import { ValidationError } from '../errors/errors';

/** The most members that a resource's metadata may have. */
export const MAX_MEMBERS = 50;

/** What integrators keep with a resource: texts by keys of their own (docs/reference/metadata.md). */
export type Metadata = Readonly<Record<string, string>>;

/** What a PATCH changes of metadata: each key gets its text, or goes where there is `null`. */
export class MetadataChanges {
  constructor(readonly members: Readonly<Record<string, string | null>>) {}
}

/** What a body writes: the whole metadata (POST, PUT) or changes of it (PATCH). */
export type MetadataWrite = Metadata | MetadataChanges;

type Merged<Members> = Omit<Members, 'metadata'> & { readonly metadata: Metadata };

/** The metadata after a write; the caller has locked the row, so no change is lost. @throws ValidationError on too many members */
export function metadataAfter(current: Metadata, written: MetadataWrite = current): Metadata {
  if (!(written instanceof MetadataChanges)) return written;
  const all = Object.entries({ ...current, ...written.members });
  const left = all.filter((member): member is [string, string] => member[1] !== null);
  if (left.length > MAX_MEMBERS) throw new ValidationError({ metadata: tooMany() });
  return Object.fromEntries(left);
}

/** The members that a body sets, with the metadata that the resource has afterwards. @throws as `metadataAfter` */
export function withMetadata<Members extends { readonly metadata?: MetadataWrite | undefined }>(
  { metadata: current }: { readonly metadata: Metadata },
  members: Members,
): Merged<Members> {
  return { ...members, metadata: metadataAfter(current, members.metadata) };
}

/** Its members in the order of their keys. PostgreSQL has an order of its own, and an entity tag depends on it. */
export function inKeyOrder<Value>(members: Readonly<Record<string, Value>>): Readonly<Record<string, Value>> {
  const keys = Object.keys(members);
  if (keys.length < 2) return members;
  keys.sort();
  return Object.fromEntries(keys.map((key) => [key, members[key] as Value]));
}

export function tooMany(): string {
  return `must have at most ${MAX_MEMBERS} members`;
}
