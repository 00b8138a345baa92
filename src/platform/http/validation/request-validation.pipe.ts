import { type ArgumentMetadata, Injectable, ValidationPipe } from '@nestjs/common';
import type { ValidationError as Fault } from 'class-validator';
import { ValidationError } from '../../errors/errors';

/**
 * Nest's pipe: reads bodies and queries into their classes, drops unknown members, and reports all faults together, one
 * message for each field path (docs/interface.md, Conventions; Errors).
 */
@Injectable()
export class RequestValidationPipe extends ValidationPipe {
  constructor() {
    super({
      transform: true,
      whitelist: true,
      stopAtFirstError: true,
      exceptionFactory: (faults) =>
        new ValidationError(Object.fromEntries(faults.flatMap((fault) => messagesOf(fault, '')))),
    });
  }

  /** Nest's pipe takes `null` for an empty object. */
  override transform(value: unknown, metadata: ArgumentMetadata): Promise<unknown> {
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    if (metadata.type === 'body' && value !== undefined && !isObject) {
      throw new ValidationError({ body: 'must be a JSON object' });
    }
    return super.transform(value, metadata);
  }
}

/** A fault with its path, such as `schedule[0].end`, and those of its children. */
function messagesOf(fault: Fault, parent: string): [path: string, message: string][] {
  const path = pathOf(fault.property, parent);
  const own = Object.values(fault.constraints ?? {}).slice(0, 1);
  const messages = own.map((message): [string, string] => [path, message]);
  return [...messages, ...(fault.children ?? []).flatMap((child) => messagesOf(child, path))];
}

function pathOf(property: string, parent: string): string {
  if (parent === '') return property;
  return /^\d+$/.test(property) ? `${parent}[${property}]` : `${parent}.${property}`;
}
