import { applyDecorators, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import type { Request } from 'express';
import { NotFoundError, NotNarrowableError } from '../../platform/errors/errors';
import { plainNumber } from '../../platform/http/validation/number-types';
import { NARROWED_EXTENSION, type Narrowing } from '../../platform/openapi/narrowing';
import type { Reach } from '../../platform/restrictions';

const NARROWED = 'narrowed';
/** What a key without locations has no part of. */
const OF_PLACES: readonly Narrowing[] = ['home', 'place'];

/** Declares what an operation shows and changes for a narrowed key. One that does not say is refused to such keys. */
export const Narrowed = (narrowing: Narrowing): MethodDecorator =>
  applyDecorators(SetMetadata(NARROWED, narrowing), ApiExtension(NARROWED_EXTENSION, narrowing));

/** Whether an operation is open to narrowed keys with this reach. @param narrowing undefined: it is refused to all of them */
export function isOpenTo({ locations }: Reach, narrowing: Narrowing | undefined): narrowing is Narrowing {
  return narrowing !== undefined && (locations !== undefined || !OF_PLACES.includes(narrowing));
}

/**
 * What every path to a provider that is not the key's own answers, whether or not there is such a provider.
 * @throws NotNarrowableError, NotFoundError
 */
export function assertNarrowable(reach: Reach, request: Request, context: ExecutionContext): void {
  const narrowing = narrowingOf(context.getHandler());
  if (!isOpenTo(reach, narrowing)) throw new NotNarrowableError();
  // The hours of a provider may be at the places of a key, which is looked up later.
  const isByName = narrowing === 'provider' || (narrowing === 'staff' && reach.locations === undefined);
  if (isByName && !ownsProvider(reach, request.params['id'])) throw new NotFoundError('provider');
}

/** A schedule has no place, so that a key of locations alone has none. @param id as in the path */
function ownsProvider({ providers = [] }: Reach, id: unknown): boolean {
  return typeof id === 'string' && providers.includes(plainNumber(id) ?? 0);
}

function narrowingOf(handler: object): Narrowing | undefined {
  return Reflect.getMetadata(NARROWED, handler) as Narrowing | undefined;
}
