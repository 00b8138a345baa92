import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../sources.mjs';

const VERBS = new Set(['get', 'post', 'put', 'patch', 'delete']);
/** Stands for what a test fills in. */
const ANYTHING = '\u0000';

/** Every request that a test file spells out: `{file, method, path}`, the path without its query. */
export function requestsOfTests() {
  return testFiles().flatMap((file) => {
    const source = ts.createSourceFile(file, readFileSync(join(ROOT, file), 'utf8'), ts.ScriptTarget.Latest);
    return callsIn(source).flatMap((call) => {
      const request = requestOf(call);
      return request === undefined ? [] : [{ file, ...request }];
    });
  });
}

/** The operation that a request is for: the one with the fewest parameters in its path. */
export function operationOf(request, operations) {
  const fitting = operations.filter(
    ({ method, path }) => method === request.method && fits(request.path, path),
  );
  return fitting.sort((a, b) => a.path.split('{').length - b.path.split('{').length)[0];
}

/** What a test fills in stands for a parameter, not for a fixed part. */
function fits(path, template) {
  const [asked, parts] = [path.split('/'), template.split('/')];
  return (
    asked.length === parts.length &&
    parts.every((part, index) => part.startsWith('{') || part === asked[index])
  );
}

function testFiles() {
  return readdirSync(join(ROOT, 'test'), { recursive: true })
    .filter((name) => name.endsWith('.spec.ts'))
    .map((name) => `test/${name.replaceAll('\\', '/')}`)
    .sort();
}

function callsIn(node) {
  const calls = [];
  const visit = (child) => {
    if (ts.isCallExpression(child)) calls.push(child);
    ts.forEachChild(child, visit);
  };
  visit(node);
  return calls;
}

/** Of `client.get('/path')` and `client.send('GET', '/path')`. */
function requestOf({ expression, arguments: args }) {
  if (!ts.isPropertyAccessExpression(expression)) return undefined;
  const verb = expression.name.text;
  if (VERBS.has(verb)) return request(verb, args[0]);
  return verb === 'send' && args[0] && ts.isStringLiteralLike(args[0])
    ? request(args[0].text, args[1])
    : undefined;
}

function request(verb, argument) {
  const path = argument === undefined ? undefined : textOf(argument);
  return path?.startsWith('/') ? { method: verb.toUpperCase(), path: withoutQuery(path) } : undefined;
}

/** In `/services${query}` the query is filled in whole. */
function withoutQuery(path) {
  return path.split('?')[0].replace(new RegExp(`(?<=[a-z])${ANYTHING}$`), '');
}

function textOf(node) {
  if (ts.isStringLiteralLike(node)) return node.text;
  if (!ts.isTemplateExpression(node)) return undefined;
  return node.head.text + node.templateSpans.map(({ literal }) => ANYTHING + literal.text).join('');
}
