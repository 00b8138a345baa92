import { Page } from '../../database/reads/page';

/** Counts how often it is written as JSON. */
class Counted {
  static written = 0;

  toJSON(): string {
    Counted.written++;
    return 'item';
  }
}

describe('A page that is sent again', () => {
  const page = new Page([1, 2], 40, 2, 2, 'id:asc', 'at least');
  const double = (item: number, zone: string) => `${item * 2} ${zone}`;
  const negate = (item: number) => -item;

  it('is mapped once by the same function, and anew by another or for another zone', () => {
    const doubled = page.map(double, 'UTC');
    expect(page.map(double, 'UTC')).toBe(doubled);
    expect([page.map(negate, 'UTC'), page.map(double, 'UTC'), page.map(double, 'Asia/Tokyo')]).toMatchObject([
      { items: [-1, -2] },
      { items: ['2 UTC', '4 UTC'] },
      { items: ['2 Asia/Tokyo', '4 Asia/Tokyo'] },
    ]);
    expect(doubled).toMatchObject({ total: 40, page: 2, perPage: 2, sort: 'id:asc', totalIs: 'at least' });
  });

  it('is written once', () => {
    const counted = new Page([new Counted()], 1, 1, 1, 'id:asc');
    expect([counted.json, counted.json]).toEqual(['["item"]', '["item"]']);
    expect(Counted.written).toBe(1);
  });
});
