import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Client } from 'pg';
import sharp from 'sharp';
import type { Answer } from '../../support/api-client';
import { aProvider } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

const tagOf = ({ headers }: Answer) => headers.get('etag') ?? 'none';

describe('An image upload with the entity tag of the provider', () => {
  let service: TestService;
  let storageDir: string;
  let picture: Blob;

  beforeAll(async () => {
    storageDir = await mkdtemp(join(tmpdir(), 'scheduling-images-'));
    service = await startTestService({ environment: { STORAGE_DIR: storageDir } });
    const red = sharp({ create: { width: 8, height: 8, channels: 3, background: '#cc2200' } });
    picture = new Blob([new Uint8Array(await red.png().toBuffer())]);
  });

  afterAll(async () => {
    await service.stop();
    await rm(storageDir, { recursive: true });
  });

  const upload = (path: string, tag: string) => {
    const raw = new FormData();
    raw.append('image', picture, 'me.png');
    return service.admin.send('POST', `${path}/profile-image`, { raw, headers: { 'if-match': tag } });
  };
  const files = () => readdir(join(storageDir, 'profile-images')).catch(() => []);

  it('succeeds and answers with the next tag when the tag is current', async () => {
    const path = `/providers/${await aProvider(service.admin)}`;
    const before = await service.admin.get(path);
    const uploaded = await upload(path, tagOf(before));
    const after = await service.admin.get(path);
    expect([uploaded.status, uploaded.body, tagOf(uploaded)]).toEqual([200, after.body, tagOf(after)]);
    expect(tagOf(after)).not.toBe(tagOf(before));
  });

  it('changes nothing and stores no file when the provider has changed', async () => {
    const path = `/providers/${await aProvider(service.admin)}`;
    const [before, kept] = [await service.admin.get(path), await files()];
    expect((await upload(path, '"older"')).status).toBe(412);
    expect([(await service.admin.get(path)).body, await files()]).toEqual([before.body, kept]);
  });

  it('succeeds for only one of two clients that send it at the same time', async () => {
    const id = await aProvider(service.admin);
    const tag = tagOf(await service.admin.get(`/providers/${id}`));
    const writer = new Client({ connectionString: service.databaseUrl });
    await writer.connect();
    await writer.query('begin');
    await writer.query('select from providers where id = $1 for no key update', [id]);
    const uploads = [upload(`/providers/${id}`, tag), upload(`/providers/${id}`, tag)];
    await untilBothWait(writer);
    await writer.query('commit');
    await writer.end();
    const statuses = (await Promise.all(uploads)).map(({ status }) => status);
    expect(statuses.sort()).toEqual([200, 412]);
  });
});

async function untilBothWait(client: Client): Promise<void> {
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;
  for (let attempt = 0; attempt < 10_000; attempt++) if ((await client.query(waiting)).rowCount === 2) return;
  throw new Error('they do not wait');
}
