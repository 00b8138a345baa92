import { type ExecutionContext, SetMetadata, type Type } from '@nestjs/common';
import { ROUTE_ARGS_METADATA } from '@nestjs/common/constants';
import { RouteParamtypes } from '@nestjs/common/enums/route-paramtypes.enum';

const ANSWER = 'answerClass';

/** The classes of what a handler reads and answers. */
interface HandlerClasses {
  readonly query: Type<object> | undefined;
  readonly body: Type<object> | undefined;
  readonly answer: Type<object> | undefined;
}

const handlers = new WeakMap<object, HandlerClasses>();

/** Declares the class of the resource that a handler answers with. */
export const AnswersWith = (model: Type): MethodDecorator => SetMetadata(ANSWER, model);

/** The classes of what the handler of a request reads and answers. */
export function classesOf(context: ExecutionContext): HandlerClasses {
  const handler = context.getHandler();
  const found = handlers.get(handler) ?? readClasses(context.getClass(), handler);
  handlers.set(handler, found);
  return found;
}

/** Reads the classes of `@Query()` and `@Body()`, as Nest itself does. */
function readClasses(controller: Type, handler: { readonly name: string }): HandlerClasses {
  const prototype = controller.prototype as object;
  const types = (Reflect.getMetadata('design:paramtypes', prototype, handler.name) ?? []) as Type<object>[];
  const args = (Reflect.getMetadata(ROUTE_ARGS_METADATA, controller, handler.name) ?? {}) as Record<
    string,
    { readonly index: number }
  >;
  const typeOf = (kind: RouteParamtypes): Type<object> | undefined => {
    const key = Object.keys(args).find((each) => each.startsWith(`${kind}:`));
    return key === undefined ? undefined : types[args[key]?.index ?? -1];
  };
  return {
    query: typeOf(RouteParamtypes.QUERY),
    body: typeOf(RouteParamtypes.BODY),
    answer: Reflect.getMetadata(ANSWER, handler) as Type<object> | undefined,
  };
}
