import { canonicalLanguage } from './language';

describe('A language tag', () => {
  it.each([
    ['de', 'de'],
    ['PT-br', 'pt-BR'],
    ['zh-hant-tw', 'zh-Hant-TW'],
    ['iw', 'he'],
    ['de-DE-u-co-phonebk', 'de-DE-u-co-phonebk'],
  ])('%s has the canonical form %s', (tag, canonical) => {
    expect(canonicalLanguage(tag)).toBe(canonical);
  });

  it.each(['', 'german language', 'de_DE', 'd', 'x-private', 'de-', 'de-DE-DE', `de-x${'-abc'.repeat(20)}`])(
    'may not be “%s”',
    (tag) => {
      expect(canonicalLanguage(tag)).toBeUndefined();
    },
  );
});
