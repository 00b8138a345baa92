import { RequestMethod, type Type, UseInterceptors } from '@nestjs/common';
import { METHOD_METADATA, MODULE_METADATA } from '@nestjs/common/constants';
import { MetadataScanner } from '@nestjs/core';
import { ApiHeader } from '@nestjs/swagger';
import { ApiErrors } from '../envelope/api-errors';
import { IDEMPOTENCY_KEY, ignoresIdempotencyKey } from '../idempotency-key';
import { IdempotencyInterceptor } from './idempotency.interceptor';

const DECORATORS: readonly MethodDecorator[] = [
  UseInterceptors(IdempotencyInterceptor),
  ApiHeader({
    name: IDEMPOTENCY_KEY,
    required: false,
    description:
      'Any 1 to 255 visible ASCII characters, such as a UUID. The request is done once: sent again within 24 hours, with the same body, it gets the first answer again.',
    schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x21-\\x7e]+$' },
  }),
  ApiErrors('VALIDATION_ERROR', 'IDEMPOTENCY_KEY_REUSED', 'IDEMPOTENCY_KEY_IN_USE'),
];

/**
 * Has every POST of some modules honour the `Idempotency-Key`, and say so in the document, unless it is marked with
 * `@IgnoresIdempotencyKey`: a new one does so by itself. Not a global interceptor, which every GET would pay for. It comes
 * after the handler's own interceptors: those read a body that is no JSON.
 */
export function honourIdempotencyKeys(modules: readonly Type[]): void {
  for (const module of modules) {
    for (const controller of controllersOf(module)) {
      const prototype = controller.prototype as object;
      for (const name of new MetadataScanner().getAllMethodNames(prototype)) honour(prototype, name);
    }
  }
}

function controllersOf(module: Type): readonly Type<object>[] {
  return (Reflect.getMetadata(MODULE_METADATA.CONTROLLERS, module) ?? []) as readonly Type<object>[];
}

function honour(prototype: object, name: string): void {
  const descriptor = Object.getOwnPropertyDescriptor(prototype, name);
  const handler: unknown = descriptor?.value;
  if (descriptor === undefined || typeof handler !== 'function') return;
  if (Reflect.getMetadata(METHOD_METADATA, handler) !== RequestMethod.POST || ignoresIdempotencyKey(handler))
    return;
  for (const decorate of DECORATORS) decorate(prototype, name, descriptor);
}
