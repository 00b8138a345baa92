import { existsSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { withoutDeletions } from '../../../src/platform/storage/deletion-lock';
import { FileStorage } from '../../../src/platform/storage/file-storage';
import { folderPath } from '../../../src/platform/storage/folder-path';
import { Config } from '../../../src/platform/config/config';
import { startTestService, type TestService } from '../../support/test-service';

describe('The deletion of a stored file', () => {
  let service: TestService;
  let storageDir: string;

  beforeAll(async () => {
    storageDir = await mkdtemp(join(tmpdir(), 'scheduling-deletions-'));
    service = await startTestService({ environment: { STORAGE_DIR: storageDir } });
  });

  afterAll(async () => {
    await service.stop();
    await rm(storageDir, { recursive: true });
  });

  const write = async (name: string) => {
    const storage = service.app.get(FileStorage, { strict: false });
    await storage.write('pictures', name, Buffer.from('content'));
    const path = join(folderPath(service.app.get<Config>(Config), 'pictures'), name);
    return { storage, isThere: () => existsSync(path) };
  };

  it('takes effect at once while no backup runs', async () => {
    const { storage, isThere } = await write('one.webp');
    await storage.remove('pictures', 'one.webp');
    expect(isThere()).toBe(false);
  });

  it('waits for the end of a backup without delaying its caller', async () => {
    const { storage, isThere } = await write('two.webp');
    await withoutDeletions(service.databaseUrl, async () => {
      await storage.remove('pictures', 'two.webp');
      expect(isThere()).toBe(true);
    });
    while (isThere()) await wait(20);
    expect(isThere()).toBe(false);
  });
});
