import { Zip, ZipDeflate } from 'fflate';

/** A file of an archive, and its text piece by piece. */
export interface ZippedFile {
  readonly name: string;
  readonly text: AsyncIterable<string>;
}

/** A ZIP archive, compressed piece by piece while it is read. @param at the time of its files */
export async function* zipped(files: readonly ZippedFile[], at: Date): AsyncGenerator<Uint8Array> {
  const made: Uint8Array[] = [];
  const zip = new Zip((error, bytes) => {
    if (error !== null) throw error;
    made.push(bytes);
  });
  for (const { name, text } of files) {
    const file = new ZipDeflate(name, { level: 6 });
    file.mtime = at;
    zip.add(file);
    for await (const piece of text) {
      file.push(Buffer.from(piece));
      yield* made.splice(0);
    }
    file.push(new Uint8Array(), true);
  }
  zip.end();
  yield* made;
}
