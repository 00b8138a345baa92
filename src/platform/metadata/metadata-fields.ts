import {
  InputOf,
  type Members,
  optional,
  type Optionally,
  optionally,
  unanswered,
} from '../http/validation/members';
import { metadata, metadataChanges, metadataFilter } from './metadata-types';
import type { JsonObject } from '../values/json-object';

const EXAMPLE = { crmId: 'C-1042' };
const OPENING = 'metadata[';

/** The `metadata` of the body of a POST or PUT, and of answers. */
export const METADATA = optional(metadata(), {
  read,
  example: EXAMPLE,
  description:
    'Texts of your own, by keys of 1 to 40 characters `A-Za-z0-9_.-`. Left out: it stays as it is, and is empty at first',
  answer: { description: 'Texts of the integrators; `{}`: none' },
});

/** The `metadata` of the body of a PATCH. */
export const METADATA_CHANGES = unanswered(
  optional(metadataChanges(), {
    read,
    example: EXAMPLE,
    description: 'Merged with what there is: each key gets its text, and `null` removes it',
  }),
);

/** The class of the body of a PATCH: the members of a PUT, each optional, with changes of `metadata`. */
export function PatchOf<All extends Members & { readonly metadata: typeof METADATA }>(members: All) {
  const changes: Omit<Optionally<All>, 'metadata'> & { readonly metadata: typeof METADATA_CHANGES } = {
    ...optionally(members),
    metadata: METADATA_CHANGES,
  };
  return InputOf(changes);
}

interface FilterOptions {
  /** Whether the list is public, or open to browser keys: where only what is public is shown, the filter is ignored. */
  readonly isPublic?: boolean;
}

/** The filters `metadata[key]=value` of a list; all of them must match. */
export function metadataFilters({ isPublic = false }: FilterOptions = {}) {
  const ignored = isPublic ? '. Public reads ignore it (`meta.ignored`)' : '';
  return unanswered(
    optional(metadataFilter(), {
      read: conditionsIn,
      isKeyed: true,
      ...(isPublic && { ignoredIf: (_query: JsonObject, hasKey: boolean) => !hasKey }),
      description: `Texts of their metadata, such as \`metadata[crmId]=C-1042\`${ignored}`,
    }),
  );
}

/** The member as it was sent. The copy that class-transformer makes leaves out keys such as `toString`. */
function read(body: JsonObject): unknown {
  return body['metadata'];
}

/** The conditions of a query by their keys. A notation that has none is returned as it is: it is a fault. */
function conditionsIn(query: JsonObject): unknown {
  const given = Object.entries(query).filter(([name]) => name === 'metadata' || name.startsWith(OPENING));
  if (given.length === 0) return undefined;
  const unkeyed = given.find(([name]) => !name.endsWith(']'));
  if (unkeyed !== undefined) return unkeyed[1];
  return Object.fromEntries(given.map(([name, value]) => [name.slice(OPENING.length, -1), value]));
}
