import { createDataSource } from '../../../src/platform/database/data-source';
import { migrate } from '../../../src/platform/database/migrate';
import { createEmptyDatabase, type EmptyDatabase } from '../../support/empty-database';
import { query } from '../../support/query';
import { readSchema, type Schema } from './schema';

describe('the entities', () => {
  const databases: EmptyDatabase[] = [];
  let migrated: Schema;
  let described: Schema;
  let pending: readonly string[];

  beforeAll(async () => {
    const [byMigrations, byEntities] = [await create(), await create()];
    const dataSource = await createDataSource({ url: byMigrations, poolSize: 1 }).initialize();
    await migrate(dataSource);
    pending = (await dataSource.driver.createSchemaBuilder().log()).upQueries.map(({ query: sql }) => sql);
    await dataSource.destroy();
    migrated = await readSchema(byMigrations);
    described = await schemaOfEntities(byEntities);
  });

  afterAll(() => Promise.all(databases.map((database) => database.drop())));

  async function create(): Promise<string> {
    const database = await createEmptyDatabase();
    databases.push(database);
    return database.url;
  }

  it('leave nothing for TypeORM to change in what the migrations make', () => {
    expect(pending).toEqual([]);
  });

  it('have the columns that the migrations make', () => {
    expect(described.columns).toEqual(migrated.columns);
  });

  it('have the constraints that the migrations make, word for word', () => {
    expect(described.constraints).toEqual(migrated.constraints);
  });

  it('have the indexes that the migrations make, word for word', () => {
    expect(described.indexes).toEqual(migrated.indexes);
  });
});

/** The schema that TypeORM makes of the entities alone. Indexes on expressions are beyond it: only the migrations know them. */
async function schemaOfEntities(url: string): Promise<Schema> {
  await query(url, 'create extension btree_gist');
  const dataSource = await createDataSource({ url, poolSize: 1 }).initialize();
  await dataSource.synchronize();
  await dataSource.destroy();
  return readSchema(url);
}
