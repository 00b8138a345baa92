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

/** The text of a file, in parts. @throws ImportRefusedError of bytes that are not in the encoding */
export async function* textChunks(path: string, encoding: Encoding): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  const decode = (bytes?: Uint8Array) => {
    try {
      return bytes === undefined ? decoder.decode() : decoder.decode(bytes, { stream: true });
    } catch {
      throw new ImportRefusedError(`${path} is not in ${encoding}; name its encoding with --encoding`);
    }
  };
  for await (const bytes of createReadStream(path)) yield decode(bytes as Buffer);
  yield decode();
}
