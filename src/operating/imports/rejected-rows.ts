import { type FileHandle, open } from 'node:fs/promises';
import { ImportRefusedError } from './imports.errors';

/** Spreadsheets know by it that the file is in UTF-8. */
const MARK = '\uFEFF';

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
    await this.write([...own, line, reason, ...cells.slice(this.isOwn.length)]);
  }

  async close(): Promise<void> {
    await this.file?.close();
  }

  private async write(cells: readonly string[]): Promise<void> {
    await this.file?.write(`${cells.map((cell) => this.quoted(cell)).join(this.delimiter)}\r\n`);
  }

  private quoted(cell: string): string {
    return /["\r\n]/.test(cell) || cell.includes(this.delimiter) ? `"${cell.replaceAll('"', '""')}"` : cell;
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
