import { applyDecorators, type ExecutionContext, SetMetadata } from '@nestjs/common';
import { ApiExtension } from '@nestjs/swagger';
import { ForbiddenError } from '../../platform/errors/errors';
import type { Mask } from '../../platform/http/hiding/hidden-members';
import { hiddenNames } from '../../platform/http/hiding/mask';
import { HIDDEN_EXTENSION } from '../../platform/http/validation/field';
import { REFUSED } from '../../platform/openapi/hiding';
import type { Hidden } from '../../platform/restrictions';

const HIDES = 'hides';

/** Declares what keys can hide in the answer of an operation. @param mask undefined: it is refused to keys that hide something */
export const Hides = (mask: Mask | undefined): MethodDecorator =>
  applyDecorators(
    SetMetadata(HIDES, mask !== undefined),
    ApiExtension(HIDDEN_EXTENSION, mask === undefined ? REFUSED : hiddenNames(mask)),
  );

/** @throws ForbiddenError for an operation of whose answer it is not known what is to be hidden in it */
export function assertHideable(context: ExecutionContext, hide: readonly Hidden[]): void {
  if (Reflect.getMetadata(HIDES, context.getHandler()) === true) return;
  throw new ForbiddenError('This takes a key that hides nothing', { hidden: hide.join(',') });
}
