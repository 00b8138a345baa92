import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import sharp, { type Sharp } from 'sharp';
import type { ApiClient } from '../../support/api-client';
import { aProvider } from '../../support/builders';
import { withParts } from '../../support/pictures';
import { startTestService, type TestService } from '../../support/test-service';

const MEGABYTE = 1_024 * 1_024;

describe('Profile images:', () => {
  let service: TestService;
  let storageDir: string;
  let providerId: number;

  beforeAll(async () => {
    storageDir = await mkdtemp(join(tmpdir(), 'scheduling-images-'));
    service = await startTestService({ environment: { STORAGE_DIR: storageDir } });
    providerId = await aProvider(service.admin);
  });

  afterAll(async () => {
    await service.stop();
    await rm(storageDir, { recursive: true });
  });

  const red = (width: number, height: number): Sharp =>
    sharp({ create: { width, height, channels: 3, background: '#cc2200' } });
  const form = (content: Uint8Array | string, part = 'image', name = 'me.jpg') => {
    const data = new FormData();
    data.append(part, new Blob([Buffer.from(content)], { type: 'image/jpeg' }), name);
    return data;
  };
  const upload = (raw: FormData | Blob | string, id: number | string = providerId, client?: ApiClient) =>
    (client ?? service.admin).send('POST', `/providers/${id}/profile-image`, { raw });
  const pathOf = async (content: Uint8Array) =>
    (await upload(form(content))).body.data.profile_image as string;
  const served = async (content: Uint8Array) => {
    const response = await fetch(service.url + (await pathOf(content)));
    return sharp(Buffer.from(await response.arrayBuffer()));
  };
  const files = () => readdir(join(storageDir, 'profile-images'));

  describe('an upload', () => {
    it('returns the provider with the path from which the service serves the image', async () => {
      const before = (await service.admin.get(`/providers/${providerId}`)).body.data;
      const { status, body } = await upload(form(await red(40, 30).jpeg().toBuffer()));
      expect(status).toBe(200);
      expect(body.data).toEqual({
        ...before,
        profile_image: expect.stringMatching(/^\/files\/profile-images\/[0-9a-f]{32}\.webp$/),
      });
      expect((await service.anonymous.get('/providers')).body.data).toMatchObject([
        { profile_image: body.data.profile_image },
      ]);
      const image = await fetch(service.url + String(body.data.profile_image));
      expect(image.status).toBe(200);
      expect(Object.fromEntries(image.headers)).toMatchObject({
        'content-type': 'image/webp',
        'cache-control': 'public, max-age=31536000, immutable',
        'x-content-type-options': 'nosniff',
        'content-security-policy': expect.stringContaining("default-src 'none'"),
        'cross-origin-resource-policy': 'cross-origin',
      });
    });

    it.each(['jpeg', 'png', 'webp', 'gif'] as const)(
      'can be a %s file with any file name and type',
      async (format) => {
        const content = await red(40, 30).toFormat(format).toBuffer();
        const { status } = await upload(form(content, 'image', 'notes.txt'));
        expect(status).toBe(200);
      },
    );

    it.each([
      [1024, 256, 512, 128],
      [300, 900, 171, 512],
      [20, 10, 20, 10],
    ])(
      'of %i×%i pixels becomes a WebP image of %i×%i pixels',
      async (width, height, servedWidth, servedHeight) => {
        const image = await served(await red(width, height).png().toBuffer());
        expect(await image.metadata()).toMatchObject({
          format: 'webp',
          width: servedWidth,
          height: servedHeight,
        });
      },
    );

    it('is turned upright, and loses its metadata', async () => {
      const lying = red(60, 20)
        .jpeg()
        .withExif({ IFD0: { Artist: 'Lea' }, IFD3: { GPSLatitude: '52' } });
      const image = await served(await lying.withMetadata({ orientation: 6 }).toBuffer());
      const metadata = await image.metadata();
      expect(metadata).toMatchObject({ width: 20, height: 60 });
      expect([metadata.exif, metadata.orientation, metadata.icc, metadata.xmp]).toEqual([
        undefined,
        undefined,
        undefined,
        undefined,
      ]);
    });

    it('replaces the previous image, and deletes its file', async () => {
      const id = await aProvider(service.admin);
      const content = await red(8, 8).png().toBuffer();
      const first = (await upload(form(content), id)).body.data.profile_image as string;
      const count = (await files()).length;
      const second = (await upload(form(content), id)).body.data.profile_image as string;
      expect(second).not.toBe(first);
      expect((await fetch(service.url + first)).status).toBe(404);
      expect((await fetch(service.url + second)).status).toBe(200);
      expect(await files()).toHaveLength(count);
    });

    it('is refused with a 503 while too many others are in progress', async () => {
      const content = await red(3_000, 3_000).png().toBuffer();
      const answers = await Promise.all(Array.from({ length: 30 }, () => upload(form(content))));
      const refused = answers.filter(({ status }) => status === 503);
      expect(answers.filter(({ status }) => status === 200).length).toBeGreaterThanOrEqual(2);
      expect(refused.length).toBeGreaterThan(0);
      for (const { headers, body } of refused) {
        expect(headers.get('retry-after')).toBe('2');
        expect(body.error.message).toBe('Too many images are being uploaded; try again shortly');
      }
    });

    it('leaves one file when five uploads run at the same time', async () => {
      const id = await aProvider(service.admin);
      const count = (await files()).length;
      const content = await red(8, 8).png().toBuffer();
      await Promise.all(Array.from({ length: 5 }, () => upload(form(content), id)));
      expect(await files()).toHaveLength(count + 1);
      const { profile_image: path } = (await service.admin.get(`/providers/${id}`)).body.data;
      expect((await fetch(service.url + String(path))).status).toBe(200);
    });

    it('ignores other fields of the form', async () => {
      const data = form(await red(8, 8).png().toBuffer());
      data.append('caption', 'Me');
      expect((await upload(data)).status).toBe(200);
    });

    it('keeps its path when a PUT sends back the provider', async () => {
      const path = await pathOf(await red(8, 8).png().toBuffer());
      const { body } = await service.admin.get(`/providers/${providerId}`);
      const changed = await service.admin.put(`/providers/${providerId}`, body.data);
      expect(changed.body.data.profile_image).toBe(path);
    });
  });

  describe('the service', () => {
    const expectRefused = async (raw: FormData | Blob | string) => {
      const [before, count] = [await service.admin.get(`/providers/${providerId}`), (await files()).length];
      const { status, body } = await upload(raw);
      expect(status).toBe(400);
      expect(body.error).toEqual({ code: 'BAD_REQUEST', message: expect.any(String) });
      expect((await service.admin.get(`/providers/${providerId}`)).body).toEqual(before.body);
      expect(await files()).toHaveLength(count);
    };

    it.each([
      ['text', 'Not an image at all'],
      [
        'an SVG',
        '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9"/></svg>',
      ],
      ['an empty file', ''],
      ['a web page', '<html><script>alert(1)</script></html>'],
    ])('refuses %s', async (_, content) => {
      await expectRefused(form(content));
    });

    it.each(['tiff', 'avif'] as const)('refuses a %s file', async (format) => {
      await expectRefused(form(await red(8, 8).toFormat(format).toBuffer()));
    });

    it('refuses an incomplete picture', async () => {
      const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
      const whole = await sharp({
        create: { width: 200, height: 200, channels: 3, background: '#000', noise },
      })
        .jpeg()
        .toBuffer();
      await expectRefused(form(whole.subarray(0, whole.length / 2)));
    });

    it.each(['jpeg', 'png', 'gif', 'webp'] as const)(
      'refuses a %s of more than 100,000 parts, which would keep other requests waiting, but not of ten thousand',
      async (format) => {
        const whole = await red(8, 8).toFormat(format).toBuffer();
        await expectRefused(form(withParts(format, whole, 100_001)));
        expect((await upload(form(withParts(format, whole, 10_000)))).status).toBe(200);
      },
    );

    it('refuses a picture of more than 25 megapixels, but not of exactly 25', async () => {
      await expectRefused(form(await red(5_000, 5_001).png().toBuffer()));
      expect((await upload(form(await red(5_000, 5_000).png().toBuffer()))).status).toBe(200);
    });

    it('refuses a file of more than 5 MiB, but not of exactly 5 MiB', async () => {
      const image = await red(8, 8).jpeg().toBuffer();
      const padded = (size: number) => Buffer.concat([image, Buffer.alloc(size - image.length)]);
      await expectRefused(form(padded(5 * MEGABYTE + 1)));
      expect((await upload(form(padded(5 * MEGABYTE)))).status).toBe(200);
    });

    it('refuses a form without the part image', async () => {
      await expectRefused(form(await red(8, 8).jpeg().toBuffer(), 'picture'));
      await expectRefused(new FormData());
    });

    it('refuses a part image that is not a file', async () => {
      const data = new FormData();
      data.append('image', 'https://example.com/me.jpg');
      await expectRefused(data);
    });

    it('refuses a form with two pictures', async () => {
      const data = form(await red(8, 8).jpeg().toBuffer());
      data.append('image', new Blob([Buffer.from('second')]), 'second.jpg');
      await expectRefused(data);
    });

    it('refuses a body that is not a form', async () => {
      await expectRefused(new Blob([await red(8, 8).jpeg().toBuffer()], { type: 'image/jpeg' }));
      await expectRefused('{}');
      await expectRefused('');
    });

    it('refuses an incomplete form, and a form without a boundary', async () => {
      const headers = { 'content-type': 'multipart/form-data; boundary=x' };
      const path = `/providers/${providerId}/profile-image`;
      const part = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.jpg"\r\n\r\nabc';
      expect((await service.admin.send('POST', path, { raw: part, headers })).status).toBe(400);
      const unbounded = { 'content-type': 'multipart/form-data' };
      expect((await service.admin.send('POST', path, { raw: part, headers: unbounded })).status).toBe(400);
    });
  });

  describe('POST /providers/{id}/profile-image', () => {
    it('is allowed for the role provider, forbidden for staff, and requires a key', async () => {
      const image = await red(8, 8).jpeg().toBuffer();
      expect((await upload(form(image), providerId, await service.as('provider'))).status).toBe(200);
      expect((await upload(form(image), providerId, await service.as('staff'))).status).toBe(403);
      expect((await upload(form(image), providerId, service.anonymous)).status).toBe(401);
    });

    it('answers 404 for an unknown id only when the image is valid', async () => {
      const { status, body } = await upload(form(await red(8, 8).jpeg().toBuffer()), 999);
      expect(status).toBe(404);
      expect(body.error.code).toBe('NOT_FOUND');
      expect((await upload(form('text'), 999)).status).toBe(400);
    });
  });

  describe('the stored files', () => {
    it.each([
      '/files/profile-images/00000000000000000000000000000000.webp',
      '/files/profile-images/',
      '/files/profile-images',
      '/files/profile-images/..%2f..%2f..%2fetc%2fpasswd',
      '/files/profile-images/%2e%2e/%2e%2e/package.json',
      '/files/profile-images/%00',
      '/files/',
    ])('are not served at %s', async (path) => {
      const response = await fetch(service.url + path);
      expect(response.status).toBe(404);
      expect(await response.json()).toMatchObject({ error: { code: 'NOT_FOUND' } });
    });

    it('are not sent again when If-None-Match is their ETag', async () => {
      const url = service.url + (await pathOf(await red(8, 8).png().toBuffer()));
      const etag = (await fetch(url)).headers.get('etag') ?? '';
      expect(
        (await fetch(url, { headers: { 'if-none-match': etag, 'cache-control': 'max-age=0' } })).status,
      ).toBe(304);
    });
  });
});
