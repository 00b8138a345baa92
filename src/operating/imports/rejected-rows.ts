import { type FileHandle, open } from 'node:fs/promises';
import { csvLines, MARK } from '../../platform/values/csv';
import { ImportRefusedError } from './imports.errors';

/** The columns that the file has besides those of the rows. */
const ADDED = ['line', 'reason'] as const;

/** A file of the rows that were refused, with the columns that they came with, so that they can be mended and imported. */
export class RejectedRows {
  private constructor(
    private readonly file: FileHandle | undefined,
    /** Which cells of a row are its own; a file of rejected rows has two more. */
    private readonly isOwn: readonly boolean[],
    private readonly delimiter: string,
  ) {}

  /** Only its owner may read it: it is personal data. @param path undefined: rows are not written @throws ImportRefusedError */
  static async create(
    path: string | undefined,
    columns: readonly string[],
    delimiter = ',',
  ): Promise<RejectedRows> {
    const isOwn = columns.map(
      (column) => !(ADDED as readonly string[]).includes(column.trim().toLowerCase()),
    );
    const file = path === undefined ? undefined : await opened(path);
    const rejected = new RejectedRows(file, isOwn, delimiter);
    await file?.write(MARK);
    await rejected.add(columns, ...ADDED);
    return rejected;
  }

  /** Cells behind the last column stay behind it. */
  async add(cells: readonly string[], line: string, reason: string): Promise<void> {
    const own = this.isOwn.flatMap((isOwn, i) => (isOwn ? [cells[i] ?? ''] : []));
    const all = [...own, line, reason, ...cells.slice(this.isOwn.length)];
    await this.file?.write(csvLines([all], this.delimiter));
  }

  async close(): Promise<void> {
    await this.file?.close();
  }
}

async function opened(path: string): Promise<FileHandle> {
  try {
    return await open(path, 'w', 0o600);
  } catch (error) {
    throw new ImportRefusedError(
      `${path} cannot be written: ${error instanceof Error ? error.message : String(error)}`,
    );
  }
}
