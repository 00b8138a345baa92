import { chmod, mkdir, type FileHandle, open, readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { RefusedError } from '../../platform/errors/errors';

/** The folder cannot take an export. */
export class ExportRefusedError extends RefusedError {
  constructor(message: string) {
    super(message, { reason: 'export_refused' });
  }
}

/** A new or empty folder that only its owner may enter, and the files that are written there. */
export class ExportFolder {
  private readonly files: string[] = [];

  private constructor(private readonly path: string) {}

  /** @throws ExportRefusedError of a folder that has something, or cannot be made */
  static async create(path: string): Promise<ExportFolder> {
    try {
      await mkdir(path, { recursive: true, mode: 0o700 });
      if ((await readdir(path)).length > 0) throw new ExportRefusedError(`${path} is not empty`);
      await chmod(path, 0o700);
      return new ExportFolder(path);
    } catch (error) {
      if (error instanceof ExportRefusedError) throw error;
      throw new ExportRefusedError(
        `${path} cannot be used: ${error instanceof Error ? error.message : String(error)}`,
      );
    }
  }

  /** Writes a file piece by piece. */
  async write(name: string, pieces: AsyncIterable<string> | Iterable<string>): Promise<void> {
    const file = await this.open(name);
    try {
      for await (const piece of pieces) await file.write(piece);
    } finally {
      await file.close();
    }
  }

  open(name: string): Promise<FileHandle> {
    this.files.push(name);
    return open(join(this.path, name), 'wx', 0o600);
  }

  /** Deletes what was written: a part of an export must not be taken for all of it. */
  async clear(): Promise<void> {
    for (const name of this.files) await rm(join(this.path, name), { force: true });
  }
}
