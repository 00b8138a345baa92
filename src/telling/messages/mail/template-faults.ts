import Mustache from 'mustache';
import { VARIABLES } from './message-view';
import type { Part } from './templates';

type Token = readonly [type: string, value: string, start: number, end: number, inside?: unknown];

/** What is wrong with a template. One with faults is not used: it would send mail with holes, or with the markup of a stranger's name. */
export function faultsOfTemplate(template: string, part: Part): string[] {
  try {
    return faultsIn(Mustache.parse(template) as readonly Token[], part, []);
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** @param lists the variables of the items of the lists around */
function faultsIn(tokens: readonly Token[], part: Part, lists: readonly string[]): string[] {
  return tokens.flatMap(([type, name, , , inside]) => {
    switch (type) {
      case '#':
      case '^':
        return [
          ...faultsOfName(name, lists),
          ...faultsIn(inside as readonly Token[], part, type === '#' ? [...lists, ...itemsOf(name)] : lists),
        ];
      case 'name':
        return faultsOfName(name, lists);
      case '&':
        return part === 'html' ? [`{{{${name}}}} is not escaped`] : faultsOfName(name, lists);
      case '>':
        return [`{{>${name}}} would be another file, which is not read`];
      default:
        return [];
    }
  });
}

function faultsOfName(name: string, lists: readonly string[]): string[] {
  const isKnown = name === '.' || Object.hasOwn(VARIABLES, name) || lists.includes(name);
  return isKnown ? [] : [`{{${name}}} is no variable`];
}

function itemsOf(name: string): readonly string[] {
  return new Map<string, readonly string[] | null>(Object.entries(VARIABLES)).get(name) ?? [];
}
