import { chooseLanguage } from './chosen-language';

describe('The language of a message', () => {
  it.each([
    ['de', 'en', 'de', 'de'],
    ['de-AT', 'en', 'de', 'de-AT'],
    ['de-CH-u-co-phonebk', 'en', 'de', 'de-CH'],
    ['sr-Latn', 'fr-CA', 'fr', 'fr-CA'],
    ['zh-Hant-TW', 'en', 'en', 'en-001-u-hc-h23'],
    [null, 'pt', 'pt', 'pt-PT'],
    [undefined, 'en-GB', 'en', 'en-GB'],
  ])('for %j in a business of %s is %s, written as in %s', (wanted, business, language, locale) => {
    expect(chooseLanguage(wanted, business)).toMatchObject({ language, locale });
  });
});
