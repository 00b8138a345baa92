import { table } from './table';

describe('table', () => {
  it('makes each column as wide as its longest cell, counted in characters', () => {
    expect(
      table(
        ['ID', 'NAME', 'ROLE'],
        [
          ['1', 'Zoë', 'admin'],
          ['12', '😀 and more', ''],
        ],
      ),
    ).toBe(['ID  NAME        ROLE', '1   Zoë         admin', '12  😀 and more'].join('\n'));
  });

  it('prints each row on one line, even if a cell has line breaks', () => {
    expect(table(['NAME'], [['first\n\tsecond']])).toBe('NAME\nfirst second');
  });

  it('prints its headings even without rows', () => {
    expect(table(['ID', 'NAME'], [])).toBe('ID  NAME');
  });
});
