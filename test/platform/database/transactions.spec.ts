import { Client } from 'pg';
import type { EntityManager } from 'typeorm';
import { Category } from '../../../src/business/categories/category.entity';
import { Database, type Statement } from '../../../src/platform/database/database';
import { locking } from '../../../src/platform/database/statement';
import { endWith } from '../../../src/platform/database/connection/pipeline';
import { COMMAND_LINE } from '../../../src/platform/database/write-context';
import { interceptStatements } from '../../support/database/intercept-statements';
import { startTestService, type TestService } from '../../support/test-service';

const INSERT: Statement = {
  name: 'test.insert',
  text: 'insert into categories (name, created_at, updated_at) values ($1, now(), now())',
};
const FAIL: Statement = { name: 'test.fail', text: 'select 1 / $1::int' };
const READ: Statement = { name: 'test.read', text: 'select 1' };

describe('A pipelined transaction', () => {
  let service: TestService;
  let database: Database;

  beforeAll(async () => {
    service = await startTestService();
    database = service.app.get(Database);
  });

  afterAll(() => service.stop());

  beforeEach(() => service.query('delete from categories'));

  afterEach(() => {
    jest.restoreAllMocks();
  });

  const names = async () =>
    (await service.query<{ name: string }>('select name from categories order by name')).map(
      ({ name }) => name,
    );

  it('commits what its last statements write, and resolves with their answers', async () => {
    const answer = await database.pipelined(COMMAND_LINE, async (tx) => {
      await database.rows(READ, [], tx);
      return endWith(
        [database.rows(INSERT, ['one'], tx), database.rows<{ quotient: number }>(FAIL, [1], tx)],
        ([, rows]) => rows.length,
      );
    });
    expect([answer, await names()]).toEqual([1, ['one']]);
  });

  it('is rolled back when one of its last statements fails, and rejects with the error of that one', async () => {
    const failing = database.pipelined(COMMAND_LINE, async (tx) => {
      await database.rows(READ, [], tx);
      return endWith(
        [
          database.rows(INSERT, ['before'], tx),
          database.rows(FAIL, [0], tx),
          database.rows(INSERT, ['after'], tx),
        ],
        () => undefined,
      );
    });
    await expect(failing).rejects.toThrow('division by zero');
    expect(await names()).toEqual([]);
  });

  it('refuses to commit when a statement failed whose answer was not looked at', async () => {
    const failing = database.pipelined(COMMAND_LINE, async (tx) => {
      await database.rows(INSERT, ['one'], tx);
      database.rows(FAIL, [0], tx).catch(() => undefined);
    });
    await expect(failing).rejects.toThrow('had failed');
    expect(await names()).toEqual([]);
  });

  it('ends after its first answer when BEGIN failed, so that nothing is written outside a transaction', async () => {
    interceptStatements((statement) => (statement === 'START TRANSACTION' ? 'select 1 / 0' : statement));
    const failing = database.pipelined(COMMAND_LINE, async (tx) => {
      await database.rows(READ, [], tx);
      await database.rows(INSERT, ['outside'], tx);
    });
    await expect(failing).rejects.toThrow('division by zero');
    jest.restoreAllMocks();
    expect(await names()).toEqual([]);
  });

  it('inside another transaction ends with its savepoint', async () => {
    await database.transaction(COMMAND_LINE, async (outer) => {
      const context = { ...COMMAND_LINE, transaction: outer };
      const insert = (name: string, divisor: number) =>
        database.pipelined(context, (tx) =>
          Promise.resolve(
            endWith([database.rows(INSERT, [name], tx), database.rows(FAIL, [divisor], tx)], () => undefined),
          ),
        );
      await insert('kept', 1);
      await expect(insert('undone', 0)).rejects.toThrow('division by zero');
    });
    expect(await names()).toEqual(['kept']);
  });

  it('gives a manager to which TypeORM sends a save without BEGIN, and a transaction inside as a savepoint', async () => {
    const category = { name: 'one', createdAt: new Date(), updatedAt: new Date() };
    await database.transaction(COMMAND_LINE, async (tx) => {
      await database.rows(READ, [], tx);
      const controls: string[] = [];
      interceptStatements((statement) => {
        const text = typeof statement === 'string' ? statement : statement.text;
        if (/^(begin|start|commit|rollback|savepoint|release)\b/i.test(text)) controls.push(text);
        return statement;
      });
      await tx.save(tx.create(Category, category));
      expect(controls).toEqual([]);
      await tx.transaction((inner) => database.rows(READ, [], inner));
      expect(controls).toEqual(['SAVEPOINT typeorm_1', 'RELEASE SAVEPOINT typeorm_1']);
    });
    expect(await names()).toEqual(['one']);
  });

  it('fails with the name of a statement that gives no row where one row is certain', async () => {
    const none: Statement = { name: 'test.none', text: 'select 1 where false' };
    await expect(database.one(none, [])).rejects.toThrow('test.none returned no row');
    expect(await database.one({ name: 'test.one', text: 'select 1 as one' }, [])).toEqual({ one: 1 });
  });
});

describe('A transaction that only reads', () => {
  let service: TestService;
  let database: Database;

  beforeAll(async () => {
    service = await startTestService();
    database = service.app.get(Database);
  });

  afterAll(() => service.stop());

  const LOCK = locking('test.lock', 'select id from users order by id', 'for update');
  /** Alone, and under a savepoint of a transaction that writes. */
  const ways = () =>
    [
      ['alone', (work: (tx: EntityManager) => Promise<void>) => database.readOnly({}, work)],
      [
        'inside another transaction',
        (work: (tx: EntityManager) => Promise<void>) =>
          database.transaction(COMMAND_LINE, (transaction) => database.readOnly({ transaction }, work)),
      ],
    ] as const;

  it('sends a statement with a lock without it, so it waits for no one', async () => {
    const rival = new Client({ connectionString: service.databaseUrl });
    await rival.connect();
    await rival.query('begin; select from users for update');
    for (const [way, run] of ways()) {
      await run(async (tx) => {
        expect([way, await database.rows(LOCK, [], tx)]).toEqual([way, [{ id: 1 }]]);
      });
    }
    await rival.end();
  });

  it('refuses what is written in it, and every lock of a row', async () => {
    for (const [, run] of ways())
      for (const text of [INSERT.text.replace('$1', `'one'`), 'select from users for key share'])
        await expect(
          run(async (tx) => {
            await database.rows({ name: '', text }, [], tx);
          }),
        ).rejects.toThrow('read-only transaction');
  });

  it('reads what was committed at one moment', async () => {
    await service.query('delete from categories');
    const counts: unknown[] = [];
    await database.readOnly({}, async (tx) => {
      for (let i = 0; i < 2; i++) {
        const COUNT = { name: 'test.count', text: 'select count(*)::int as count from categories' };
        counts.push(...(await database.rows(COUNT, [], tx)));
        await database.transaction(COMMAND_LINE, (other) => database.rows(INSERT, [`${i}`], other));
      }
    });
    expect(counts).toEqual([{ count: 0 }, { count: 0 }]);
  });

  it('leaves the transaction around it able to write', async () => {
    await service.query('delete from categories');
    await database.transaction(COMMAND_LINE, async (transaction) => {
      await database.readOnly({ transaction }, (tx) => database.rows(READ, [], tx));
      expect(database.isReadOnly(transaction)).toBe(false);
      await database.rows(INSERT, ['after'], transaction);
      expect(await database.rows(LOCK, [], transaction)).toEqual([{ id: 1 }]);
    });
    expect(await service.query('select name from categories')).toEqual([{ name: 'after' }]);
  });
});
