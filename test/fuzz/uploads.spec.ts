import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { crc32, deflateSync } from 'node:zlib';
import sharp from 'sharp';
import { aProvider } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const BOUNDARY = 'x-boundary';
const FORM = `multipart/form-data; boundary=${BOUNDARY}`;
const END = `\r\n--${BOUNDARY}--\r\n`;
const HEAD = `--${BOUNDARY}\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\nContent-Type: image/png\r\n\r\n`;
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
/** The header and colours of the GIF, and its only frame without the trailer of the file. */
const [START, FRAME] = [GIF.subarray(0, 19), GIF.subarray(19, -1)];
const PAGE = '<html><script>alert(1)</script></html>';

const part = (head: string, content: Buffer | string = GIF, end = END) =>
  Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(end)]);
const image = (content: Buffer | string) => part(HEAD, content);
const field = (name: string) =>
  `--${BOUNDARY}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n1\r\n`;

/** Sends uploads that no browser sends. */
describe('A hostile upload', () => {
  let service: TestService;
  let storageDir: string;
  let providerId: number;

  beforeAll(async () => {
    storageDir = await mkdtemp(join(tmpdir(), 'scheduling-uploads-'));
    service = await startTestService({ environment: { STORAGE_DIR: storageDir } });
    providerId = await aProvider(service.admin);
  });

  afterAll(async () => {
    await service.stop();
    await rm(storageDir, { recursive: true });
  });

  const upload = (body: Buffer, type = FORM) =>
    service.admin.send('POST', `/providers/${providerId}/profile-image`, {
      raw: new Blob([new Uint8Array(body)]),
      headers: { 'content-type': type },
    });
  const files = () => readdir(join(storageDir, 'profile-images')).catch(() => []);

  it.each([
    ['without a boundary', image(GIF), 'multipart/form-data'],
    ['with an empty boundary', image(GIF), 'multipart/form-data; boundary='],
    ['with a boundary that its body does not use', image(GIF), 'multipart/form-data; boundary=y'],
    ['with a boundary of 5 kB', image(GIF), `multipart/form-data; boundary=${'y'.repeat(5_000)}`],
    ['with the type multipart/mixed', image(GIF), `multipart/mixed; boundary=${BOUNDARY}`],
    ['of no bytes', Buffer.alloc(0), FORM],
    ['with only the closing boundary', Buffer.from(END), FORM],
    ['with only line breaks', Buffer.from('\r\n'.repeat(50_000)), FORM],
    ['with only boundaries', Buffer.from(`--${BOUNDARY}\r\n`.repeat(20_000)), FORM],
    ['that ends inside a header', part(HEAD.slice(0, 60), '', ''), FORM],
    ['that ends inside the file', part(HEAD, GIF, ''), FORM],
    ['with a header of 100 kB', part(HEAD.replace('image/png', 'x'.repeat(100_000))), FORM],
    [
      'with 5,000 headers',
      part(HEAD.replace('Content-Type', `${'X: y\r\n'.repeat(5_000)}Content-Type`)),
      FORM,
    ],
    ['with a part without a name', part(HEAD.replace(' name="image";', '')), FORM],
    ['with a part named __proto__', part(HEAD.replace('"image"', '"__proto__"')), FORM],
    ['with a part that is no file', part(field('image').slice(0, -3), GIF), FORM],
    ['with 1,000 fields', part(field('x').repeat(1_000) + HEAD), FORM],
    ['with two files', part(`${HEAD}x\r\n${HEAD}`), FORM],
    [
      'with a form nested in the form',
      part(HEAD.replace('image/png', `multipart/mixed; boundary=y`), `--y\r\n\r\n${PAGE}\r\n--y--`),
      FORM,
    ],
    ['with a NUL in the file name', part(HEAD.replace('a.png', 'a.png\u0000.html')), FORM],
    [
      'with a file name in an unknown encoding',
      part(HEAD.replace('filename="a.png"', "filename*=utf-9''%ff%zz")),
      FORM,
    ],
    ['of a web page', image(PAGE), FORM],
    ['of an SVG with a script', image(`<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>`), FORM],
    [
      'of an SVG with an external entity',
      image('<!DOCTYPE svg [<!ENTITY x SYSTEM "file:///etc/passwd">]><svg>&x;</svg>'),
      FORM,
    ],
    ['of a PDF', image('%PDF-1.7\n1 0 obj\n<<>>\nendobj'), FORM],
    ['of only the first bytes of a picture', image(GIF.subarray(0, 10)), FORM],
    ['of 900 megapixels in 100 bytes', image(aPng(30_000, 30_000, Buffer.alloc(10))), FORM],
    ['of 900 megapixels in 110 kB', image(aPng(30_000, 30_000, Buffer.alloc(30_000 * 3_751))), FORM],
    ['of 4,294,967,295 × 4,294,967,295 pixels', image(aPng(0xffffffff, 0xffffffff, Buffer.alloc(10))), FORM],
    ['of no pixels', image(aPng(0, 0, Buffer.alloc(10))), FORM],
    ['in JSON', Buffer.from('{"image": "x"}'), 'application/json'],
    ['without a Content-Type', image(GIF), ''],
  ])('%s gets a 400, and the service stores nothing', async (_what, body, type) => {
    const answer = await upload(body, type);
    expect(answer).toMatchObject({ status: 400, body: { error: { code: 'BAD_REQUEST' } } });
    expect((await service.admin.get(`/providers/${providerId}`)).body.data.profile_image).toBeNull();
    expect(await files()).toEqual([]);
  });

  describe('is stored as a plain WebP picture when it contains', () => {
    it.each([
      ['a web page after the picture', image(Buffer.concat([GIF, Buffer.from(PAGE)]))],
      ['a web page in the comment of the picture', image(withComment(PAGE))],
      ['5,000 frames', image(withFrames(5_000))],
      ['a deeply nested field', part(field(`a${'[b]'.repeat(3_000)}`) + HEAD)],
      ['a field named __proto__', part(field('__proto__[polluted]') + HEAD)],
      ['a file name that leads to another folder', part(HEAD.replace('a.png', '../../../../tmp/evil.sh'))],
      ['a file name of 10 kB', part(HEAD.replace('a.png', `${'x'.repeat(10_000)}.png`))],
      ['the Content-Type of a web page', part(HEAD.replace('image/png', 'text/html'))],
    ])('%s', async (_what, body) => {
      const { status, body: answer } = await upload(body);
      expect(status).toBe(200);
      expect(answer.data.profile_image).toMatch(/^\/files\/profile-images\/[0-9a-f]{32}\.webp$/);
      const served = await fetch(service.url + (answer.data.profile_image as string));
      const content = Buffer.from(await served.arrayBuffer());
      expect(served.headers.get('content-type')).toBe('image/webp');
      expect(await sharp(content).metadata()).toMatchObject({ format: 'webp', width: 1, height: 1 });
      expect(content.includes('<script>')).toBe(false);
      expect(await files()).toHaveLength(1);
      expect({}).not.toHaveProperty('polluted');
    });
  });
});

/** Makes a grey PNG whose header states this size. */
function aPng(width: number, height: number, pixels: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.writeUInt8(1, 8);
  const chunks = [chunk('IHDR', header), chunk('IDAT', deflateSync(pixels)), chunk('IEND', Buffer.alloc(0))];
  return Buffer.concat([Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), ...chunks]);
}

function chunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([length, named, sum]);
}

function withComment(text: string): Buffer {
  const comment = Buffer.concat([
    Buffer.from([0x21, 0xfe, text.length]),
    Buffer.from(text),
    Buffer.from([0]),
  ]);
  return Buffer.concat([START, comment, FRAME, Buffer.from(';')]);
}

function withFrames(count: number): Buffer {
  return Buffer.concat([START, ...Array.from({ length: count }, () => FRAME), Buffer.from(';')]);
}
