import { type Cell, csvOf } from './csv';

const textOf = (...rows: Cell[][]) => [...csvOf(rows)].join('');

describe('A table for spreadsheets', () => {
  it('begins with the mark of UTF-8, has CRLF after each line and nothing for null', () => {
    expect(textOf(['name', 'n'], ['Zoë', 1.5], [null, 0])).toBe('\uFEFFname,n\r\nZoë,1.5\r\n,0\r\n');
  });

  it('quotes separators, quotes and ends of lines', () => {
    expect(textOf(['a,b', 'c;d', 'e"f', 'g\nh'])).toBe('\uFEFF"a,b","c;d","e""f","g\nh"\r\n');
  });

  it.each(['=1+1', '+1', '-1', '@SUM(A1)', '＝1'])('keeps %s a text', (formula) => {
    expect(textOf([formula])).toBe(`\uFEFF'${formula}\r\n`);
  });

  it('keeps a formula in quotes a text, and a negative number a number', () => {
    expect(textOf(['=HYPERLINK("http://x","y")', -1])).toBe(
      '\uFEFF"\'=HYPERLINK(""http://x"",""y"")",-1\r\n',
    );
  });
});
