import { mkdir, mkdtemp, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp from 'sharp';
import type { ServiceProcess } from '../process/service-process';
import { run } from '../cli/run-cli';
import { ApiClient } from '../support/api-client';
import { aProvider } from '../support/builders';
import { Testbed } from './support/testbed';
import { timeToResume } from './support/time-to-resume';
import { RESUME_LIMIT_MS } from './support/scale';

/** The largest file in bytes while the disk is full; the picture is larger. */
const ROOM = 1_024;
/** A folder in which even root cannot create files. */
const READ_ONLY = '/sys';

describe('An upload that cannot be stored', () => {
  const bed = Testbed.forEach();
  let folder: string;
  let picture: Blob;

  beforeAll(async () => {
    picture = await aPicture();
  });

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scheduling-faults-'));
  });

  afterEach(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  const start = (through: readonly string[] = []) =>
    bed.start({ STORAGE_DIR: join(folder, 'storage') }, { through });

  /** Creates a provider, and returns functions that upload and read its picture. */
  const open = async (service: ServiceProcess) => {
    const url = await service.url();
    const business = await bed.openBusiness(url);
    const client = new ApiClient(url, business.key);
    const id = await aProvider(client);
    const upload = () => {
      const form = new FormData();
      form.set('image', picture);
      return client.send('POST', `/providers/${id}/profile-image`, { raw: form });
    };
    const profileImage = async () => (await client.get(`/providers/${id}`)).body.data.profile_image as string;
    return { url, business, upload, profileImage };
  };

  const expectUnavailable = ({ status, headers, body }: Awaited<ReturnType<ApiClient['get']>>) => {
    expect([status, headers.get('retry-after')]).toEqual([503, '2']);
    expect(body).toEqual({
      error: { code: 'SERVER_ERROR', message: 'Files cannot be stored at the moment; try again shortly' },
    });
  };

  it('is answered 503 while the disk is full, keeps the previous picture, and leaves no partial file', async () => {
    const service = start(['prlimit', '--fsize=unlimited']);
    const { url, business, upload, profileImage } = await open(service);
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
    expect(await timeToResume('the disk was full', business, url, performance.now())).toBeLessThan(
      RESUME_LIMIT_MS,
    );
    expect(service.hasEnded()).toBe(false);
  }, 60_000);

  it('is answered 503 while the folder is read-only', async () => {
    const storage = join(folder, 'storage');
    await symlink(READ_ONLY, storage);
    const service = start();
    const { url, business, upload, profileImage } = await open(service);
    expectUnavailable(await upload());
    expect(await profileImage()).toBeNull();

    await rm(storage);
    await mkdir(storage);
    expect((await upload()).status).toBe(200);
    expect((await fetch(url + (await profileImage()))).status).toBe(200);
    expect(await timeToResume('the folder was read-only', business, url, performance.now())).toBeLessThan(
      RESUME_LIMIT_MS,
    );
    expect(service.hasEnded()).toBe(false);
  }, 60_000);
});

/** Noise, which cannot be compressed. */
async function aPicture(): Promise<Blob> {
  const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
  const create = { width: 256, height: 256, channels: 3, background: 'white', noise } as const;
  return new Blob([await sharp({ create }).png().toBuffer()]);
}
