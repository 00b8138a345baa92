import { Param, type PipeTransform } from '@nestjs/common';
import { ApiParam } from '@nestjs/swagger';
import { isLocalDate } from '../../time/local-date';

/** The `{date}` of the path, 1970 to 2199. Other text is undefined: a 404 after the body is validated (docs/reference/conventions.md). */
class PathDatePipe implements PipeTransform<string, string | undefined> {
  transform(value: string): string | undefined {
    return isLocalDate(value) ? value : undefined;
  }
}

/** Parameter decorator: the `{date}` of the path, `YYYY-MM-DD`; documented as one. */
export function PathDate(): ParameterDecorator {
  const read = Param('date', new PathDatePipe());
  const describe = ApiParam({ name: 'date', schema: { type: 'string', format: 'date' } });
  return (target, method, index) => {
    read(target, method, index);
    const handler = Object.getOwnPropertyDescriptor(target, method ?? '');
    if (method !== undefined && handler !== undefined) describe(target, method, handler);
  };
}
