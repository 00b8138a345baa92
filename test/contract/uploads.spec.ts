import { once } from 'node:events';
import { cp, mkdir, mkdtemp, readdir, rm, symlink, writeFile } from 'node:fs/promises';
import { type IncomingMessage, request } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { buffer, text } from 'node:stream/consumers';
import sharp from 'sharp';
import { aProvider } from '../support/builders';
import { animatedGif, animatedWebp, blackPng, packedText } from '../support/pictures';
import { startTestService, type TestService } from '../support/test-service';

const PAGE = '<html><body><script>alert(document.domain)</script></body></html>';
const OURS = /^[0-9a-f]{32}\.webp$/;
const MEBIBYTE = 1_024;

describe('an uploaded picture', () => {
  let service: TestService;
  let home: string;
  let folder: string;
  let providerId: number;
  let picture: Buffer;

  beforeAll(async () => {
    home = await mkdtemp(join(tmpdir(), 'scheduling-uploads-'));
    folder = join(home, 'storage', 'profile-images');
    service = await startTestService({ environment: { STORAGE_DIR: join(home, 'storage') } });
    providerId = await aProvider(service.admin);
    picture = await blackPng(8, 8);
    // The decoder allocates its own memory with the first picture.
    await upload(picture);
  });

  afterAll(async () => {
    await service.stop();
    await rm(home, { recursive: true });
  });

  /** Writes the multipart body by hand, because a client would sanitise the file name. */
  const upload = (content: Buffer, fileName = 'me.png', more = '', coding?: string) => {
    const head = `--x\r\nContent-Disposition: form-data; name="image"; filename="${fileName}"\r\nContent-Type: image/png\r\n\r\n`;
    const form = Buffer.concat([Buffer.from(more + head), content, Buffer.from('\r\n--x--\r\n')]);
    const raw = new Blob([new Uint8Array(coding?.endsWith('gzip') ? gzipSync(form) : form)]);
    const headers = {
      'content-type': 'multipart/form-data; boundary=x',
      ...(coding !== undefined && { 'content-encoding': coding }),
    };
    return service.admin.send('POST', `/providers/${providerId}/profile-image`, { raw, headers });
  };
  const uploaded = async (content: Buffer) =>
    String((await upload(content)).body.data.profile_image)
      .split('/')
      .at(-1) ?? '';

  /** Sends the path unchanged, because `fetch` would resolve its dot segments. */
  const get = async (path: string): Promise<IncomingMessage> => {
    const sent = request(service.url, { path }).end();
    const [answer] = (await once(sent, 'response')) as [IncomingMessage];
    return answer;
  };
  const statusOf = async (path: string) => {
    const answer = await get(path);
    await text(answer);
    return answer.statusCode;
  };
  const bytesOf = async (name: string) => buffer(await get(`/files/profile-images/${name}`));

  describe('cannot choose its path in the storage', () => {
    it.each([
      '../../../evil.webp',
      '..\\..\\evil.webp',
      '/tmp/evil.webp',
      'C:\\evil.webp',
      'evil\0.webp',
      '.htaccess',
      'evil.html',
      '%2e%2e%2fevil.webp',
      `${'x'.repeat(5_000)}.webp`,
      '',
      '.',
      '..',
    ])('with the file name %j', async (name) => {
      await upload(picture, name);
      const all = await readdir(home, { recursive: true });
      const names = all.filter((path) => !['storage', 'storage/profile-images'].includes(path));
      expect(names).toEqual([expect.stringMatching(/^storage\/profile-images\/[0-9a-f]{32}\.webp$/)]);
    });

    it('with other fields of the form', async () => {
      const field = (name: string) =>
        `--x\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n../../evil\r\n`;
      const fields = [
        '__proto__[polluted]',
        'constructor[prototype][polluted]',
        'filename',
        'destination',
        'path',
      ];
      const answer = await upload(picture, 'me.png', fields.map(field).join(''));
      expect(answer.status).toBe(200);
      expect(Object.hasOwn(Object.prototype, 'polluted')).toBe(false);
      expect(await readdir(folder)).toEqual([expect.stringMatching(OURS)]);
    });
  });

  it.each(['gzip', 'x-gzip'])('compressed as %s is a 415 that says that it must be plain', async (coding) => {
    const { status, headers } = await upload(picture, 'me.png', '', coding);
    expect([status, headers.get('accept-encoding')]).toEqual([415, 'identity']);
  });

  it.each(['identity', 'Identity'])('with the coding %s is plain', async (coding) => {
    expect((await upload(picture, 'me.png', '', coding)).status).toBe(200);
  });

  describe('with foreign content', () => {
    it.each(['gif', 'jpeg', 'png', 'webp'] as const)(
      'loses the HTML page appended to a %s',
      async (format) => {
        const image = await sharp(picture).toFormat(format).toBuffer();
        const kept = await bytesOf(await uploaded(Buffer.concat([image, Buffer.from(PAGE)])));
        expect(kept.includes('script')).toBe(false);
        expect((await sharp(kept).metadata()).format).toBe('webp');
      },
    );

    it('loses the HTML page in its metadata', async () => {
      const image = await sharp(picture)
        .jpeg()
        .withExif({ IFD0: { ImageDescription: PAGE } })
        .toBuffer();
      expect(image.includes('script')).toBe(true);
      expect((await bytesOf(await uploaded(image))).includes('script')).toBe(false);
    });

    it.each([
      ['an HTML page', PAGE],
      ['an HTML page that begins like a GIF', `GIF89a=1;${PAGE}`],
      ['an SVG', `<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9">${PAGE}</svg>`],
      ['an SVG that begins like a PNG', `\x89PNG\r\n\x1a\n<svg xmlns="http://www.w3.org/2000/svg"/>`],
      ['a PDF', '%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj\ntrailer<</Root 1 0 R>>'],
      ['an ImageMagick script', 'push graphic-context\nviewbox 0 0 9 9\nfill url(https://127.0.0.1/x)\npop'],
    ])('is refused when it is %s', async (_what, content) => {
      expect((await upload(Buffer.from(content, 'latin1'), 'me.png')).status).toBe(400);
    });
  });

  describe('built to break the decoder', () => {
    it.each<[string, () => Buffer | Promise<Buffer>]>([
      ['a PNG of 30,000×30,000 in 110 kB', () => blackPng(30_000, 30_000)],
      ['an interlaced PNG of 30,000×30,000', () => blackPng(30_000, 30_000, { interlaced: true })],
      ['a PNG that claims 2³¹ pixels a side', () => sized(picture, 0x7fffffff)],
      ['a PNG with a chunk that claims 2 GiB', () => withLongChunk(picture)],
      ['a WebP of 16,383×16,383 in 200 bytes', () => animatedWebp(1, 16_383)],
    ])('is refused without being decoded: %s', async (_what, build) => {
      const image = await build();
      expect(image.length).toBeLessThan(5 * MEBIBYTE * MEBIBYTE);
      const before = peakKiB();
      const { status, body } = await upload(image);
      expect([status, body.error?.code]).toEqual([400, 'BAD_REQUEST']);
      expect(peakKiB() - before).toBeLessThan(100 * MEBIBYTE);
    });

    it.each<[string, () => Buffer | Promise<Buffer>]>([
      ['a PNG with 500 MB of text', async () => blackPng(8, 8, { chunks: [await packedText(500_000_000)] })],
      ['a GIF of 200,000 frames', () => animatedGif(200_000)],
      ['a WebP of 60,000 frames', () => animatedWebp(60_000)],
    ])('is stored as one small picture: %s', async (_what, build) => {
      const image = await build();
      const before = peakKiB();
      const kept = await bytesOf(await uploaded(image));
      expect(await sharp(kept).metadata()).toMatchObject({ format: 'webp', width: 8, height: 8 });
      expect((await sharp(kept).metadata()).pages).toBeUndefined();
      expect(peakKiB() - before).toBeLessThan(100 * MEBIBYTE);
    });
  });

  describe('is served', () => {
    it('as image/webp under a policy that forbids scripts', async () => {
      const { statusCode, headers } = await get(`/files/profile-images/${await uploaded(picture)}`);
      expect(statusCode).toBe(200);
      expect(headers).toMatchObject({
        'content-type': 'image/webp',
        'x-content-type-options': 'nosniff',
        'content-security-policy': "default-src 'none';frame-ancestors 'none';sandbox",
      });
    });

    it('while other files, links and folders in its folder are not', async () => {
      const name = await uploaded(picture);
      const [other = '', directory = ''] = ['0', '1', '2']
        .filter((digit) => !name.startsWith(digit))
        .map((digit) => name.replace(/^./, digit));
      await writeFile(join(home, 'secret.webp'), 'kept to ourselves');
      await writeFile(join(folder, 'page.html'), PAGE);
      await writeFile(join(folder, 'page.svg'), PAGE);
      await cp(join(folder, name), join(folder, `.${name}`));
      await symlink(join(home, 'secret.webp'), join(folder, other));
      await symlink(home, join(folder, 'home'));
      await mkdir(join(folder, directory));
      const there = ['page.html', 'page.svg', `.${name}`, other, 'home/secret.webp', directory];
      const found = await Promise.all(there.map((each) => statusOf(`/files/profile-images/${each}`)));
      expect(found).toEqual(there.map(() => 404));
      expect(await statusOf(`/files/profile-images/${name}`)).toBe(200);
    });

    it.each([
      '/files/profile-images/../../secret.webp',
      '/files/profile-images/%2e%2e/%2e%2e/secret.webp',
      '/files/profile-images/%2e%2e%2f%2e%2e%2fsecret.webp',
      '/files/profile-images/..%5c..%5csecret.webp',
      '/files/profile-images/..\\..\\secret.webp',
      '/files/profile-images/%252e%252e%252f%252e%252e%252fsecret.webp',
      '/files/profile-images/....//....//secret.webp',
      '/files/profile-images/%c0%ae%c0%ae/%c0%ae%c0%ae/secret.webp',
      '/files/profile-images//etc/passwd',
      '/files/profile-images/',
      '/files/',
      '/files/../package.json',
    ])('only from its own folder, so %s is answered 404', async (path) => {
      await writeFile(join(home, 'secret.webp'), 'kept to ourselves');
      const answer = await get(path);
      expect(answer.statusCode).toBe(404);
      expect(await text(answer)).not.toContain('kept to ourselves');
    });
  });
});

/** The peak memory of this process, in which the service runs. */
function peakKiB(): number {
  return process.resourceUsage().maxRSS;
}

/** Changes the width and height of a PNG, but not their checksum. */
function sized(png: Buffer, side: number): Buffer {
  const changed = Buffer.from(png);
  changed.writeUInt32BE(side, 16);
  changed.writeUInt32BE(side, 20);
  return changed;
}

function withLongChunk(png: Buffer): Buffer {
  const changed = Buffer.from(png);
  changed.writeUInt32BE(0x7fffffff, 33);
  return changed;
}
