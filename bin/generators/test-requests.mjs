import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../sources.mjs';

const VERBS = new Set(['get', 'post', 'put', 'patch', 'delete']);
/** Stands for what a test fills in. */
const ANYTHING = '\u0000';

/**
 * Every request that a test file spells out, as `{file, method, path, words}`: the path without its query, and the
 * file's string literals, among which is what it fills in.
 */
export function requestsOfTests() {
  return testFiles().flatMap((file) => {
    const source = ts.createSourceFile(
      file,
      readFileSync(join(ROOT, file), 'utf8'),
      ts.ScriptTarget.Latest,
      true,
    );
    const nodes = nodesOf(source);
    const names = declarationsIn(nodes);
    const words = new Set(nodes.filter(ts.isStringLiteralLike).map(({ text }) => trimmed(text)));
    return nodes.filter(ts.isCallExpression).flatMap((call) => {
      const request = requestOf(call, names);
      return request === undefined ? [] : [{ file, ...request, words }];
    });
  });
}

/** The operations that a request is for; several, when its path is filled in. */
export function operationsFor(request, operations) {
  const costs = operations.map((operation) =>
    operation.method === request.method
      ? costOf(segments(request.path), segments(operation.path), request.words)
      : Infinity,
  );
  const least = Math.min(...costs);
  return least === Infinity ? [] : operations.filter((_operation, index) => costs[index] === least);
}

/** How many fixed parts of a path stand where the template has a parameter; Infinity when it does not fit. */
function costOf([part, ...parts], template, words) {
  if (part === undefined) return template.length === 0 ? 0 : Infinity;
  if (template.length === 0) return Infinity;
  if (!part.includes(ANYTHING)) {
    const [expected, ...rest] = template;
    if (part !== expected && !isParameter(expected)) return Infinity;
    return costOf(parts, rest, words) + (part === expected ? 0 : 1);
  }
  const lengths = template.map((_part, index) => index + 1);
  const costs = lengths.map((length) =>
    canStandFor(template.slice(0, length), words) ? costOf(parts, template.slice(length), words) : Infinity,
  );
  return Math.min(...costs);
}

/** What is filled in stands for a parameter, and for fixed parts that the file names. */
function canStandFor(parts, words) {
  const fixed = parts.filter((part) => !isParameter(part)).join('/');
  return fixed === '' ? parts.length === 1 : words.has(fixed);
}

function isParameter(part) {
  return part.startsWith('{');
}

function segments(path) {
  return trimmed(path).split('/');
}

function trimmed(text) {
  return text.split('?')[0].replaceAll(/^\/|\/$/g, '');
}

function testFiles() {
  return readdirSync(join(ROOT, 'test'), { recursive: true })
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .sort();
}

function nodesOf(source) {
  const nodes = [];
  const visit = (node) => {
    nodes.push(node);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return nodes;
}

/** What a name stands for, where that is a text, or a function that gives one. */
function declarationsIn(nodes) {
  const declared = nodes.filter((node) => ts.isVariableDeclaration(node) && ts.isIdentifier(node.name));
  return new Map(declared.map(({ name, initializer }) => [name.text, initializer]));
}

/** Of `client.get('/path')` and `client.send('GET', '/path')`. */
function requestOf({ expression, arguments: args }, names) {
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  const verb = expression.name.text;
  if (VERBS.has(verb)) return request(verb, args[0], names);
  if (verb !== 'send' || args[0] === undefined || !ts.isStringLiteralLike(args[0])) return undefined;
  return request(args[0].text, args[1], names);
}

function request(verb, argument, names) {
  const path = argument === undefined ? '' : textOf(argument, names);
  if (!path.startsWith('/')) return undefined;
  // In `/services${query}` the query is filled in whole.
  const withoutQuery = path.split('?')[0].replace(new RegExp(`(?<=[a-z])${ANYTHING}+$`), '');
  return { method: verb.toUpperCase(), path: withoutQuery };
}

function textOf(node, names) {
  if (node === undefined) return ANYTHING;
  if (ts.isStringLiteralLike(node)) return node.text;
  if (ts.isTemplateExpression(node)) {
    const spans = node.templateSpans.map((span) => textOf(span.expression, names) + span.literal.text);
    return node.head.text + spans.join('');
  }
  if (ts.isIdentifier(node) && isText(names.get(node.text))) return textOf(names.get(node.text), names);
  if (ts.isCallExpression(node) && ts.isIdentifier(node.expression)) {
    const called = names.get(node.expression.text);
    if (called !== undefined && ts.isArrowFunction(called) && isText(called.body))
      return textOf(called.body, names);
  }
  return ANYTHING;
}

function isText(node) {
  return node !== undefined && (ts.isStringLiteralLike(node) || ts.isTemplateExpression(node));
}
