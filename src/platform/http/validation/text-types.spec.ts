import { cleanText } from './text-types';

const DECOMPOSED = 'e\u0301';

describe('cleanText', () => {
  it('trims, and brings into NFC with line feeds', () => {
    expect(cleanText(` ${DECOMPOSED}\r\nx\t`)).toBe('\u00e9\nx');
  });

  it('composes what may come to no more than it may be long', () => {
    expect(cleanText('\u03b1\u0313\u0300\u0345'.repeat(200), 200)).toBe('\u1f82'.repeat(200));
  });

  it('leaves what is too long in any form as it is, as to compose it may take forever', () => {
    const long = DECOMPOSED.repeat(500);
    expect(cleanText(long, 200)).toBe(long);
  });
});
