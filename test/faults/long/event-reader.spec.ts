import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import { createEmptyDatabase } from '../../support/database/empty-database';
import { query } from '../../support/database/query';
import { EventFollower, type FollowedEvent } from '../support/event-follower';
import { Testbed } from '../support/testbed';

const RUN_MS = 60_000;
/** How long each writer keeps its transactions open, in ms. */
const HOLDS_MS = [0, 0, 0, 0, 5, 50, 500, 8_000];
/** Between the transactions of a writer, in ms. */
const PAUSE_MS = 20;

describe('While eight writers commit and roll back for a minute, some of them in long transactions', () => {
  const bed = Testbed.forAll(createEmptyDatabase);

  it('a reader of events sees each change exactly once, where one whose cursor is an id of the audit trail misses some', async () => {
    const url = await bed.start({ WORKER: 'on' }).url();
    const { key } = await bed.openBusiness(url);
    const databaseUrl = bed.database.url;
    const follower = await EventFollower.start(url, key, databaseUrl);
    const until = performance.now() + RUN_MS;
    const naive = readNaively(databaseUrl, until);
    const committed = (
      await Promise.all(HOLDS_MS.map((holdMs, writer) => write(databaseUrl, { writer, holdMs, until })))
    ).flat();
    await follower.end();

    const seen = follower.events.filter(({ type }) => type.startsWith('category.'));
    expect(seen.map(changeOf).toSorted()).toEqual(committed.toSorted());
    const first = follower.events[0]?.id ?? 0;
    expect(follower.events.map(({ id }) => id)).toEqual(follower.events.map((_event, nth) => first + nth));
    expect(changedBeforeCreated(seen)).toEqual([]);
    const missed = await naive;
    process.stderr.write(
      `    ${committed.length} changes; the naive reader missed ${missed.length} of them\n`,
    );
    expect(missed.length).toBeGreaterThan(0);
  }, 180_000);
});

/** The changes of categories that the reader saw before it saw them created. */
function changedBeforeCreated(events: readonly FollowedEvent[]): FollowedEvent[] {
  const created = new Set<unknown>();
  return events.filter(({ type, data }) => {
    if (type === 'category.created') created.add(data['name']);
    return !created.has(data['name']);
  });
}

/** A change as the writers note it. */
function changeOf({ type, data }: FollowedEvent): string {
  return `${type} ${String(data['name'])} ${String(data['description'])}`;
}

/**
 * Adds a category in each transaction, and describes the one before. Every fourth transaction is rolled back.
 * @returns the changes that were committed
 */
async function write(
  databaseUrl: string,
  { writer, holdMs, until }: { writer: number; holdMs: number; until: number },
): Promise<string[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const committed: string[] = [];
  let previous: string | undefined;
  for (let n = 0; performance.now() < until; n++) {
    const name = `w${writer}-${n}`;
    await client.query('begin');
    await client.query('insert into categories (name, created_at, updated_at) values ($1, now(), now())', [
      name,
    ]);
    await wait(holdMs);
    await client.query('update categories set description = $1 where name = $2', [name, previous]);
    const isUndone = n % 4 === 3;
    await client.query(isUndone ? 'rollback' : 'commit');
    if (!isUndone) {
      committed.push(`category.created ${name} null`);
      if (previous !== undefined) committed.push(`category.changed ${previous} ${name}`);
      previous = name;
    }
    await wait(PAUSE_MS);
  }
  await client.end();
  return committed;
}

/** Reads the audit trail behind the highest id that it has seen, until a moment. @returns the lower ids that it never saw */
async function readNaively(databaseUrl: string, until: number): Promise<string[]> {
  const seen = new Set<string>();
  let cursor = '0';
  while (performance.now() < until) {
    const entries = await query<{ id: string }>(
      databaseUrl,
      'select id from audit_entries where id > $1 order by id',
      [cursor],
    );
    for (const { id } of entries) seen.add(id);
    cursor = entries.at(-1)?.id ?? cursor;
    await wait(PAUSE_MS);
  }
  const all = await query<{ id: string }>(databaseUrl, 'select id from audit_entries where id <= $1', [
    cursor,
  ]);
  return all.map(({ id }) => id).filter((id) => !seen.has(id));
}
