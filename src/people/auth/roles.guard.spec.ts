import { Reflector } from '@nestjs/core';
import { ExecutionContextHost } from '@nestjs/core/helpers/execution-context-host';
import { ForbiddenError } from '../../platform/errors/errors';
import type { Identity } from '../../platform/http/identity';
import { AnyRole } from './access';
import { RolesGuard } from './roles.guard';

class Pets {
  forgotten() {
    return undefined;
  }

  @AnyRole()
  declared() {
    return undefined;
  }
}

const ADMIN: Identity = {
  kind: 'caller',
  caller: { userId: 1, apiKeyId: 1, originId: 1, roles: ['admin'], restrictions: null },
};

const isServed = (name: keyof Pets, identity: Identity) => {
  const handler = Reflect.get(Pets.prototype, name) as () => void;
  return new RolesGuard(new Reflector()).canActivate(new ExecutionContextHost([{ identity }], Pets, handler));
};

describe('RolesGuard', () => {
  it.each([ADMIN, { kind: 'anonymous' }] as const)(
    'refuses a handler that declares no access to a caller of the kind $kind',
    (identity) => {
      expect(() => isServed('forgotten', identity)).toThrow(ForbiddenError);
    },
  );

  it('serves a handler that declares who may call it', () => {
    expect(isServed('declared', ADMIN)).toBe(true);
  });
});
