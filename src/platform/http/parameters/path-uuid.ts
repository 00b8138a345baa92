import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { isUuid } from '../validation/text-types';

/**
 * Reads an `{id}` of the path that is a UUID; undefined when the text is none. Such an id is answered like one that does not
 * exist: with a 404, after the body has been validated (docs/reference/conventions.md).
 */
class PathUuidPipe implements PipeTransform<string, string | undefined> {
  transform(value: string): string | undefined {
    const id = value.toLowerCase();
    return isUuid(id) ? id : undefined;
  }
}

/** Parameter decorator: the UUID `{id}` of the path; documented as one. */
export function PathUuid(): ParameterDecorator {
  const read = Param('id', new PathUuidPipe());
  const describe = ApiParam({ name: 'id', schema: { type: 'string', format: 'uuid' } });
  return (target, method, index) => {
    read(target, method, index);
    const handler = Object.getOwnPropertyDescriptor(target, method ?? '');
    if (method !== undefined && handler !== undefined) describe(target, method, handler);
  };
}
