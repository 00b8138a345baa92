import type { Challenge, Payload, Solution } from 'altcha-lib';
import { isJsonObject, type JsonObject } from '../../platform/values/json-object';

/** A challenge with a solution, as ALTCHA's clients send them. Both are as a stranger made them. */
export type SentSolution = Payload & { readonly challenge: { readonly signature: string } };

/** Reads the header: base64 of JSON. `undefined`: it is nothing that a client of ALTCHA makes of a challenge of this service. */
export function readSolution(header: string): SentSolution | undefined {
  const { challenge, solution } = objectIn(Buffer.from(header, 'base64').toString());
  if (!isJsonObject(challenge) || !isJsonObject(solution)) return undefined;
  const { parameters, signature } = challenge;
  // The library takes the signature for a text, and follows parameters as deep as they go.
  if (typeof signature !== 'string' || !isJsonObject(parameters)) return undefined;
  const { data = {}, ...plain } = parameters;
  if (!isJsonObject(data) || [plain, data].some(hasObjects)) return undefined;
  return {
    challenge: { parameters: parameters as unknown as Challenge['parameters'], signature },
    solution: solution as unknown as Solution,
  };
}

function hasObjects(values: JsonObject): boolean {
  return Object.values(values).some((value) => typeof value === 'object');
}

function objectIn(text: string): JsonObject {
  try {
    const read: unknown = JSON.parse(text);
    return isJsonObject(read) ? read : {};
  } catch {
    return {};
  }
}
