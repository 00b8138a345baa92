import Mustache from 'mustache';

/** Fills a template of plain text, which escapes nothing. @throws Error of a template that Mustache cannot read */
export function fill(template: string, view: object): string {
  return Mustache.render(template, view, {}, { escape: String });
}

/** Fills a template of HTML, which escapes every value. */
export function fillHtml(template: string, view: object): string {
  return Mustache.render(template, view, {});
}
