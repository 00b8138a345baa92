import type { Restrictions } from '../../src/platform/restrictions';
import { ApiClient } from './api-client';
import { builtDocument } from './openapi/built-document';
import { OpenApiContract } from './openapi/openapi-contract';
import type { TestService } from './test-service';

const ADMINISTRATOR = 1;

/** Makes clients whose keys hide something. In their answers a member with `x-hidden` may be null, even where its schema allows none. */
export function hidingKeys(service: TestService): (hide: Restrictions['hide']) => Promise<ApiClient> {
  const contract = new OpenApiContract(orNull(builtDocument(service.app)));
  return async (hide) => {
    const key = await service.credentialOf(ADMINISTRATOR, hide === undefined ? {} : { hide });
    return new ApiClient(service.url, key, (sent, answer) => {
      contract.check(sent, answer);
    });
  };
}

/** Lets null be a value of each schema with `x-hidden`. */
function orNull<Value>(value: Value): Value {
  if (Array.isArray(value)) return value.map(orNull) as Value;
  if (typeof value !== 'object' || value === null) return value;
  const inner = Object.fromEntries(Object.entries(value).map(([name, each]) => [name, orNull(each)]));
  const isMember =
    typeof (value as { 'x-hidden'?: unknown })['x-hidden'] === 'string' && !('responses' in value);
  return (isMember ? { anyOf: [inner, { enum: [null] }] } : inner) as Value;
}
