import type { NestExpressApplication } from '@nestjs/platform-express';
import { DataSource } from 'typeorm';
import { parseConfig } from '../../../src/platform/config/config';
import { DatabaseConnection } from '../../../src/platform/database/connection/connection';
import { Jobs } from '../../../src/platform/queue/jobs';
import { createApp } from '../../../src/process/create-app';
import { createEmptyDatabase, type EmptyDatabase } from '../../support/database/empty-database';

/** The step of `DataSource.initialize()` that loads the migrations, after the DataSource calls itself initialized. */
type Loading = Record<'buildMetadatas', () => Promise<void>>;

describe('A service that has connected to an empty database and not migrated it yet', () => {
  let database: EmptyDatabase;
  let app: NestExpressApplication;
  let opening: Promise<void>;
  let goOn: () => void;

  beforeAll(async () => {
    database = await createEmptyDatabase();
    app = await createApp({ config: parseConfig({ LOG_LEVEL: 'silent' }), databaseUrl: database.url });
    await app.listen(0, '127.0.0.1');
    await new Promise<void>((paused) => {
      const loading = app.get<DataSource, Loading>(DataSource);
      const load = loading.buildMetadatas.bind(loading);
      jest.spyOn(loading, 'buildMetadatas').mockImplementation(async () => {
        paused();
        await new Promise<void>((resolve) => {
          goOn = resolve;
        });
        await load();
      });
      opening = app.get(DatabaseConnection).open();
    });
  });

  afterAll(async () => {
    await app.close();
    await database.drop();
  });

  const get = async (path: string) => {
    const response = await fetch(`${await app.getUrl()}${path}`);
    return { status: response.status, body: await response.json() };
  };

  it('is not ready', async () => {
    expect(await get('/health/ready')).toEqual({
      status: 503,
      body: { status: 'unavailable', reason: 'The service has not opened its database yet' },
    });
  });

  it('answers 503 to a request that needs the database', async () => {
    expect((await get('/api/v1/locations')).status).toBe(503);
  });

  it('sends no statement to the queue, whose tables do not exist', async () => {
    await expect(app.get(Jobs).take('messages')).rejects.toThrow(
      'The service has not opened its database yet; try again shortly',
    );
  });

  it('is ready after the migrations', async () => {
    goOn();
    await opening;
    expect(await get('/health/ready')).toEqual({ status: 200, body: { status: 'ok' } });
    expect((await get('/api/v1/locations')).status).toBe(200);
  });
});
