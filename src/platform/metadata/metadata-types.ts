import type { FieldType } from '../http/validation/field-type';
import { faultOfReservedKeys, isJsonObject, type JsonObject } from '../values/json-object';
import { cleanText, freeText } from '../http/validation/text-types';
import { MAX_MEMBERS, type Metadata, MetadataChanges, type MetadataWrite, tooMany } from './metadata';

/** The longest value, in characters. */
export const MAX_VALUE = 500;
const KEY = /^[A-Za-z0-9_.-]{1,40}$/;
const CHARACTERS = 'A-Z a-z 0-9 _ . -';
const KEYS = `keys of 1 to 40 characters ${CHARACTERS}`;

const value = freeText(MAX_VALUE);

/** The schema of metadata. OpenAPI 3.0 cannot say what a key is. */
export const METADATA_SCHEMA = {
  type: 'object',
  additionalProperties: value.schema,
  maxProperties: MAX_MEMBERS,
} as const satisfies FieldType['schema'];

/** A key of metadata, or of what has keys like it. */
export function metadataKey(): FieldType<string> {
  return {
    schema: { type: 'string', pattern: KEY.source },
    clean: (given) => cleanText(given),
    fault: (given) => {
      if (typeof given !== 'string' || !KEY.test(given)) return `must be 1 to 40 characters ${CHARACTERS}`;
      return faultOfReservedKeys({ [given]: null }) && 'must be another word: this one is reserved';
    },
  };
}

/** The whole metadata of a resource. */
export function metadata(): FieldType<Metadata> {
  return {
    schema: METADATA_SCHEMA,
    clean: (given) => (isJsonObject(given) ? cleanMembers(given) : given),
    fault: (given) => (isJsonObject(given) ? faultOfMembers(given) : 'must be an object'),
  };
}

/** Changes of metadata; `MetadataChanges` once cleaned. A member that is `null` removes its key. */
export function metadataChanges(): FieldType<MetadataWrite> {
  return {
    schema: { type: 'object', additionalProperties: { ...value.schema, nullable: true } },
    // The rules run on what this gives, so its members may still be of any type.
    clean: (given) => (isJsonObject(given) ? new MetadataChanges(cleanMembers(given) as never) : given),
    fault: (given) => {
      if (!(given instanceof MetadataChanges)) return 'must be an object';
      const set = Object.entries(given.members).filter(([, text]) => text !== null);
      return faultOfMetadataKeys(given.members) ?? faultOfMembers(Object.fromEntries(set));
    },
  };
}

/** Conditions of a list, one for each key. */
export function metadataFilter(): FieldType<Metadata> {
  return {
    ...metadata(),
    fault: (given) => {
      if (!isJsonObject(given)) return 'must be written as metadata[key]=value';
      const keys = Object.keys(given);
      const repeated = keys.find((key) => KEY.test(key) && Array.isArray(given[key]));
      return repeated === undefined ? faultOfMembers(given) : `"${repeated}" is there more than once`;
    },
  };
}

function cleanMembers(given: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(given).map(([key, text]) => [key, cleanText(text, MAX_VALUE)]));
}

function faultOfMembers(members: JsonObject): string | undefined {
  const entries = Object.entries(members);
  const keys = faultOfMetadataKeys(members);
  if (keys !== undefined) return keys;
  if (entries.length > MAX_MEMBERS) return tooMany();
  const faults = entries.flatMap(([key, text]) => {
    const fault = value.fault(text);
    return fault === undefined ? [] : [`"${key}" ${fault}`];
  });
  return faults[0];
}

/** The fault of an object whose keys are not those of metadata. The message does not repeat the key, which may be of any length. */
export function faultOfMetadataKeys(members: JsonObject): string | undefined {
  return Object.keys(members).every((key) => KEY.test(key))
    ? faultOfReservedKeys(members)
    : `must have ${KEYS}`;
}
