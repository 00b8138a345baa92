import { setTimeout as wait } from 'node:timers/promises';
import { EventNumbering } from '../../../src/telling/numbering/event-numbering';
import { type Event, eventsAfter, latestEvent, numberEvents } from '../../support/events';
import { OpenWrite } from '../../support/open-write';
import { startTestService, type TestService } from '../../support/test-service';

describe('The order of events', () => {
  let service: TestService;
  let start: number;

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    await numberEvents(service);
    start = await latestEvent(service);
  });

  afterAll(() => service.stop());

  const begin = () => OpenWrite.begin(service);
  const names = (events: readonly Event[]) => events.map(({ data }) => data['name']);
  const numbered = async () => names(await eventsAfter(service, start));

  it('is that of the commits: a change with a lower entry that commits later comes later, and is not lost', async () => {
    const slow = await (await begin()).add('slow');
    const quick = await (await begin()).add('quick');
    await quick.end('commit');
    expect(await numbered()).toEqual(['quick']);
    await slow.end('commit');
    expect(await numbered()).toEqual(['quick', 'slow']);
  });

  it('loses no change of the youngest transaction, which a snapshot says nothing about', async () => {
    const older = await (await begin()).add('older');
    const youngest = await (await begin()).add('youngest');
    await older.add('last');
    await older.end('commit');
    for (let round = 0; round < 4; round++) await numberEvents(service);
    await youngest.end('commit');
    expect(await numbered()).toEqual(['older', 'last', 'youngest']);
  });

  it('does not wait for a long transaction, nor for what was rolled back', async () => {
    const long = await (await begin()).add('long');
    await (await (await begin()).add('undone')).end('rollback');
    for (const name of ['a', 'b', 'c']) {
      await (await (await begin()).add(name)).end('commit');
      await numberEvents(service);
    }
    expect(await numbered()).toEqual(['a', 'b', 'c']);
    await long.add('longer');
    await long.end('commit');
    expect(await numbered()).toEqual(['a', 'b', 'c', 'long', 'longer']);
  });

  it('keeps the order of the writes of one row, whichever transaction began first', async () => {
    const [first, second] = [await (await begin()).add('seed'), await begin()];
    await second.run(`insert into categories (name, created_at, updated_at) values ('shared', now(), now())`);
    await second.end('commit');
    await first.run(`update categories set name = 'changed' where name = 'shared'`);
    await first.end('commit');
    expect(await numbered()).toEqual(['seed', 'shared', 'changed']);
  });

  it('forgets rolled back writes once every transaction that may have been theirs has ended', async () => {
    await (await (await begin()).add('undone')).end('rollback');
    await (await (await begin()).add('done')).end('commit');
    const behind = () =>
      service.query(`
        select from event_numbering
        where gaps || old_gaps <> '[]' or seen < (select max(id) from audit_entries)`);
    // Transactions in other databases of the server count, too: those of the specs that run beside this one.
    for (let round = 0; round < 6_000 && (await behind()).length > 0; round++) {
      await numberEvents(service);
      await wait(10);
    }
    expect(await behind()).toEqual([]);
  });

  it('is made by one process at a time; another one goes without', async () => {
    const other = await startTestService({ databaseUrl: service.databaseUrl });
    const holder = await begin();
    await holder.run('select from event_numbering for update');
    await (await (await begin()).add('waits')).end('commit');
    expect(await Promise.all([service, other].map(({ app }) => app.get(EventNumbering).run()))).toEqual([
      false,
      false,
    ]);
    await holder.end('rollback');
    await Promise.all([numberEvents(service), numberEvents(other)]);
    // The other service has made a key, with which it is called.
    expect(await numbered()).toEqual(['Test', 'waits']);
    await other.stop();
  });

  it('numbers a transaction of more than a batch', async () => {
    const bulk = await begin();
    await bulk.run(
      `insert into categories (name, created_at, updated_at) select 'bulk', now(), now() from generate_series(1, 2500)`,
    );
    await (await (await begin()).add('between')).end('commit');
    expect(await numbered()).toEqual(['between']);
    await bulk.end('commit');
    await numberEvents(service);
    const [counted] = await service.query(
      `select count(*)::int as events, count(distinct entry_ids)::int as entries, max(id) - min(id) as span from events where id > ${start + 1}`,
    );
    expect(counted).toEqual({ events: 2500, entries: 2500, span: '2499' });
  });

  it('is whole while eight writers commit and roll back during long transactions, where an id of the trail as cursor is not', async () => {
    const written = new Set<string>();
    const writers = Array.from({ length: 8 }, async (_unused, writer) => {
      for (let n = 0; n < 25; n++) {
        const write = await begin();
        const name = `w${writer}-${n}`;
        await write.add(name);
        if (n % 5 === writer % 5) await new Promise((resolve) => setTimeout(resolve, 20));
        const isUndone = n % 7 === 3;
        await write.end(isUndone ? 'rollback' : 'commit');
        if (!isUndone) written.add(name);
      }
    });
    const finished = Promise.all(writers).then(() => 'finished');
    const heard: unknown[] = [];
    const heardNaively = new Set<string>();
    let [cursor, naiveCursor] = [start, 0];
    for (let isLast = false; !isLast;) {
      isLast = (await Promise.race([finished, Promise.resolve('going on')])) === 'finished';
      const events = await eventsAfter(service, cursor);
      heard.push(...names(events));
      cursor = events.at(-1)?.id ?? cursor;
      const entries = await service.query<{ id: string; name: string }>(
        `select id, after ->> 'name' as name from audit_entries where id > ${naiveCursor} order by id`,
      );
      for (const { id, name } of entries) {
        heardNaively.add(name);
        naiveCursor = Number(id);
      }
    }
    expect(heard.toSorted()).toEqual([...written].toSorted());
    expect([...written].every((name) => heardNaively.has(name))).toBe(false);
  });
});
