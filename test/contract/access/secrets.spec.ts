import { build } from '../../cli/run-cli';
import { ServiceProcess } from '../../process/service-process';
import { ApiClient } from '../../support/api-client';
import { everyRow } from '../../support/database/every-row';
import { startTestService, type TestService } from '../../support/test-service';

const EMAIL = 'mia.keller.4711@example.com';
const PASSWORD = 'correct horse battery';

describe('the running service', () => {
  let store: TestService;
  let service: ServiceProcess;
  let key: string;
  let secret: string;

  beforeAll(async () => {
    store = await startTestService();
    key = (await store.keyOf(1)).key;
    secret = key.split('_')[2] ?? '';
    await build();
    service = ServiceProcess.start({ DATABASE_URL: store.databaseUrl, LOG_LEVEL: 'trace' });
  }, 180_000);

  afterAll(async () => {
    await service.kill('SIGKILL');
    await store.stop();
  });

  it('stores no key and no password in any table of the database', async () => {
    await store.admin.post('/providers', { name: 'Ana Silva', email: 'ana@example.com', password: PASSWORD });
    const rows = await everyRow(store);
    expect(rows.some((row) => row.includes('ana@example.com'))).toBe(true);
    for (const hidden of [secret, key, PASSWORD].flatMap(spellings)) {
      expect(rows.filter((row) => row.includes(hidden))).toEqual([]);
    }
  });

  it('logs no key and no personal data, even when a request fails', async () => {
    const admin = new ApiClient(await service.url(), key);
    const person = { firstName: 'Mia', email: EMAIL, notes: 'Is allergic to nuts' };
    expect((await admin.post('/customers', person)).status).toBe(201);
    expect((await admin.post('/customers', person)).status).toBe(422);
    expect((await admin.get(`/customers?q=${EMAIL}&api_key=${key}`)).status).toBe(200);
    expect((await new ApiClient(await service.url(), `${key}0`).get('/services')).status).toBe(401);
    await store.query('alter table customers rename to people');
    expect((await admin.post('/customers', person)).status).toBe(500);
    const { written } = await service.kill('SIGTERM');
    const logged = written.split('\n').filter((line) => line.startsWith('{'));
    expect(logged.filter((line) => line.includes('"statusCode":500'))).toHaveLength(1);
    for (const hidden of [secret, EMAIL, 'Mia', 'nuts']) {
      expect(logged.filter((line) => line.includes(hidden))).toEqual([]);
    }
  });
});

/** A text in plain form, in hexadecimal and in base64. */
function spellings(text: string): string[] {
  const bytes = Buffer.from(text);
  return [text, bytes.toString('hex'), bytes.toString('base64').replaceAll('=', '')];
}
