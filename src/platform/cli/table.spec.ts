import { table } from './table';

describe('table', () => {
  it('makes each column as wide as its longest cell, in characters', () => {
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

  it('keeps every row on one line', () => {
    expect(table(['NAME'], [['first\n\tsecond']])).toBe('NAME\nfirst second');
  });

  it('has its headings even without rows', () => {
    expect(table(['ID', 'NAME'], [])).toBe('ID  NAME');
  });
});
