import fc from 'fast-check';
import { Client } from 'pg';
import type { Statement } from '../../../src/platform/database/database';
import { KnownReads } from '../../../src/platform/database/reads/known-reads';
import { pageOf, type TotalRow } from '../../../src/platform/database/reads/total-page';
import { startTestService, type TestService } from '../../support/test-service';
import { runs } from '../../support/worlds/runs';

/** A row; here the total is no count of rows. */
type Row = TotalRow<{ readonly value?: string }>;

const SUM: Statement = {
  name: 'test.sum',
  text: 'select coalesce(sum(value), 0)::int as total from written',
};
/** So many that some two reads have no write of another test between them. */
const TRIES = 200;
const WRITERS = 3;

type Action =
  'insert' | 'change' | 'delete' | 'begin' | 'savepoint' | 'undo' | 'keep' | 'commit' | 'rollback';

/** Each writer has rows of its own, so that none waits for another. */
const SQL: Readonly<Record<Action, (writer: number) => string>> = {
  insert: (writer) => `insert into written values (${writer}, 1)`,
  change: (writer) => `update written set value = value + 1 where writer = ${writer}`,
  delete: (writer) => `delete from written where writer = ${writer}`,
  begin: () => 'begin',
  savepoint: () => 'savepoint here',
  undo: () => 'rollback to savepoint here',
  keep: () => 'release savepoint here',
  commit: () => 'commit',
  rollback: () => 'rollback',
};
const aStep = fc.record({
  writer: fc.nat(WRITERS - 1),
  action: fc.constantFrom(...(Object.keys(SQL) as Action[])),
});

describe('A read that is known', () => {
  let service: TestService;
  let reads: KnownReads;
  let plain: Client;
  let writers: readonly Client[];

  beforeAll(async () => {
    service = await startTestService();
    reads = service.app.get(KnownReads);
    await service.query('create table written (writer int, value int)');
    const clients = Array.from({ length: WRITERS + 1 }, () => {
      return new Client({ connectionString: service.databaseUrl });
    });
    await Promise.all(clients.map((client) => client.connect()));
    [plain, ...writers] = clients as [Client, ...Client[]];
  });

  afterAll(async () => {
    await Promise.all([plain, ...writers].map((client) => client.end()));
    await service.stop();
  });

  const page = (rows: Row[]) => pageOf(rows, { page: 1, perPage: 1 }, { field: 'value', direction: 'asc' });
  const read = (statement: Statement, values: readonly unknown[] = []) => reads.page(statement, values, page);
  const known = () => read(SUM);
  /** Whether, in one of many tries, `again` gives what `first` has given. Other tests write to the same server. */
  const everRepeats = async (first: () => Promise<object>, again = first) => {
    for (let tried = 0; tried < TRIES; tried++) if ((await first()) === (await again())) return true;
    return false;
  };

  it('gives what was made before, as long as nothing is written', async () => {
    expect(await everRepeats(known)).toBe(true);
  });

  it('is what a plain read gives, whenever writers begin, undo, commit and roll back', async () => {
    const law = fc.asyncProperty(fc.array(aStep, { minLength: 20, maxLength: 60 }), async (steps) => {
      for (const { writer, action } of steps) {
        // A step that has no transaction, or no savepoint, is an error or a warning, and changes nothing.
        await writers[writer]?.query(SQL[action](writer)).catch(() => undefined);
        const { rows } = await plain.query<Row>(SUM.text);
        expect((await known()).total).toBe(page(rows).total);
      }
      for (const writer of writers) await writer.query('rollback');
    });
    await fc.assert(law, runs(40, 10));
  });

  it('is read again for other values, and for another statement', async () => {
    const echo = async (name: string, value: string) => {
      const text = `select 1 as total, '${name} of ' || $1::text as value`;
      return (await read({ name, text }, [value])).items[0]?.value;
    };
    const found = [
      await echo('test.one', 'a'),
      await echo('test.one', 'b'),
      await echo('test.two', 'a'),
      await echo('test.one', 'a'),
    ];
    expect(found).toEqual(['test.one of a', 'test.one of b', 'test.two of a', 'test.one of a']);
  });

  it('is not one of more than a hundred rows, nor a search', async () => {
    const many = { name: 'test.many', text: 'select generate_series(1, 101) as total' };
    const search = { ...SUM, name: 'test.search', isSearch: true };
    const unnamed = { ...SUM, name: '' };
    for (const statement of [many, search, unnamed])
      expect(await everRepeats(() => read(statement))).toBe(false);
  });

  it('is not one that has grown to more than a hundred rows', async () => {
    const grown = { name: 'test.grown', text: 'select total, generate_series(1, total) from size' };
    const repeats = () => everRepeats(() => read(grown));
    await service.query('create table size as select 100 as total');
    expect(await repeats()).toBe(true);
    await service.query('update size set total = 101');
    expect(await repeats()).toBe(false);
  });

  it('is forgotten after two thousand rows of later ones, but not when it is repeated between them', async () => {
    const hundred = { name: 'test.hundred', text: 'select $1::int as total, generate_series(1, 100)' };
    const later = async (between?: () => Promise<object>) => {
      for (let number = 1; number <= 22; number++) {
        await read(hundred, [number]);
        await between?.();
      }
      return known();
    };
    expect(await everRepeats(known, later)).toBe(false);
    expect(await everRepeats(known, () => later(known))).toBe(true);
  });

  it('needs a row, in which it finds the state that was seen', async () => {
    const nothing = { name: 'test.nothing', text: 'select 1 where false' };
    await read(nothing);
    await expect(read(nothing)).rejects.toThrow('test.nothing returned no row');
  });
});
