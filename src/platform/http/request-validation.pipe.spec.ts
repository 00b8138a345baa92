import { IsIn, IsOptional } from 'class-validator';
import { ValidationError } from '../errors/errors';
import { RequestValidationPipe } from './request-validation.pipe';

class Wanted {
  @IsOptional()
  @IsIn(['asc', 'desc'])
  order?: string;
}

describe('The validation of a request', () => {
  const pipe = new RequestValidationPipe();
  const read = (type: 'query' | 'body', order: string) =>
    pipe.transform({ order }, { type, metatype: Wanted });

  it('reads a repeated query once', async () => {
    const first = await read('query', 'asc');
    expect(first).toEqual(Object.assign(new Wanted(), { order: 'asc' }));
    expect(await read('query', 'asc')).toBe(first);
  });

  it('refuses a wrong query each time', async () => {
    for (let time = 0; time < 2; time++)
      await expect(read('query', 'up')).rejects.toBeInstanceOf(ValidationError);
  });

  it('reads each body anew, which its handler may change', async () => {
    const first = await read('body', 'asc');
    expect(await read('body', 'asc')).not.toBe(first);
    expect(Object.isFrozen(first)).toBe(false);
  });
});
