import { Database } from '../../../src/platform/database/database';
import { startTestService, type TestService } from '../../support/test-service';

const LONG = 'x'.repeat(63);

describe('Prepared statements', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService({ environment: { DATABASE_POOL_SIZE: '1' } });
  });

  afterAll(() => service.stop());

  it('stay distinct when their names differ only after the 63 characters that PostgreSQL keeps', async () => {
    const database = service.app.get(Database);
    const numberBy = (name: string, number: number) =>
      database.rows<{ number: number }>({ name, text: `select ${number} as number` }, []);
    expect(await numberBy(`${LONG}.one`, 1)).toEqual([{ number: 1 }]);
    expect(await numberBy(`${LONG}.two`, 2)).toEqual([{ number: 2 }]);
    expect(await numberBy(`${LONG}.one`, 1)).toEqual([{ number: 1 }]);
  });

  it('are limited to 300 on a connection; later statements run unprepared with the same results', async () => {
    const database = service.app.get(Database);
    for (let number = 0; number < 400; number++) {
      const statement = { name: `many.${number}`, text: `select ${number} as number` };
      expect(await database.rows(statement, [])).toEqual([{ number }]);
    }
    const text = 'select count(*)::int as kept from pg_prepared_statements';
    expect(await database.rows({ name: '', text }, [])).toEqual([{ kept: 300 }]);
  });
});
