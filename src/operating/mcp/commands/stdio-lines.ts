import { isUtf8 } from 'node:buffer';
import { INVALID_REQUEST } from '../messages';

const LF = 0x0a;
/** As the SDK has it. */
const MOST_BYTES = 10 * 1_024 * 1_024;

const PARSE_ERROR = {
  jsonrpc: '2.0',
  error: { code: -32_700, message: 'Parse error: the line is not JSON in UTF-8' },
  id: null,
} as const;

/** The answer to a line that is no message. */
export type Refusal = typeof PARSE_ERROR | typeof INVALID_REQUEST;

/**
 * The lines that are messages; `refuse` gets the answers to the others. The SDK answers none of those, and reads bytes that are not UTF-8
 * as U+FFFD. @throws Error of a line that is too long
 */
export async function* messageLines(
  input: AsyncIterable<Uint8Array>,
  isMessage: (value: unknown) => boolean,
  refuse: (answer: Refusal) => void,
): AsyncGenerator<Buffer> {
  for await (const line of linesOf(input)) {
    const refusal = refusalOf(line, isMessage);
    if (refusal === undefined) yield line;
    else if (line.toString('latin1').trim() !== '') refuse(refusal);
  }
}

async function* linesOf(input: AsyncIterable<Uint8Array>): AsyncGenerator<Buffer> {
  let rest: Uint8Array[] = [];
  for await (const chunk of input) {
    let from = 0;
    for (let end = chunk.indexOf(LF); end !== -1; end = chunk.indexOf(LF, from)) {
      yield Buffer.concat([...rest, chunk.subarray(from, end + 1)]);
      rest = [];
      from = end + 1;
    }
    rest.push(chunk.subarray(from));
    if (rest.reduce((sum, { length }) => sum + length, 0) > MOST_BYTES)
      throw new Error(`A line of stdin is longer than ${MOST_BYTES} bytes`);
  }
}

function refusalOf(line: Buffer, isMessage: (value: unknown) => boolean): Refusal | undefined {
  if (!isUtf8(line)) return PARSE_ERROR;
  try {
    return isMessage(JSON.parse(line.toString())) ? undefined : INVALID_REQUEST;
  } catch {
    return PARSE_ERROR;
  }
}
