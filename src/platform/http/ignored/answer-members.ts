import { SetMetadata, type Type } from '@nestjs/common';

const ANSWER_MODEL = 'answerModel';

/** Where @nestjs/swagger keeps the `@ApiProperty` members of a class; it does not export these keys. */
const MEMBERS = 'swagger/apiModelPropertiesArray';
const MEMBER = 'swagger/apiModelProperties';

/** Declares the class of the resource that a handler answers with. */
export const AnswersWith = (model: Type): MethodDecorator => SetMetadata(ANSWER_MODEL, model);

/** The class of the resource that a handler answers with. */
export function answerModelOf(handler: object): Type<object> | undefined {
  return Reflect.getMetadata(ANSWER_MODEL, handler) as Type<object> | undefined;
}

/** Whether a resource has a member in its answers, so that clients send it back with what they read. */
export function answersHave(model: Type<object> | undefined, name: string): boolean {
  if (model === undefined) return false;
  const members = (Reflect.getMetadata(MEMBERS, model.prototype as object) ?? []) as readonly string[];
  return members.includes(`:${name}`);
}

/** The class of a member of the resource; `undefined` when its type is not a class. */
export function answerMemberOf(model: Type<object> | undefined, name: string): Type<object> | undefined {
  if (model === undefined || !answersHave(model, name)) return undefined;
  const options = Reflect.getMetadata(MEMBER, model.prototype as object, name) as { type?: unknown };
  return classOf(options.type);
}

/** A type is a class, or a function that returns one. */
function classOf(type: unknown): Type<object> | undefined {
  if (typeof type !== 'function') return undefined;
  const isClass = typeof type.prototype === 'object';
  return isClass ? (type as Type<object>) : classOf((type as () => unknown)());
}
