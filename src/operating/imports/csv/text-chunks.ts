import { createReadStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { ImportRefusedError } from '../imports.errors';

export const ENCODINGS = ['utf-8', 'windows-1252', 'utf-16le', 'utf-16be'] as const;
export type Encoding = (typeof ENCODINGS)[number];

/** The byte order marks, by which a file tells its encoding. */
const MARKS: readonly (readonly [mark: string, encoding: Encoding])[] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

const UNDECODABLE = 'ERR_ENCODING_INVALID_ENCODED_DATA';
const LF = 0x0a;
const LINE_END = /\r\n?|\n/g;

/** The encoding that the first bytes of a file tell; undefined: they tell none. @throws ImportRefusedError of a file that cannot be read */
export async function markedEncoding(path: string): Promise<Encoding | undefined> {
  try {
    const file = await open(path);
    try {
      const { buffer, bytesRead } = await file.read(Buffer.alloc(3), 0, 3, 0);
      const start = buffer.subarray(0, bytesRead).toString('hex');
      return MARKS.find(([mark]) => start.startsWith(mark))?.[1];
    } finally {
      await file.close();
    }
  } catch (error) {
    throw new ImportRefusedError(
      `${path} cannot be read: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}

/**
 * The text of a file, in parts. @param advice what to do about bytes that are not in the encoding
 * @throws ImportRefusedError that names their line
 */
export async function* textChunks(path: string, encoding: Encoding, advice = ''): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const bytes of createReadStream(path)) yield decoder.decode(bytes as Buffer, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== UNDECODABLE) throw error;
    const line = await lineOfFault(path, encoding);
    throw new ImportRefusedError(`${path} is not in ${encoding}${advice}: line ${line} has other bytes`);
  }
}

/** The line of the first bytes that are not in the encoding, from 1. It decodes line by line, which takes longer. */
async function lineOfFault(path: string, encoding: Encoding): Promise<number> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let line = 1;
  try {
    for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>)
      for (let from = 0; from < bytes.length;) {
        const end = bytes.indexOf(LF, from) + 1 || bytes.length;
        line += decoder.decode(bytes.subarray(from, end), { stream: true }).match(LINE_END)?.length ?? 0;
        from = end;
      }
    decoder.decode();
  } catch {
    // This is the line.
  }
  return line;
}
