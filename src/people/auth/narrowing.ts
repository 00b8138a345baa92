import { applyDecorators, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { ForbiddenError } from '../../platform/errors/errors';
import { NARROWED_EXTENSION, type Narrowing } from '../../platform/openapi/narrowing';

const NARROWED = 'narrowed';

/** Declares what an operation shows and changes for a narrowed key. One that does not say is refused to such keys. */
export const Narrowed = (narrowing: Narrowing): MethodDecorator =>
  applyDecorators(SetMetadata(NARROWED, narrowing), ApiExtension(NARROWED_EXTENSION, narrowing));

/** @throws ForbiddenError for an operation that cannot be narrowed */
export function assertNarrowable(context: ExecutionContext): void {
  if (Reflect.getMetadata(NARROWED, context.getHandler()) !== undefined) return;
  throw new ForbiddenError('This takes a key that is not narrowed to providers or locations', {
    narrowed: true,
  });
}
