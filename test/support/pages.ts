import { ApiKeysService } from '../../src/people/api-keys/api-keys.service';
import { COMMAND_LINE } from '../../src/platform/database/write-context';
import type { Restrictions } from '../../src/platform/restrictions';
import { SECOND_MS } from '../../src/platform/time/units';
import type { ApiClient } from './api-client';
import type { TestService } from './test-service';

/** The origin of the pages of the tests. */
export const PAGE = 'https://salon.example';

const ADMINISTRATOR = 1;

/** All that a browser key may be able to do. */
export const SCOPES_OF_PAGES = [
  ...['availability', 'services', 'categories', 'providers', 'locations', 'catalogue'].map(
    (resource) => `${resource}:read`,
  ),
  'appointments:book',
];

/** A browser key, and the client of a visitor of its page. */
export async function aBrowserKey(service: TestService, restrictions: Restrictions = {}) {
  const issued = await service.app.get(ApiKeysService).create(COMMAND_LINE, {
    userId: ADMINISTRATOR,
    name: 'Page',
    restrictions: { scopes: SCOPES_OF_PAGES, origins: [PAGE], ...restrictions },
  });
  // The origins of keys are read once a second.
  service.clock.advance(SECOND_MS);
  return { id: issued.apiKey.id, key: issued.key, visitor: visitorWith(service.withKey(issued.key)) };
}

/** Sends the headers of a page with every request. With TRUST_PROXY, `x-forwarded-for` tells visitors apart. */
export function visitorWith(
  client: ApiClient,
  headers: Readonly<Record<string, string>> = { origin: PAGE },
): ApiClient {
  const visitor = Object.create(client) as ApiClient;
  visitor.send = (method, path, sending) =>
    client.send(method, path, { ...sending, headers: { ...headers, ...sending?.headers } });
  return visitor;
}
