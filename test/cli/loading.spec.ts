import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dependencies } from '../../package.json';
import { startTestService, type TestService } from '../support/test-service';
import { build, runCli } from './run-cli';

const NEST = ['@nestjs/common', '@nestjs/core', 'commander', 'nest-commander', 'reflect-metadata', 'rxjs'];
const DATABASE = [...NEST, '@nestjs/typeorm', 'moment-timezone', 'pg', 'typeorm'];
/** A key may work only from some addresses. */
const KEYS = [...DATABASE, 'ipaddr.js'];
const PEOPLE = ['people/api-keys', 'people/users'];

/** What a call loads: out of the dependencies of the service, and out of the rooms of its code, those of the platform aside. */
const CALLS: readonly (readonly [call: string, packages: readonly string[], rooms: readonly string[]])[] = [
  ['--help', ['commander'], []],
  ['api:key --help', ['commander'], []],
  ['api:key create --help', ['commander'], []],
  ['user list --colour', ['commander'], []],
  ['api:key create --user 1 --name Till', KEYS, PEOPLE],
  ['api:key list', KEYS, PEOPLE],
  ['user list', DATABASE, ['operating/users', 'people/users']],
];

jest.setTimeout(120_000);

describe('A call of the command line', () => {
  let service: TestService;
  let folder: string;

  beforeAll(async () => {
    await build();
    [service, folder] = [await startTestService(), await mkdtemp(join(tmpdir(), 'loading-'))];
  });

  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  it.each(CALLS)('loads only what it needs: %s', async (call, packages, rooms) => {
    const file = join(folder, 'loaded.json');
    const environment = {
      DATABASE_URL: service.databaseUrl,
      LOADED: file,
      NODE_OPTIONS: `--require=${join(__dirname, 'report-loaded.cjs')}`,
    };
    await runCli(environment, ...call.split(' '));
    const paths = JSON.parse(await readFile(file, 'utf8')) as string[];
    const isLoaded = (name: string) => paths.some((path) => path.includes(`/node_modules/${name}/`));
    const found = paths.map((path) => /\/dist\/src\/(\w[\w-]*\/[\w-]+)\//.exec(path)?.[1] ?? '');
    expect({
      packages: Object.keys(dependencies).filter(isLoaded),
      rooms: [...new Set(found)].filter((room) => !/^(platform\/.*|process\/.*|)$/.test(room)).sort(),
    }).toEqual({ packages: packages.toSorted(), rooms });
  });
});
