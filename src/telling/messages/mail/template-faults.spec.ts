import { faultsOfTemplate } from './template-faults';
import { ownTemplates, PARTS } from './templates';
import { chooseLanguage } from '../../wording/chosen-language';

describe('A template', () => {
  const { catalog } = chooseLanguage('en', 'en');

  it.each(PARTS)('of the service itself has no fault as %s', (part) => {
    expect(faultsOfTemplate(ownTemplates(catalog)[part], part)).toEqual([]);
  });

  it.each([
    ['{{name}} {{#until}}{{until}}{{/until}} {{^place}}at home{{/place}}', []],
    ['{{#details}}{{label}} {{value}}, {{name}}{{/details}} {{#others}}{{when}}{{/others}}', []],
    ['{{! a note }}{{=<% %>=}}<%name%>', []],
    ['{{nmae}}', ['{{nmae}} is no variable']],
    ['{{label}}', ['{{label}} is no variable']],
    ['{{constructor}}', ['{{constructor}} is no variable']],
    ['{{#others}}{{/others}}{{service.name}}', ['{{service.name}} is no variable']],
    ['{{^detials}}{{name}}{{/detials}}', ['{{detials}} is no variable']],
    ['{{#details}}{{line}}', ['Unclosed section "details" at 20']],
    ['{{name', ['Unclosed tag at 6']],
    ['{{>footer}}', ['{{>footer}} would be another file, which is not read']],
  ])('%s has the faults %j', (template, faults) => {
    expect(faultsOfTemplate(template, 'text')).toEqual(faults);
  });

  it.each(['{{{name}}}', '{{&name}}'])('of HTML must escape what %s would not', (template) => {
    expect(faultsOfTemplate(template, 'html')).toEqual(['{{{name}}} is not escaped']);
    expect(faultsOfTemplate(template, 'text')).toEqual([]);
  });
});
