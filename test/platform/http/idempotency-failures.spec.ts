import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { Client } from 'pg';
import sharp from 'sharp';
import { MessagesService } from '../../../src/telling/messages/messages.service';
import { aBooking, aProvider, aService } from '../../support/builders';
import { TcpProxy } from '../../support/tcp-proxy';
import { startTestService, type TestService } from '../../support/test-service';

/** Run it outside of a transaction, because a transaction reads pg_stat_activity only once. */
const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

const under = (key: string) => ({ headers: { 'idempotency-key': key } });

describe('A POST with an Idempotency-Key that fails', () => {
  let origin: TestService;
  let proxy: TcpProxy;
  let service: TestService;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    origin = await startTestService();
    proxy = await TcpProxy.to(origin.databaseUrl);
    service = await startTestService({ databaseUrl: proxy.url });
    serviceId = await aService(origin.admin);
  });

  beforeEach(async () => {
    providerId = await aProvider(origin.admin);
  });

  afterAll(async () => {
    await service.stop();
    await proxy.cut();
    await origin.stop();
  });

  const booked = async () =>
    (await origin.query('select 1 from appointments where provider_id = $1', [providerId])).length;

  it('writes nothing and succeeds when the client retries it', async () => {
    const body = aBooking(providerId, serviceId);
    const queue = jest.spyOn(service.app.get(MessagesService), 'queue');
    queue.mockRejectedValueOnce(new Error('no paper'));
    expect((await service.admin.post('/appointments', body, under('fault'))).status).toBe(500);
    expect(await booked()).toBe(0);
    const second = await service.admin.post('/appointments', body, under('fault'));
    expect([second.status, second.headers.has('idempotency-replayed')]).toEqual([201, false]);
    const third = await service.admin.post('/appointments', body, under('fault'));
    expect(third.body).toEqual(second.body);
    expect(await booked()).toBe(1);
  });

  it('succeeds when the client retries it after an outage of the database', async () => {
    const body = aBooking(providerId, serviceId);
    const rival = new Client({ connectionString: origin.databaseUrl });
    await rival.connect();
    await rival.query('begin');
    await rival.query('select from providers where id = $1 for update', [providerId]);
    const cutOff = service.admin.post('/appointments', body, under('outage'));
    while ((await origin.query(WAITING)).length === 0) await wait(10);
    await proxy.cut();
    expect((await cutOff).status).toBe(503);
    await proxy.mend();
    await rival.query('commit');
    await rival.end();
    let answer = await service.admin.post('/appointments', body, under('outage'));
    // PostgreSQL notices only now that the first connection is closed; until then its transaction keeps the key.
    while (answer.status === 409) answer = await service.admin.post('/appointments', body, under('outage'));
    expect([answer.status, answer.headers.has('idempotency-replayed')]).toEqual([201, false]);
    expect(await booked()).toBe(1);
  });
});

describe('An upload with an Idempotency-Key', () => {
  let service: TestService;
  let storageDir: string;
  let providerId: number;

  beforeAll(async () => {
    storageDir = await mkdtemp(join(tmpdir(), 'scheduling-keyed-images-'));
    service = await startTestService({ environment: { STORAGE_DIR: storageDir } });
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin);
  });

  afterAll(async () => {
    await service.stop();
    await rm(storageDir, { recursive: true });
  });

  const picture = (background: string) =>
    sharp({ create: { width: 4, height: 3, channels: 3, background } })
      .png()
      .toBuffer();
  const upload = (content: Buffer, key: string, name = 'me.png') => {
    const raw = new FormData();
    raw.append('image', new Blob([new Uint8Array(content)]), name);
    return service.admin.send('POST', `/providers/${providerId}/profile-image`, { raw, ...under(key) });
  };
  const files = () => readdir(join(storageDir, 'profile-images'));
  const served = async (path: string) => (await fetch(service.url + path)).status;

  it('is replayed for the same file, even when the form around it differs', async () => {
    const red = await picture('#cc2200');
    const first = await upload(red, 'same');
    const before = await files();
    const again = await upload(red, 'same', 'another-name.png');
    expect(first.status).toBe(200);
    expect([again.status, again.body]).toEqual([200, first.body]);
    expect(again.headers.get('idempotency-replayed')).toBe('true');
    expect(await files()).toEqual(before);
  });

  it('is refused when its file differs from the first one', async () => {
    await upload(await picture('#cc2200'), 'other');
    const before = await files();
    const { status, body } = await upload(await picture('#0022cc'), 'other');
    expect([status, body.error.details]).toEqual([422, { reason: 'idempotency_key_reused' }]);
    expect(await files()).toEqual(before);
  });

  it('may use the key of an upload that was refused because its file was no picture', async () => {
    expect((await upload(Buffer.from('no picture'), 'mended')).status).toBe(400);
    expect((await upload(await picture('#cc2200'), 'mended')).status).toBe(200);
  });

  it('deletes the previous picture of the provider', async () => {
    const before = (await upload(await picture('#cc2200'), 'old')).body.data.profile_image;
    const after = (await upload(await picture('#0022cc'), 'new')).body.data.profile_image;
    expect([await served(before), await served(after)]).toEqual([404, 200]);
  });

  it('keeps the previous picture when it fails at the commit', async () => {
    const { profile_image: before } = (await upload(await picture('#cc2200'), 'kept')).body.data;
    await service.query('alter table idempotency_records add constraint no_room check (false) not valid');
    expect((await upload(await picture('#0022cc'), 'lost')).status).toBe(500);
    await service.query('alter table idempotency_records drop constraint no_room');
    expect((await service.admin.get(`/providers/${providerId}`)).body.data.profile_image).toBe(before);
    expect(await served(before)).toBe(200);
  });
});
