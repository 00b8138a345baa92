import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { load } from 'js-yaml';
import { parseConfig } from '../../src/platform/config/config';
import { settings } from '../../src/platform/config/settings';
import { UnavailableError } from '../../src/platform/errors/errors';
import { errorAnswer } from '../../src/platform/http/errors/error-answer';
import { ROOT, textOf } from './files';

const MACHINES = ['one', 'two', 'three'] as const;
const FILES = ['etcd.env', 'haproxy.cfg', 'patroni.yml', 'pgbackrest.conf', 'scheduling.env'] as const;
type Machine = (typeof MACHINES)[number];

interface Patroni {
  readonly name: string;
  readonly restapi: { readonly listen: string };
  readonly etcd: { readonly hosts: readonly string[] };
  readonly bootstrap: {
    readonly dcs: {
      readonly ttl: number;
      readonly loop_wait: number;
      readonly retry_timeout: number;
      readonly synchronous_mode: boolean;
      readonly synchronous_mode_strict: boolean;
      readonly postgresql: { readonly parameters: Readonly<Record<string, unknown>> };
    };
  };
}

describe('The configuration of three machines in deploy/ha', () => {
  let folder: string;

  const render = (file: string, machine: string) =>
    promisify(execFile)(join(ROOT, 'deploy/ha/render'), [file, machine, join(folder, machine)]);

  const rendered = (machine: Machine, file: string) => readFile(join(folder, machine, file), 'utf8');

  const patroniOf = async (machine: Machine) => load(await rendered(machine, 'patroni.yml')) as Patroni;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scheduling-ha-'));
    const given = textOf('deploy/ha/machines.env').replaceAll(/_PASSWORD=$/gm, '_PASSWORD=s3cret');
    await writeFile(join(folder, 'machines.env'), given);
    for (const machine of MACHINES) await render(join(folder, 'machines.env'), machine);
  });

  afterAll(async () => {
    await rm(folder, { recursive: true, force: true });
  });

  it('is refused while a password is missing', async () => {
    await expect(render(join(ROOT, 'deploy/ha/machines.env'), 'one')).rejects.toThrow(
      'SUPERUSER_PASSWORD must be set',
    );
  });

  it.each(MACHINES)(
    'has no placeholder left on machine %s, and is readable by its owner only',
    async (machine) => {
      for (const file of FILES) {
        expect(await rendered(machine, file)).not.toMatch(/@[A-Z_]+@/);
        expect((await stat(join(folder, machine, file))).mode & 0o077).toBe(0);
      }
    },
  );

  it.each(MACHINES)('gives Patroni of machine %s its name and its address', async (machine) => {
    const { name, restapi, etcd } = await patroniOf(machine);
    const addresses = ['10.0.0.11', '10.0.0.12', '10.0.0.13'];
    expect({ name, listen: restapi.listen, hosts: etcd.hosts }).toEqual({
      name: machine,
      listen: `${addresses[MACHINES.indexOf(machine)]}:8008`,
      hosts: addresses.map((address) => `${address}:2379`),
    });
  });

  it('keeps the lock of the primary under the API of etcd with which no former primary can take it back', async () => {
    expect(Object.keys(await patroniOf('one'))).not.toContain('etcd3');
    expect(await rendered('one', 'etcd.env')).toContain('ETCD_ENABLE_V2=true\n');
  });

  it('answers COMMIT only once a replica has the transaction', async () => {
    const { dcs } = (await patroniOf('one')).bootstrap;
    expect(dcs).toMatchObject({ synchronous_mode: true, synchronous_mode_strict: true });
    expect(dcs.postgresql.parameters['synchronous_commit']).toBe('on');
  });

  it('demotes a primary that is cut off before a replica takes over', async () => {
    const { ttl, loop_wait: loop, retry_timeout: retry } = (await patroniOf('one')).bootstrap.dcs;
    expect(loop + 2 * retry).toBeLessThanOrEqual(ttl);
  });

  it('has a connection of PostgreSQL for each of the pools of two instances and a worker', async () => {
    const { max_connections: max } = (await patroniOf('one')).bootstrap.dcs.postgresql.parameters;
    // Ten are for commands, Patroni and replication.
    expect(3 * Number(settings.databasePoolSize.default) + 10).toBeLessThanOrEqual(Number(max));
  });

  it('leads the service to the server that Patroni calls the primary, and closes connections to any other', async () => {
    const haproxy = await rendered('one', 'haproxy.cfg');
    const [, database = ''] = /^listen database\n((?: {2}.*\n)+)/m.exec(haproxy) ?? [];
    expect(database).toContain('option httpchk OPTIONS /primary\n');
    expect(database).toMatch(/default-server .*on-marked-down shutdown-sessions\n/);
    const { restapi } = await patroniOf('one');
    for (const machine of MACHINES)
      expect(database).toMatch(
        new RegExp(`server ${machine} \\S+:5432 check port ${restapi.listen.split(':')[1]}\n`),
      );
    const { databaseUrl } = parseConfig(environmentOf(await rendered('one', 'scheduling.env')));
    expect(database).toContain(`bind ${new URL(databaseUrl ?? '').host}\n`);
  });

  it('notices a server that is no longer the primary before a replica takes over', async () => {
    const { dcs } = (await patroniOf('one')).bootstrap;
    const [, intervalMs, fall] =
      /default-server inter (\d+)ms .*fall (\d+) rise 1 on-marked-down/.exec(
        await rendered('one', 'haproxy.cfg'),
      ) ?? [];
    const timeoutMs = 1_000;
    expect(await rendered('one', 'haproxy.cfg')).toContain('timeout check 1s');
    expect(Number(fall) * (Number(intervalMs) + timeoutMs)).toBeLessThan(1_000 * (dcs.ttl - dcs.loop_wait));
  });

  it('closes the connections of an HAProxy process that was replaced, because it checks servers no more', async () => {
    expect(await rendered('one', 'haproxy.cfg')).toMatch(/^ {2}hard-stop-after \d+s$/m);
  });

  it('lets HAProxy answer in the form of the service when no instance answers', async () => {
    const haproxy = await rendered('one', 'haproxy.cfg');
    const own = [
      ...haproxy.matchAll(/http-error status \d+ content-type (\S+) string '(.*)' hdr Retry-After (\d+)$/gm),
    ];
    expect(own).toHaveLength(3);
    for (const [, type, body = '', retryAfter] of own) {
      const { error } = JSON.parse(body) as { error: { message: string } };
      const unavailable = new UnavailableError(error.message);
      expect({ type, body: JSON.parse(body) as object, retryAfter: Number(retryAfter) }).toEqual({
        type: 'application/json',
        body: errorAnswer(unavailable).body,
        retryAfter: unavailable.retryAfterS,
      });
    }
  });

  it('gives the service only settings that exist and are valid', async () => {
    const environment = environmentOf(await rendered('two', 'scheduling.env'));
    const variables: readonly string[] = Object.values(settings).map(({ variable }) => variable);
    expect(Object.keys(environment).filter((name) => !variables.includes(name))).toEqual([]);
    expect(parseConfig(environment)).toMatchObject({
      host: '10.0.0.12',
      port: 3000,
      trustProxy: 1,
      worker: 'on',
    });
  });

  it('reaches the instances at the port on which they listen', async () => {
    const { host, port } = parseConfig(environmentOf(await rendered('two', 'scheduling.env')));
    const haproxy = await rendered('one', 'haproxy.cfg');
    for (const backend of ['ready', 'alive'])
      expect(haproxy).toMatch(
        new RegExp(`^backend ${backend}\n(  .*\n)*  server two ${host}:${port} check `, 'm'),
      );
  });
});

function environmentOf(file: string): Record<string, string> {
  const lines = file.split('\n').filter((line) => /^\w+=/.test(line));
  return Object.fromEntries(
    lines.map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );
}
