import { EasyAppointmentsError } from './errors';
import type { EasyClient } from './client';
import { type EasyRow, isEasyRow } from './row';

export interface EasyPage {
  readonly rows: readonly EasyRow[];
  /** What has no id, so that nothing can be made of it. */
  readonly strays: readonly unknown[];
  /** How many rows of the collection were read, this page included. */
  readonly done: number;
  /** How many rows it has; about so many until the last page. */
  readonly total: number;
}

/**
 * Reads a collection page by page: one page is in memory. The API counts no rows and has no cursor, only pages by position. So a row that
 * is deleted meanwhile moves those behind it: one of them may be missed, and is there for the next run.
 * @throws EasyAppointmentsError
 */
export async function* easyPages(
  client: EasyClient,
  resource: string,
  length: number,
): AsyncGenerator<EasyPage> {
  let [lastId, done, total] = [-Infinity, 0, 0];
  for (let page = 1; ; page++) {
    const given = await client.rows(resource, page, length);
    const rows = given.filter(isEasyRow);
    const strays = given.filter((row) => !isEasyRow(row));
    const isBehind = ({ id }: EasyRow) => id <= lastId;
    const isLast = given.length < length;
    // A server that ignores the page would answer for ever.
    if (rows.every(isBehind) && (rows.length > 0 || !isLast))
      throw new EasyAppointmentsError(`page ${page} of ${resource} has no rows that come after those before`);
    done += given.length;
    if (page === 1 && !isLast) total = length * (await countPages(client, resource, length));
    lastId = Math.max(lastId, ...rows.map(({ id }) => id));
    yield { rows, strays, done, total: isLast ? done : Math.max(total, done) };
    if (isLast) return;
  }
}

/** How many pages a collection has whose first one is full: doubles, then halves, so that a hundred take a dozen short requests. */
async function countPages(client: EasyClient, resource: string, length: number): Promise<number> {
  const exists = async (page: number) => (await client.rows(resource, (page - 1) * length + 1, 1)).length > 0;
  let [last, beyond] = [1, 2];
  while (await exists(beyond)) [last, beyond] = [beyond, beyond * 2];
  while (last + 1 < beyond) {
    const middle = (last + beyond) >> 1;
    if (await exists(middle)) last = middle;
    else beyond = middle;
  }
  return last;
}
