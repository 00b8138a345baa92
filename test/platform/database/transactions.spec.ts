import { Category } from '../../../src/business/categories/category.entity';
import { Database, type Statement } from '../../../src/platform/database/database';
import { answersInOrder, LastStatements } from '../../../src/platform/database/connection/pipeline';
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
      const written = answersInOrder([
        database.rows(INSERT, ['one'], tx),
        database.rows<{ quotient: number }>(FAIL, [1], tx),
      ]);
      return new LastStatements(written.then(([, rows]) => rows.length));
    });
    expect([answer, await names()]).toEqual([1, ['one']]);
  });

  it('is rolled back when one of its last statements fails, and rejects with the error of that one', async () => {
    const failing = database.pipelined(COMMAND_LINE, async (tx) => {
      await database.rows(READ, [], tx);
      return new LastStatements(
        answersInOrder([
          database.rows(INSERT, ['before'], tx),
          database.rows(FAIL, [0], tx),
          database.rows(INSERT, ['after'], tx),
        ]),
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
            new LastStatements(
              answersInOrder([database.rows(INSERT, [name], tx), database.rows(FAIL, [divisor], tx)]),
            ),
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
