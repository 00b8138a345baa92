import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { plainNumber } from '../validation/number-types';

const MAX_ID = 2_147_483_647;

/**
 * Reads an `{id}` of the path. Text that is not a positive integer up to `max` in plain digits becomes 0, which no row has. Such an
 * id is then answered like every id that does not exist: with a 404, after the body has been validated (docs/reference/conventions.md).
 */
class PathIdPipe implements PipeTransform<string, number> {
  constructor(private readonly max: number) {}

  transform(value: string): number {
    const id = plainNumber(value) ?? 0;
    return id <= this.max ? id : 0;
  }
}

/**
 * Parameter decorator: the integer `{id}` (or another named one) of the path; documented as one.
 * @param max the largest id, by default that of 32 bits
 */
export function PathId(name = 'id', max = MAX_ID): ParameterDecorator {
  const read = Param(name, new PathIdPipe(max));
  const describe = ApiParam({ name, schema: { type: 'integer', minimum: 1, maximum: max } });
  return (target, method, index) => {
    read(target, method, index);
    const handler = Object.getOwnPropertyDescriptor(target, method ?? '');
    if (method !== undefined && handler !== undefined) describe(target, method, handler);
  };
}
