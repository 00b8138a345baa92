import type { Question } from '../operations/operation';
import type { WorstResult } from './worst-bench';

/** The most processor time of the service that one request takes, in ms. */
const MOST_PROCESSOR_MS = 1_000;
/** The longest turn of the event loop, in ms. */
const MOST_HELD_MS = 100;

/** An image is decoded outside the event loop, two at a time; docs/reference/limits.md has what that costs. */
const ELSEWHERE = new Set(['post /providers/{id}/profile-image']);

/** Sent piece by piece while it is read, so that it takes as long as what is kept is large. */
const STREAMED = 'get /customers/{id}/export';

interface Requested extends WorstResult {
  readonly request: Question;
}

/**
 * Why the law of the worst cases does not hold; empty: it does.
 * @param operations all of the document, as `get /path/{id}`
 */
export function faultsOf(results: readonly Requested[], operations: readonly string[]): readonly string[] {
  const slow = results.flatMap(({ title, status, serviceMs, heldMs, request }) => [
    ...(status >= 500 ? [`${title}: answered ${status}`] : []),
    ...(serviceMs > MOST_PROCESSOR_MS && !isOf(request, STREAMED)
      ? [`${title}: ${serviceMs} ms of processor time`]
      : []),
    ...(heldMs > MOST_HELD_MS ? [`${title}: a turn of ${heldMs} ms`] : []),
  ]);
  const missing = operations
    .filter((operation) => !ELSEWHERE.has(operation))
    .filter((operation) => !results.some(({ request }) => isOf(request, operation)));
  return [...slow, ...missing.map((operation) => `${operation} has no case`)];
}

/** Whether a request is one of an operation. */
export function isOf({ method, path }: Question, operation: string): boolean {
  const [verb = '', template = ''] = operation.split(' ');
  const pattern = new RegExp(`^${template.replaceAll(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);
  return method.toLowerCase() === verb && pattern.test(path.replace(/^\/api\/v1(?=\/)/, ''));
}
