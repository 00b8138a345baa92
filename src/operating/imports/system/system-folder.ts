import { join } from 'node:path';
import { readFile } from 'node:fs/promises';
import { isJsonObject, type JsonObject } from '../../../platform/values/json-object';
import { utf8In } from '../../../platform/values/utf8';
import { inBatches } from '../../../platform/values/batches';
import { faultAt, type FolderLine, folderLines } from '../folder/folder-lines';
import { BATCH } from '../imported-row';
import { ImportRefusedError } from '../imports.errors';
import { SYSTEM_LISTS, type SystemLine, type SystemList, type SystemPage } from './system-line';

/** The file that says what the others are. It is written last. */
const MANIFEST = 'system.json';
const FORMAT = 1;

/** What each member of a line must be. */
const MEMBERS: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...Object.fromEntries(['id', 'what', 'at', 'refused', 'oldLink'].map((name) => [name, isText])),
  body: isJsonObject,
  row: () => true,
  each: (value) =>
    Array.isArray(value) && value.every((one) => isJsonObject(one) && faultIn(one) === undefined),
};

/** A folder with what another system has, as an importer has written it. */
export class SystemFolder {
  private constructor(
    private readonly path: string,
    /** The name of the system. */
    readonly source: string | undefined,
    /** As of OtherSystem. */
    readonly links: string | undefined,
    private readonly rows: Readonly<Partial<Record<SystemList, number>>>,
  ) {}

  /** @throws ImportRefusedError of what is no such folder */
  static async open(path: string): Promise<SystemFolder> {
    const { format, source, links, rows } = await readManifest(path);
    if (format !== FORMAT)
      throw new ImportRefusedError(
        `${MANIFEST}: the folder has the format ${String(format)}, and this version reads the format ${FORMAT}`,
      );
    if (!isJsonObject(rows))
      throw new ImportRefusedError(`${MANIFEST}: does not say how many rows there are`);
    const stranger = Object.keys(rows).find((name) => !(SYSTEM_LISTS as readonly string[]).includes(name));
    if (stranger !== undefined)
      throw new ImportRefusedError(`${MANIFEST}: names ${stranger}, which is no list`);
    const textOf = (value: unknown) => (isText(value) ? value : undefined);
    return new SystemFolder(path, textOf(source), textOf(links), rows);
  }

  /** The lines of all lists. @throws ImportRefusedError of a line that cannot be read, and of a list that is not whole */
  async *pages(): AsyncGenerator<SystemPage> {
    for (const list of SYSTEM_LISTS) {
      const total = this.rows[list];
      if (total === undefined) continue;
      let done = 0;
      for await (const lines of inBatches(this.lines(list), BATCH)) {
        done += lines.length;
        yield { list, lines, done, total, kind: list };
      }
      if (done !== total)
        throw new ImportRefusedError(`${list}.jsonl has ${done} lines, and ${MANIFEST} says ${total}`);
    }
  }

  private async *lines(list: SystemList): AsyncGenerator<SystemLine> {
    const file = `${list}.jsonl`;
    for await (const { number, value } of folderLines(this.path, file)) {
      const fault = faultIn(value);
      if (fault !== undefined) throw faultAt(file, number, fault);
      yield { what: list, ...value };
    }
  }
}

async function readManifest(path: string): Promise<JsonObject> {
  try {
    const manifest = JSON.parse(utf8In(await readFile(join(path, MANIFEST))) ?? '') as unknown;
    if (isJsonObject(manifest)) return manifest;
    throw new Error('it is no JSON object');
  } catch (error) {
    throw new ImportRefusedError(`${path}: ${MANIFEST} cannot be read: ${(error as Error).message}`);
  }
}

function faultIn(value: FolderLine['value']): string | undefined {
  const unknown = Object.keys(value).find((member) => !Object.hasOwn(MEMBERS, member));
  if (unknown !== undefined) return `has the member ${unknown}, which this version does not know`;
  const wrong = Object.entries(value).find(([member, each]) => MEMBERS[member]?.(each) === false);
  if (wrong !== undefined) return `has a wrong ${wrong[0]}`;
  return (value['body'] === undefined) === (value['refused'] === undefined)
    ? 'has neither a body nor refused, or both'
    : undefined;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}
