import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Client } from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Table, Value } from './tables';

const CHUNK_ROWS = 500;

/**
 * Copies the rows of a table into it.
 * @param onRows gets the number of copied rows now and then
 */
export async function copyInto(client: Client, table: Table, onRows: (count: number) => void): Promise<void> {
  const target = client.query(copyFrom(`copy ${table.name} (${table.columns.join(', ')}) from stdin`));
  await pipeline(Readable.from(chunks(table.rows, onRows)), target);
}

function* chunks(rows: Table['rows'], onRows: (count: number) => void): Generator<string> {
  let chunk: string[] = [];
  let count = 0;
  for (const row of rows) {
    chunk.push(row.map(text).join('\t'));
    count += 1;
    if (chunk.length < CHUNK_ROWS) continue;
    yield `${chunk.join('\n')}\n`;
    chunk = [];
    onRows(count);
  }
  if (chunk.length > 0) yield `${chunk.join('\n')}\n`;
  onRows(count);
}

/** A value in the text format of COPY. */
function text(value: Value): string {
  if (value === null) return '\\N';
  if (typeof value !== 'string') return String(value);
  return value.replaceAll('\\', '\\\\').replaceAll('\t', '\\t').replaceAll('\n', '\\n');
}
