import { access, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type ExportManifest, FORMAT, MANIFEST } from '../../business-export/export-manifest';
import type { ExportedList } from '../../business-export/exported-lists';
import { isJsonObject } from '../../../platform/values/json-object';
import { isSameZone } from '../../../platform/time/zones/time-zone';
import { utf8In } from '../../../platform/values/utf8';
import { ImportRefusedError } from '../imports.errors';
import { type FolderLine, faultAt, folderLines } from './folder-lines';

/** A list of an export as a file has it. */
export type ListShape = Pick<ExportedList, 'name' | 'columns' | 'sometimes'> & {
  readonly hasStored: boolean;
};

/** A folder that `export` has written. */
export class ImportFolder {
  private constructor(
    private readonly path: string,
    private readonly manifest: ExportManifest,
  ) {}

  /** @param zone of this business @throws ImportRefusedError of what is no export, or one that this version and business cannot take */
  static async open(path: string, zone: string): Promise<ImportFolder> {
    const manifest = await readManifest(path);
    const { format, timezone } = manifest;
    if (format !== FORMAT)
      throw new ImportRefusedError(
        `${MANIFEST}: the folder has the format ${format}, and this version reads the format ${FORMAT}: export and import with the same version`,
      );
    if (!isSameZone(timezone, zone))
      throw new ImportRefusedError(
        `${MANIFEST}: the business is in ${timezone}, and here it is in ${zone}: set BUSINESS_TIMEZONE`,
      );
    return new ImportFolder(path, manifest);
  }

  get rows(): Readonly<Record<string, number>> {
    return this.manifest.rows;
  }

  get total(): number {
    return Object.values(this.rows).reduce((sum, count) => sum + count, 0);
  }

  /** @throws ImportRefusedError of a list whose file is missing, or of which the manifest knows nothing */
  async assertWhole(lists: readonly ListShape[]): Promise<void> {
    for (const { name } of lists) {
      if (this.rows[name] === undefined) throw new ImportRefusedError(`${MANIFEST}: does not name ${name}`);
      await access(join(this.path, `${name}.jsonl`)).catch(() => {
        throw new ImportRefusedError(`${name}.jsonl is missing`);
      });
    }
  }

  /** The lines of a list: all of them, each with the members that an export writes. @throws ImportRefusedError of others */
  async *lines(list: ListShape): AsyncGenerator<FolderLine> {
    const file = `${list.name}.jsonl`;
    const members = new Set([...list.columns, ...(list.hasStored ? ['stored'] : [])]);
    let count = 0;
    let lastId = 0;
    for await (const line of folderLines(this.path, file)) {
      count++;
      const fault = faultOfMembers(line, members, list.sometimes) ?? faultOfId(line, lastId);
      if (fault !== undefined) throw faultAt(file, line.number, fault);
      lastId = idOf(line) ?? lastId;
      yield line;
    }
    const wanted = this.rows[list.name] ?? 0;
    if (count !== wanted)
      throw new ImportRefusedError(`${file} has ${count} lines, and ${MANIFEST} says ${wanted}`);
  }
}

async function readManifest(path: string): Promise<ExportManifest> {
  let text: string;
  try {
    text = utf8In(await readFile(join(path, MANIFEST))) ?? '';
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new ImportRefusedError(
      `${path} is no folder that this version has exported: ${MANIFEST} cannot be read: ${reason}`,
    );
  }
  try {
    const manifest = JSON.parse(text) as unknown;
    const isWhole = isJsonObject(manifest) && isJsonObject(manifest['rows']);
    if (isWhole && typeof manifest['timezone'] === 'string') return manifest as unknown as ExportManifest;
  } catch {
    // The message is the same for all that is no manifest.
  }
  throw new ImportRefusedError(`${MANIFEST} is not as an export writes it`);
}

function faultOfMembers(
  { value }: FolderLine,
  members: ReadonlySet<string>,
  sometimes: ReadonlySet<string>,
): string | undefined {
  const unknown = Object.keys(value).find((member) => !members.has(member));
  if (unknown !== undefined) return `has the member ${unknown}, which this version does not know`;
  const missing = [...members].find((member) => !(member in value) && !sometimes.has(member));
  return missing === undefined ? undefined : `lacks the member ${missing}`;
}

/** The lines of a file are in the order of their ids. */
function faultOfId(line: FolderLine, last: number): string | undefined {
  const id = idOf(line);
  if (id === undefined) return undefined;
  if (!Number.isInteger(id) || id < 1) return 'id must be a positive integer';
  if (id === last) return `has the id ${id}, as the line before it`;
  return id < last ? `has the id ${id} behind the id ${last}: lines are in the order of ids` : undefined;
}

function idOf({ value }: FolderLine): number | undefined {
  return 'id' in value ? (value['id'] as number) : undefined;
}
