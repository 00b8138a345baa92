import { LANGUAGES } from '../../platform/values/language';
import { chooseLanguage } from './chosen-language';

const catalogOf = (language: string) => chooseLanguage(language, 'en').catalog;

/** The texts of a catalog by their paths. */
function textsIn(catalog: object, path = ''): [path: string, text: string][] {
  return Object.entries(catalog).flatMap(([name, value]: [string, unknown]): [string, string][] =>
    typeof value === 'string' ? [[path + name, value]] : textsIn(value as object, `${path}${name}.`),
  );
}

function variablesByPath(catalog: object) {
  return textsIn(catalog).map(([path, text]) => [path, new Set(text.match(/\{\{\w+\}\}/g))]);
}

/** Texts that read as in English. */
const SAME: Readonly<Record<string, readonly string[]>> = {
  de: ['subject'],
  fr: ['page.headings.contact'],
  es: ['subject', 'no'],
  it: ['subject', 'no'],
  nl: ['subject', 'page.headings.contact'],
  pt: ['subject', 'start'],
};
/** What says how a language is written, in most languages as in English. */
const WRITING = ['colon', 'firstOfMonth', 'page.direction'];

describe.each(LANGUAGES)('The catalog of %s', (language) => {
  const catalog = catalogOf(language);

  it('has the texts of the English catalog, with the same variables', () => {
    expect(variablesByPath(catalog)).toEqual(variablesByPath(catalogOf('en')));
  });

  it('has a plural form for each number of appointments', () => {
    const categories = Array.from({ length: 200 }, (_, i) => new Intl.PluralRules(language).select(i + 1));
    expect(Object.keys(catalog.more)).toEqual(expect.arrayContaining([...new Set(categories)]));
  });
});

describe.each(LANGUAGES.filter((each) => each !== 'en'))('The catalog of %s', (language) => {
  it('has no English text, apart from those that read the same', () => {
    const english = new Map(textsIn(catalogOf('en')));
    const same = textsIn(catalogOf(language)).filter(([path, text]) => text === english.get(path));
    const paths = same.map(([path]) => path).filter((path) => !WRITING.includes(path));
    expect(paths).toEqual(SAME[language]);
  });
});
