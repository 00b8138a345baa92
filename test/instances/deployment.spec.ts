import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { run } from '../cli/run-cli';
import { ApiClient } from '../support/api-client';
import { StreamReader } from '../support/event-stream';
import { numberEvents } from '../support/events';
import { startTestService, type TestService } from '../support/test-service';
import { Nginx } from './nginx';

describe('nginx with deploy/nginx.conf', () => {
  const environment = { TRUST_PROXY: '1' };
  let one: TestService;
  let other: TestService;
  let nginx: Nginx;

  beforeAll(async () => {
    one = await startTestService({ environment });
    other = await startTestService({ environment, databaseUrl: one.databaseUrl });
    nginx = await Nginx.start([one.url, other.url]);
  });

  afterAll(async () => {
    await nginx.stop();
    await other.stop();
    await one.stop();
  });

  it.each(['/metrics', '/metrics/', '/METRICS', '/%6Detrics', '//metrics', '/metrics?a'])(
    'does not publish the metrics at %s',
    async (path) => {
      const { status, headers } = await fetch(nginx.url + path);
      expect({ status, type: headers.get('content-type') }).not.toMatchObject({ status: 200 });
    },
  );

  it('passes requests to the instances', async () => {
    const client = new ApiClient(nginx.url, one.admin.key);
    const made = await client.post('/services', { name: 'Haircut', durationMin: 30 });
    expect(made.status).toBe(201);
    expect((await client.get(`/services/${made.body.data.id}`)).body.data.name).toBe('Haircut');
    expect((await fetch(`${one.url}/metrics`)).status).toBe(200);
  });

  it('accepts an image of 5 MiB', async () => {
    const client = new ApiClient(nginx.url, one.admin.key);
    const raw = new FormData();
    raw.append('image', new Blob([new Uint8Array(5 * 1_048_576)]), 'me.png');
    const { body } = await client.send('POST', '/providers/999/profile-image', { raw });
    expect(body.error.message).toContain('must be a JPEG');
  });

  it('passes the stream of events on as it comes', async () => {
    await numberEvents(one);
    const reader = await StreamReader.open({ ...one, url: nginx.url });
    await one.admin.post('/categories', { name: 'Hair' });
    await numberEvents(one);
    expect((await reader.has(1))[0]?.type).toBe('category.created');
    expect(reader.answer.headers).toMatchObject({ 'content-type': 'text/event-stream; charset=utf-8' });
    await reader.close();
  });

  it('sends requests to the other instance when one instance has stopped', async () => {
    const client = new ApiClient(nginx.url, one.admin.key);
    await other.app.close();
    const answers = await Promise.all(Array.from({ length: 20 }, () => client.get('/services')));
    expect(answers.map(({ status }) => status)).toEqual(Array(20).fill(200));
  });
});

const UNITS = ['scheduling.service', 'scheduling-backup.service', 'scheduling-backup.timer'];

describe('The systemd unit', () => {
  it.each(UNITS)('deploy/%s passes systemd-analyze verify without a warning', async (name) => {
    const folder = await mkdtemp(join(tmpdir(), 'scheduling-unit-'));
    for (const unit of UNITS) {
      const text = await readFile(join(__dirname, '../../deploy', unit), 'utf8');
      await writeFile(join(folder, unit), text.replace('/usr/bin/node', process.execPath));
    }
    const file = join(folder, name);
    const verified = await run('/usr/bin/systemd-analyze', ['verify', '--recursive-errors=no', file], {});
    await rm(folder, { recursive: true, force: true });
    expect(verified).toEqual({ code: 0, stdout: '', stderr: '' });
  });
});
