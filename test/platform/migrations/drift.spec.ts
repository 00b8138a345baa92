import { createDataSource } from '../../../src/platform/database/connection/data-source';
import { migrate } from '../../../src/platform/database/migrate';
import { createEmptyDatabase, type EmptyDatabase } from '../../support/database/empty-database';
import { query } from '../../support/database/query';
import { readSchema, type Schema } from './schema';

describe('The entities', () => {
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

  it('match the migrated schema, so that TypeORM has no change to propose', () => {
    expect(pending).toEqual([]);
  });

  it('describe the same columns as the migrations', () => {
    expect(described.columns).toEqual(migrated.columns);
  });

  it('describe the same constraints as the migrations, with the same definitions', () => {
    expect(described.constraints).toEqual(migrated.constraints);
  });

  it('describe the same indexes as the migrations, with the same definitions', () => {
    expect(described.indexes).toEqual(migrated.indexes);
  });
});

/** The schema that TypeORM creates from the entities. It cannot create indexes on expressions; only the migrations do. */
async function schemaOfEntities(url: string): Promise<Schema> {
  await query(url, 'create extension btree_gist');
  const dataSource = await createDataSource({ url, poolSize: 1 }).initialize();
  await dataSource.synchronize();
  await dataSource.destroy();
  return readSchema(url);
}
