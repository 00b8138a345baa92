/** The handlers: methods of a class with @Controller that answer a method of HTTP. */
import ts from 'typescript';
import { linesOf, walk } from './sources.mjs';

const ROUTES = new Set(['Get', 'Post', 'Put', 'Patch', 'Delete', 'Sse']);

/** @returns {{lines: number, decorators: number}[]} lines from the first decorator to the closing brace */
export function handlersOf(sources) {
  const found = [];
  for (const { tree } of sources) {
    walk(tree, (node) => {
      if (!ts.isClassDeclaration(node) || !namesOfDecorators(node).includes('Controller')) return;
      for (const method of node.members.filter(ts.isMethodDeclaration)) {
        const names = namesOfDecorators(method);
        if (!names.some((name) => ROUTES.has(name))) continue;
        const [first, last] = linesOf(tree, method);
        found.push({ lines: last - first + 1, decorators: names.length });
      }
    });
  }
  return found;
}

function namesOfDecorators(node) {
  return (ts.getDecorators(node) ?? []).map(({ expression }) =>
    (ts.isCallExpression(expression) ? expression.expression : expression).getText(),
  );
}

/** How often code constructs an instance of a class. */
export function countNew(sources, name) {
  let count = 0;
  for (const { tree } of sources) {
    walk(tree, (node) => {
      if (ts.isNewExpression(node) && node.expression.getText(tree) === name) count++;
    });
  }
  return count;
}

export const median = (numbers) => {
  const sorted = numbers.toSorted((a, b) => a - b);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half] : (sorted[half - 1] + sorted[half]) / 2;
};

export const mean = (numbers) => numbers.reduce((sum, number) => sum + number, 0) / numbers.length;
