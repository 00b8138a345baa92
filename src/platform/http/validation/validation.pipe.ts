import { type ArgumentMetadata, Injectable, type PipeTransform, type Type } from '@nestjs/common';
import { plainToInstance } from 'class-transformer';
import { validateSync, type ValidationError as Fault } from 'class-validator';
import { ValidationError } from '../../errors/errors';

/**
 * Reads bodies and queries into their classes. Unknown members are dropped; all faults are reported together, one
 * message for each field path (decisions, sections 1 and 8).
 */
@Injectable()
export class ValidationPipe implements PipeTransform {
  transform(value: unknown, { type, metatype }: ArgumentMetadata): unknown {
    if (metatype === undefined || (type !== 'body' && type !== 'query') || metatype === Object) return value;
    // Where there is no body, or no query, what is required is missing.
    const plain = value === undefined ? {} : value;
    if (typeof plain !== 'object' || plain === null || Array.isArray(plain)) {
      throw new ValidationError({ body: 'must be a JSON object' });
    }
    return read(metatype as Type<object>, plain);
  }
}

function read(target: Type<object>, plain: object): object {
  const instance = plainToInstance(target, plain);
  const faults = validateSync(instance, {
    whitelist: true,
    stopAtFirstError: true,
    forbidUnknownValues: false,
  });
  if (faults.length > 0)
    throw new ValidationError(Object.fromEntries(faults.flatMap((fault) => describe(fault, ''))));
  return instance;
}

/** A fault with its path, such as `schedule[0].end`, and those of its children. */
function describe(fault: Fault, parent: string): [path: string, message: string][] {
  const path = pathOf(fault.property, parent);
  const own = Object.values(fault.constraints ?? {}).slice(0, 1);
  const messages = own.map((message): [string, string] => [path, message]);
  return [...messages, ...(fault.children ?? []).flatMap((child) => describe(child, path))];
}

function pathOf(property: string, parent: string): string {
  if (parent === '') return property;
  return /^\d+$/.test(property) ? `${parent}[${property}]` : `${parent}.${property}`;
}
