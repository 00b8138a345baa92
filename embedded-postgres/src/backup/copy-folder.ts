import { createWriteStream, type Dirent } from 'node:fs';
import { type FileHandle, mkdir, open, readdir } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { pipeline } from 'node:stream/promises';

/** Files copied at a time: each waits for the disk. */
const FILES_AT_ONCE = 8;
const CHUNK = 1_048_576;

export interface CopiedFiles {
  readonly files: number;
  readonly bytes: number;
}

/**
 * Copies a folder while other processes may write to it: files that disappear meanwhile are left out. Only the owner can read
 * the copies. Their content is on the disk when this resolves; call `syncFolders` to make their names durable, too.
 * @param skip whether to leave out a file or folder; gets its path relative to `from`
 * @throws Error when the folder contains anything but files and folders
 */
export async function copyFolder(
  from: string,
  to: string,
  skip: (entry: Dirent, path: string) => boolean = () => false,
): Promise<CopiedFiles> {
  const files: [from: string, to: string][] = [];
  await findFiles(from, to, (entry, path) => skip(entry, relative(from, path)), files);
  let [copied, bytes] = [0, 0];
  const copyNext = async (): Promise<void> => {
    for (let next = files.pop(); next !== undefined; next = files.pop()) {
      const size = await copyFile(...next);
      if (size === undefined) continue;
      copied += 1;
      bytes += size;
    }
  };
  await Promise.all(Array.from({ length: FILES_AT_ONCE }, copyNext));
  return { files: copied, bytes };
}

/**
 * Copies one file. Not with `fs.copyFile`, which reads the size first and does not end when the file gets shorter.
 * @returns the size of the copy in bytes; undefined when the file no longer exists
 */
export async function copyFile(from: string, to: string): Promise<number | undefined> {
  const source = await openIfThere(from);
  if (source === undefined) return undefined;
  const target = createWriteStream(to, { mode: 0o600, flags: 'wx', flush: true, highWaterMark: CHUNK });
  await pipeline(source.createReadStream({ highWaterMark: CHUNK }), target);
  return target.bytesWritten;
}

/** Makes the names in a folder survive a crash of the machine. */
export async function syncFolder(folder: string): Promise<void> {
  if (process.platform === 'win32') return;
  const handle = await open(folder, 'r');
  await handle.sync().finally(() => handle.close());
}

/** `syncFolder` for a folder and all folders below it. */
export async function syncFolders(folder: string): Promise<void> {
  for (const entry of await entriesOf(folder)) {
    if (entry.isDirectory()) await syncFolders(join(folder, entry.name));
  }
  await syncFolder(folder);
}

/** Creates the target folders, and lists the files to copy. */
async function findFiles(
  from: string,
  to: string,
  skip: (entry: Dirent, path: string) => boolean,
  files: [from: string, to: string][],
): Promise<void> {
  await mkdir(to, { recursive: true, mode: 0o700 });
  for (const entry of await entriesOf(from)) {
    const [source, target] = [join(from, entry.name), join(to, entry.name)];
    if (skip(entry, source)) continue;
    if (entry.isDirectory()) await findFiles(source, target, skip, files);
    else if (entry.isFile()) files.push([source, target]);
    else throw new Error(`${source} is neither a file nor a folder: it cannot be copied`);
  }
}

async function entriesOf(folder: string): Promise<Dirent[]> {
  return readdir(folder, { withFileTypes: true }).catch(orIfGone([]));
}

async function openIfThere(file: string): Promise<FileHandle | undefined> {
  return open(file, 'r').catch(orIfGone(undefined));
}

/** Replaces ENOENT by a value. */
function orIfGone<T>(instead: T): (error: unknown) => T {
  return (error) => {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return instead;
    throw error;
  };
}
