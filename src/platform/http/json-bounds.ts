import { MalformedRequestError } from '../errors/errors';

/** No body of the interface is nested as deeply. Protects recursive code from hostile input. */
const MAX_DEPTH = 32;
/** No body of the interface has as many values. Protects code that works on each of them. */
const MAX_VALUES = 10_000;
/** No object of the interface has as many members. The validator's time grows faster than their number. */
const MAX_MEMBERS = 200;

const [QUOTE, BACKSLASH, COMMA, BRACKET, BRACE] = Buffer.from('"\\,[{');

/**
 * Refuses a text with more values than any valid body before it is parsed: parsing 25,000 members takes 30 ms, counting up to the limit
 * less than one. It counts commas and opening brackets outside strings, a lower bound of the values. @throws MalformedRequestError
 */
export function assertFewValues(text: Buffer): void {
  // Each value takes two bytes at least.
  if (text.length <= 2 * MAX_VALUES) return;
  let isInString = false;
  for (let at = 0, count = 1; at < text.length; at++) {
    const byte = text[at];
    if (byte === QUOTE) isInString = !isInString;
    else if (isInString) at += byte === BACKSLASH ? 1 : 0;
    else if (byte === COMMA || byte === BRACKET || byte === BRACE) count++;
    if (count > MAX_VALUES) throw new TooManyValuesError();
  }
}

/** @throws MalformedRequestError when a body has more levels or values than any valid one */
export function assertBounded(body: unknown): void {
  let level: unknown[] = [body];
  for (let depth = 0, count = 1; level.length > 0; depth++, count += level.length) {
    if (depth > MAX_DEPTH) throw new MalformedRequestError('The body is nested too deeply');
    if (count > MAX_VALUES) throw new TooManyValuesError();
    const containers = level.filter((item): item is object => typeof item === 'object' && item !== null);
    level = containers.flatMap(valuesOf);
  }
}

/** @throws MalformedRequestError when an object has too many members */
function valuesOf(container: object): unknown[] {
  const values = Object.values(container) as unknown[];
  if (values.length > MAX_MEMBERS && !Array.isArray(container)) throw new TooManyValuesError();
  return values;
}

class TooManyValuesError extends MalformedRequestError {
  constructor() {
    super('The body has too many members');
  }
}
