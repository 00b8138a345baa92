import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { dependencies } from '../../package.json';
import { COMMANDS } from '../../src/commands';
import { aProvider } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { build, type Environment, runCli } from './run-cli';

const NEST = ['@nestjs/common', '@nestjs/core', 'commander', 'nest-commander', 'reflect-metadata', 'rxjs'];
/** The zone rules: settings name zones. */
const SETTINGS = [...NEST, 'moment-timezone'];
const DATABASE = [...SETTINGS, '@nestjs/typeorm', 'ipaddr.js', 'pg', 'typeorm'];
/** The classes of bodies and answers. `class-validator` loads `libphonenumber-js`. */
const SHAPES = [...DATABASE, '@nestjs/swagger', 'class-transformer', 'class-validator', 'libphonenumber-js'];
/** Where commands book, they load the modules that serve bookings, with their controllers. */
const BOOKING = [
  ...SHAPES,
  '@nestjs/platform-express',
  '@nestjs/throttler',
  'altcha-lib',
  'express',
  'prom-client',
];

/** What reads and writes comma-separated values. */
const TABULAR = ['csv-parse', 'csv-stringify'];

const WINGS = ['people', 'business', 'booking', 'telling'];
const PEOPLE = ['people/api-keys', 'people/users'];
/** A user with the role provider is a provider. */
const USERS = ['business/providers', 'operating/users', 'people/api-keys', 'people/users'];
/** Their tables refer to tables that a command needs, or a table that it needs refers to theirs. */
const TABLES = ['operating/audit', 'operating/demo', 'operating/imports'];
const IMPORTS = [...WINGS, ...TABLES, 'operating/metrics'];
const EXPORT = [...WINGS, ...TABLES, 'operating/business-export', 'operating/personal-data'];

/** What a call loads: out of the dependencies of the service, and out of its code, the platform aside: wings and rooms of wings. */
const CALLS: readonly (readonly [call: string, packages: readonly string[], code: readonly string[]])[] = [
  ['--help', ['commander'], []],
  ['api:key --help', ['commander'], []],
  ['api:key create --help', ['commander'], []],
  ['user list --colour', ['commander'], []],
  ['api:key create --user 1 --name Till', DATABASE, PEOPLE],
  ['api:key list', DATABASE, PEOPLE],
  ['api:key show --id 1', DATABASE, PEOPLE],
  ['api:key rotate --id 2', DATABASE, PEOPLE],
  ['api:key revoke --id 2', DATABASE, PEOPLE],
  ['user create --name Ana --email ana@example.com --roles staff', DATABASE, USERS],
  ['user list', DATABASE, ['operating/users', 'people/users']],
  ['user change --id 1 --name Kim', DATABASE, USERS],
  ['user link --id 1 --subject kim', DATABASE, USERS],
  ['user deactivate --id 2', DATABASE, USERS],
  ['user activate --id 2', DATABASE, USERS],
  [
    'customer export --id 1',
    [...SHAPES, '@nestjs/throttler', 'fflate', 'mustache', 'rrule-temporal'],
    [...WINGS, ...TABLES, 'operating/personal-data'],
  ],
  ['customer erase --id 1', DATABASE, [...WINGS, ...TABLES, 'operating/personal-data']],
  ['zones review', [...SHAPES, '@nestjs/throttler'], [...WINGS, ...TABLES, 'operating/zone-review']],
  [
    'messages preview --event confirmation',
    [...SETTINGS, 'mustache', 'rrule-temporal'],
    ['booking/series', 'business/locations', 'telling/icalendar', 'telling/messages', 'telling/wording'],
  ],
  ['import csv --customers FOLDER/customers.csv', [...BOOKING, ...TABULAR], IMPORTS],
  ['import ics --provider 2 --file FOLDER/calendar.ics', [...BOOKING, ...TABULAR], IMPORTS],
  ['import easy-appointments --url http://127.0.0.1:1', [...BOOKING, ...TABULAR], IMPORTS],
  ['import system --from FOLDER/system', [...BOOKING, ...TABULAR], IMPORTS],
  [
    'import folder --from FOLDER/export',
    [...SHAPES, '@nestjs/throttler', 'csv-stringify', 'express', 'rrule-temporal'],
    EXPORT,
  ],
  ['export --to FOLDER/export', [...SHAPES, 'csv-stringify', 'rrule-temporal'], EXPORT],
  ['mcp --url SERVICE', SETTINGS, ['operating/mcp']],
  [
    'demo --remove',
    [...BOOKING, 'rrule-temporal', 'standardwebhooks'],
    [...WINGS, ...TABLES, 'operating/health', 'operating/metrics'],
  ],
  [
    'doctor',
    [...SETTINGS, 'mustache', 'pg', 'typeorm'],
    [
      'business/busy-calendars',
      'operating/doctor',
      'operating/zone-review',
      'telling/messages',
      'telling/wording',
    ],
  ],
  ['backup --to FOLDER/backup', [...SETTINGS, 'pg'], ['operating/backup']],
  ['restore --from FOLDER/backed-up', [...SETTINGS, 'pg'], ['operating/backup']],
];

/** The room of a wing that a compiled file belongs to. */
const ROOM = /\/dist\/src\/(?!platform\/|process\/)([\w-]+\/[\w-]+)\//;

const CUSTOMERS = 'name,email\nMia Keller,mia@example.com\n';
const CALENDAR = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:test', 'END:VCALENDAR', ''].join('\r\n');

jest.setTimeout(180_000);

describe('A call of the command line', () => {
  let service: TestService;
  let folder: string;

  beforeAll(async () => {
    await build();
    [service, folder] = [await startTestService(), await mkdtemp(join(tmpdir(), 'loading-'))];
    await aProvider(service.admin);
    await writeFile(join(folder, 'customers.csv'), CUSTOMERS);
    await writeFile(join(folder, 'calendar.ics'), CALENDAR);
    await mkdir(join(folder, 'system'));
    await writeFile(join(folder, 'system/system.json'), '{"format": 1, "source": "old", "rows": {}}');
    const embedded = { DATA_DIR: join(folder, 'data') };
    await runCli(embedded, 'user', 'list');
    await runCli(embedded, 'backup', '--to', join(folder, 'backed-up'));
  });

  afterAll(async () => {
    await service.stop();
    await rm(folder, { recursive: true });
  });

  /** A backup is one of an embedded database, and goes back into an empty folder. */
  function databaseOf(call: string): Environment {
    if (call.startsWith('backup')) return { DATA_DIR: join(folder, 'data') };
    if (call.startsWith('restore')) return { DATA_DIR: join(folder, 'restored') };
    return { DATABASE_URL: service.databaseUrl };
  }

  it.each(CALLS)('loads only what it needs: %s', async (call, packages, code) => {
    const file = join(folder, 'loaded.json');
    const environment = {
      ...databaseOf(call),
      API_KEY: service.admin.key ?? '',
      EASY_APPOINTMENTS_TOKEN: 'token',
      LOADED: file,
      NODE_OPTIONS: `--require=${join(__dirname, 'report-loaded.cjs')}`,
    };
    const args = call.replace('FOLDER', folder).replace('SERVICE', service.url).split(' ');
    await runCli(environment, ...args);
    const paths = JSON.parse(await readFile(file, 'utf8')) as string[];
    const isLoaded = (name: string) => paths.some((path) => path.includes(`/node_modules/${name}/`));
    const rooms = paths.flatMap((path) => ROOM.exec(path)?.[1] ?? []);
    const found = rooms.map((room) => code.find((name) => room.startsWith(`${name}/`)) ?? room);
    expect({
      packages: Object.keys(dependencies).filter(isLoaded),
      code: [...new Set(found)].sort(),
    }).toEqual({ packages: packages.toSorted(), code: code.toSorted() });
  });

  it('has a line above for each command', () => {
    const isListed = (name: string) => CALLS.some(([call]) => `${call} `.startsWith(`${name} `));
    expect(Object.keys(COMMANDS).filter((name) => !isListed(name))).toEqual([]);
  });
});
