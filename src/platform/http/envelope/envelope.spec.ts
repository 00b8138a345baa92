import { Page } from './envelope';

/** Counts how often it is written as JSON. */
class Counted {
  static written = 0;

  toJSON(): string {
    Counted.written++;
    return 'item';
  }
}

describe('A page that is asked for again', () => {
  const page = new Page([1, 2], 40, 2, 2, 'id:asc', 'at least');
  const double = (item: number) => item * 2;
  const negate = (item: number) => -item;

  it('is mapped once by the same function, and anew by another', () => {
    const doubled = page.map(double);
    expect(page.map(double)).toBe(doubled);
    expect([doubled.items, page.map(negate).items, page.map(double).items]).toEqual([
      [2, 4],
      [-1, -2],
      [2, 4],
    ]);
    expect(doubled).toMatchObject({ total: 40, page: 2, perPage: 2, sort: 'id:asc', totalIs: 'at least' });
  });

  it('is written once', () => {
    const counted = new Page([new Counted()], 1, 1, 1, 'id:asc');
    expect([counted.json, counted.json]).toEqual(['["item"]', '["item"]']);
    expect(Counted.written).toBe(1);
  });
});
