import Mustache from 'mustache';

/** Templates by the plural categories of a language, which are those of Intl. */
type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & Record<'other', string>>;

/** Fills a template of plain text, which escapes nothing. @throws Error of a template that Mustache cannot read */
export function fill(template: string, view: object): string {
  return Mustache.render(template, view, {}, { escape: String });
}

/** Fills the plural form that a language has for a `count`. */
export function fillForm(forms: PluralForms, count: number, language: string): string {
  return fill(forms[new Intl.PluralRules(language).select(count)] ?? forms.other, { count });
}

/** Fills a template of HTML, which escapes every value. */
export function fillHtml(template: string, view: object): string {
  return Mustache.render(template, view, {});
}
