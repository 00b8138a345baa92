import { builtDocument } from '../../support/openapi/built-document';
import { operationsOf } from '../../../src/platform/openapi/operations';
import { type Role, ROLES } from '../../../src/people/users/user.entity';
import type { ApiClient } from '../../support/api-client';
import { startTestService, type TestService } from '../../support/test-service';
import { VOUCHERS } from '../../support/token-issuer';
import { MATRIX, type Who } from './roles-matrix';

const WRONG_KEY = `xsk_${'0'.repeat(16)}_${'0'.repeat(48)}`;
/** No record has this id, so an allowed call ends in a 404 or a 422 and changes nothing. */
const UNUSED_ID = '2147483647';
/** A provider may do this to the own record alone, which `own-records.spec.ts` tests. No record has the unused id. */
const OWN_ALONE = /^\/providers\/\{id\}\/feed$/;
/** The statuses that a caller with a sufficient role can get. */
const LET_IN = [200, 201, 400, 404, 422];

describe.each(VOUCHERS)('the role matrix, with a %s', (voucher) => {
  let service: TestService;
  let callers: readonly (readonly [name: string, client: ApiClient])[];

  beforeAll(async () => {
    service = await startTestService({ voucher });
    const withRoles = ROLES.map(async (role) => [role, await service.as(role)] as const);
    callers = [
      ['anonymous', service.anonymous],
      ['wrong key', service.withKey(WRONG_KEY)],
      ...(await Promise.all(withRoles)),
    ];
  });

  afterAll(() => service.stop());

  it('lists every operation of the document', () => {
    const documented = operationsOf(builtDocument(service.app)).map(
      ({ method, path }) => `${method} ${path}`,
    );
    expect(documented.sort()).toEqual(MATRIX.map(([method, path]) => `${method} ${path}`).sort());
  });

  it.each(MATRIX)('is enforced by %s %s', async (method, path, who) => {
    const outcomes = callers.map(
      async ([name, client]) => [name, await outcome(client, method, path)] as const,
    );
    expect(Object.fromEntries(await Promise.all(outcomes))).toEqual(expected(who, path));
  });

  it('matches the roles that the document states', () => {
    const documented = operationsOf(builtDocument(service.app)).map(({ method, path, operation }) => ({
      operation: `${method} ${path}`,
      roles: (operation as { 'x-roles'?: string[] })['x-roles'],
      security: operation.security,
    }));
    expect(documented.sort(byOperation)).toEqual(
      MATRIX.map(([method, path, who]) => described(`${method} ${path}`, who)).sort(byOperation),
    );
  });
});

async function outcome(client: ApiClient, method: string, path: string): Promise<string> {
  const filled = path.replace('{slug}', 'no-such-slug').replaceAll(/\{\w+\}/g, UNUSED_ID);
  const hasBody = ['POST', 'PUT', 'PATCH'].includes(method);
  const { status } = await client.send(method, filled, hasBody ? { body: {} } : {});
  return LET_IN.includes(status) ? 'let in' : String(status);
}

function expected(who: Who, path: string): Record<string, string> {
  const isLetIn = (role: Role) =>
    who === 'public' || (who.includes(role) && (role === 'admin' || !OWN_ALONE.test(path)));
  const perRole = ROLES.map((role) => [role, isLetIn(role) ? 'let in' : '403']);
  return {
    anonymous: who === 'public' ? 'let in' : '401',
    'wrong key': '401',
    ...(Object.fromEntries(perRole) as Record<string, string>),
  };
}

function described(operation: string, who: Who) {
  return who === 'public'
    ? { operation, roles: ['public'], security: [{}, { apiKey: [] }] }
    : { operation, roles: [...who], security: [{ apiKey: [] }] };
}

function byOperation(a: { operation: string }, b: { operation: string }): number {
  return a.operation < b.operation ? -1 : 1;
}
