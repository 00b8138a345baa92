import type { EntityManager, EntityTarget, ObjectLiteral } from 'typeorm';
import { isJsonObject, type JsonObject } from '../../../platform/values/json-object';

/** A line of an export, with the members that no GET shows. */
export type ExportedLine = JsonObject & { readonly stored?: JsonObject };

/**
 * Inserts rows that stand in an export. A column is the member that has its name, of the answer or of what is stored.
 * @param table an entity, or its name
 * @param others gives the columns that answers show in another form or under another name
 */
export async function insertRows(
  tx: EntityManager,
  table: EntityTarget<ObjectLiteral>,
  lines: readonly ExportedLine[],
  others: (line: ExportedLine) => JsonObject = () => ({}),
): Promise<void> {
  if (lines.length === 0) return;
  const columns = tx.dataSource
    .getMetadata(table)
    .columns.filter(({ isVirtualProperty }) => !isVirtualProperty)
    .map(({ propertyName }) => propertyName);
  const rows = lines.map((line) => {
    const values: JsonObject = { ...line, ...line.stored, ...others(line) };
    return Object.fromEntries(columns.filter((name) => name in values).map((name) => [name, values[name]]));
  });
  await tx.insert(table, rows);
}

/** All ids that objects inside a line name by some members. */
export function idsIn(value: unknown, members: readonly string[]): readonly number[] {
  if (Array.isArray(value)) return value.flatMap((each) => idsIn(each, members));
  if (!isJsonObject(value)) return [];
  return Object.entries(value).flatMap(([member, each]) =>
    members.includes(member) ? [each].flat().filter((id) => typeof id === 'number') : idsIn(each, members),
  );
}
