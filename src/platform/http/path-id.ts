import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';

const MAX_ID = 2_147_483_647;

/**
 * Reads an `{id}` of the path. Text that is not a positive 32-bit integer becomes 0, which no row has. Such an id is then
 * answered like every id that does not exist: with a 404, after the body has been validated (docs/interface.md, Conventions).
 */
class PathIdPipe implements PipeTransform<string, number> {
  transform(value: string): number {
    const id = /^[0-9]{1,10}$/.test(value) ? Number(value) : 0;
    return id <= MAX_ID ? id : 0;
  }
}

/** Parameter decorator: the integer `{id}` (or another named one) of the path; documented as one. */
export function PathId(name = 'id'): ParameterDecorator {
  const read = Param(name, new PathIdPipe());
  const describe = ApiParam({ name, schema: { type: 'integer', minimum: 1, maximum: MAX_ID } });
  return (target, method, index) => {
    read(target, method, index);
    const handler = Object.getOwnPropertyDescriptor(target, method ?? '');
    if (method !== undefined && handler !== undefined) describe(target, method, handler);
  };
}
