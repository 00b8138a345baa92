import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ServiceProcess } from '../process/service-process';
import { build, run } from '../cli/run-cli';
import { ApiClient } from '../support/api-client';
import { aProvider } from '../support/builders';
import { createEmptyDatabase, type EmptyDatabase } from '../support/empty-database';
import { Cast } from './support/cast';
import { resumption } from './support/resumption';
import { RESUMES_WITHIN } from './support/effort';
import { Shop } from './support/shop';

/** Bytes that a file may have in the service that has a full disk; the picture takes more. */
const ROOM = 1_024;
/** There not even root may make files. */
const READ_ONLY = '/sys';

describe('files that cannot be kept', () => {
  const cast = new Cast();
  let database: EmptyDatabase;
  let folder: string;
  let picture: Blob;

  beforeAll(async () => {
    await build();
    picture = await aPicture();
  }, 180_000);

  beforeEach(async () => {
    database = await createEmptyDatabase();
    folder = await mkdtemp(join(tmpdir(), 'scheduling-faults-'));
  });

  afterEach(async () => {
    await cast.dismiss();
    await database.drop();
    await rm(folder, { recursive: true, force: true });
  });

  const start = (through: readonly string[] = []) =>
    cast.start({ DATABASE_URL: database.url, STORAGE_DIR: join(folder, 'storage') }, { through });

  /** A provider with a picture, and somebody who uploads another. */
  const open = async (service: ServiceProcess) => {
    const url = await service.url();
    const shop = await Shop.open(url, database.url);
    const client = new ApiClient(url, shop.key);
    const id = await aProvider(client);
    const upload = () => {
      const form = new FormData();
      form.set('image', picture);
      return client.send('POST', `/providers/${id}/profile-image`, { raw: form });
    };
    const profileImage = async () => (await client.get(`/providers/${id}`)).body.data.profile_image as string;
    return { url, shop, upload, profileImage };
  };

  const expectUnavailable = ({ status, headers, body }: Awaited<ReturnType<ApiClient['get']>>) => {
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    expect(body).toEqual({
      error: { code: 'SERVER_ERROR', message: 'Files cannot be stored at the moment; try again shortly' },
    });
  };

  it('because the disk is full are a 503; the picture before stays, and nothing is left half-written', async () => {
    const service = start(['prlimit', '--fsize=unlimited']);
    const { url, shop, upload, profileImage } = await open(service);
    expect((await upload()).status).toBe(200);
    const before = await profileImage();
    const limit = async (bytes: string) => {
      const limited = await run('prlimit', ['--pid', String(service.pid), `--fsize=${bytes}`], {});
      expect(limited).toMatchObject({ code: 0 });
    };

    await limit(`${ROOM}:unlimited`);
    expectUnavailable(await upload());
    expect(await profileImage()).toBe(before);
    expect((await fetch(url + before)).status).toBe(200);
    expect(await readdir(join(folder, 'storage/profile-images'))).toHaveLength(1);

    await limit('unlimited');
    expect((await upload()).status).toBe(200);
    expect(await profileImage()).not.toBe(before);
    expect(await resumption('the disk was full', shop, url, performance.now())).toBeLessThan(RESUMES_WITHIN);
    expect(service.hasEnded()).toBe(false);
  }, 60_000);

  it('because the folder is read-only are a 503, until it is not', async () => {
    const storage = join(folder, 'storage');
    await symlink(READ_ONLY, storage);
    const service = start();
    const { url, shop, upload, profileImage } = await open(service);
    expectUnavailable(await upload());
    expect(await profileImage()).toBeNull();

    await rm(storage);
    await mkdir(storage);
    expect((await upload()).status).toBe(200);
    expect((await fetch(url + (await profileImage()))).status).toBe(200);
    expect(await resumption('the folder was read-only', shop, url, performance.now())).toBeLessThan(
      RESUMES_WITHIN,
    );
    expect(service.hasEnded()).toBe(false);
  }, 60_000);
});

/** Noise, which no encoder makes small. */
async function aPicture(): Promise<Blob> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: 256, height: 256, channels: 3, background: 'white', noise } as const;
  return new Blob([await sharp({ create }).png().toBuffer()]);
}
