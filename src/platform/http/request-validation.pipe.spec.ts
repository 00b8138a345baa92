import { IsIn, IsOptional } from 'class-validator';
import { ValidationError } from '../errors/errors';
import { objects } from './validation/field';
import { InputOf, optional, required } from './validation/members';
import { text } from './validation/text-types';
import { RequestValidationPipe } from './request-validation.pipe';

class Wanted {
  @IsOptional()
  @IsIn(['asc', 'desc'])
  order?: string;
}

class Shelf extends InputOf({ place: required(text(20), { aliases: ['spot'] }) }) {}

class Stock extends InputOf({
  shelves: optional(objects(() => Shelf, 5)),
}) {}

/** A value that no code may look into. */
const CLOSED = Object.defineProperty({}, 'value', {
  enumerable: true,
  get: () => {
    throw new Error('the value was read');
  },
});

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

  it('drops unknown members without looking into their values, in entries of lists as well', async () => {
    const shelves = [
      { place: 'left', extra: CLOSED },
      { spot: 'right', extras: [CLOSED] },
    ];
    const stock = await pipe.transform({ shelves, extra: CLOSED }, { type: 'body', metatype: Stock });
    expect(JSON.stringify(stock)).toBe('{"shelves":[{"place":"left"},{"place":"right"}]}');
  });
});
