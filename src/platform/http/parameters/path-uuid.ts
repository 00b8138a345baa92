import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { isUuid } from '../validation/text-types';

/** The `{id}` of the path as a UUID. Other text is undefined: a 404 after the body is validated (docs/reference/conventions.md). */
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
