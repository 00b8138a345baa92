import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';

/** A method of a controller that serves an operation. */
export type Handler = (this: unknown, ...args: unknown[]) => unknown;

/** Replaces a handler. Its name, and what the decorators below have noted of it, pass on to what wraps it. */
export function wrapHandler(descriptor: PropertyDescriptor, wrap: (handler: Handler) => Handler): void {
  // Nest decorates methods.
  const handler = descriptor.value as Handler;
  const wrapper = wrap(handler);
  Object.defineProperty(wrapper, 'name', { value: handler.name });
  for (const key of Reflect.getMetadataKeys(handler) as unknown[])
    Reflect.defineMetadata(key, Reflect.getMetadata(key, handler), wrapper);
  Object.assign(descriptor, { value: wrapper });
}

/** The index of one parameter more, after all that have a decorator. */
export function nextParameter(controller: object, name: string | symbol): number {
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller.constructor, name) ?? {}) as Record<
    string,
    { readonly index: number }
  >;
  return Object.values(args).reduce((next, { index }) => Math.max(next, index + 1), 0);
}
