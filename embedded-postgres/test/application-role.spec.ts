import { findPackage } from '../src/cluster/binaries';
import { readPassword } from '../src/cluster/create-cluster';
import { prepareCluster } from '../src/cluster/prepare-cluster';
import { startEmbeddedServer } from '../src/embedded-postgres';
import { startServer } from '../src/server/start-server';
import { stopServer } from '../src/server/stop-server';
import { cleanUp, query, removeShared, temporaryDirectory, usedDirectory } from './support';

jest.setTimeout(60_000);
afterEach(cleanUp);
afterAll(removeShared);

const ROLE = 'scheduling_service';

/** One object of each kind that a migration may create, and what depends on it. */
const OBJECTS = `
  CREATE EXTENSION btree_gist;
  CREATE SCHEMA jobs;
  CREATE TYPE mood AS ENUM ('calm', 'hurried');
  CREATE TYPE point_of_time AS (day date, minute int);
  CREATE DOMAIN share AS numeric CHECK (value BETWEEN 0 AND 1);
  CREATE SEQUENCE numbers;
  CREATE TABLE bookings (id serial PRIMARY KEY, code int GENERATED ALWAYS AS IDENTITY, mood mood);
  CREATE TABLE jobs."Job list" (id int, name text) PARTITION BY LIST (name);
  CREATE TABLE jobs.mails PARTITION OF jobs."Job list" FOR VALUES IN ('mails');
  CREATE VIEW calm AS SELECT id FROM bookings WHERE mood = 'calm';
  CREATE MATERIALIZED VIEW counted AS SELECT count(*) FROM bookings;
  CREATE FUNCTION double(n int) RETURNS int LANGUAGE sql AS 'SELECT 2 * n';
  CREATE PROCEDURE jobs.clear() LANGUAGE sql AS 'DELETE FROM bookings';
  INSERT INTO bookings (mood) VALUES ('calm')`;

/** The owners of all that was created after initdb, other than members of extensions. */
const OWNERS = `
  WITH owned AS (
    SELECT 'pg_class'::regclass AS catalog, oid, relowner AS owner FROM pg_class
    UNION ALL SELECT 'pg_proc'::regclass, oid, proowner FROM pg_proc
    UNION ALL SELECT 'pg_type'::regclass, oid, typowner FROM pg_type
    UNION ALL SELECT 'pg_namespace'::regclass, oid, nspowner FROM pg_namespace
    UNION ALL SELECT 'pg_database'::regclass, oid, datdba FROM pg_database WHERE datname = current_database()
  )
  SELECT DISTINCT owner::regrole::text FROM owned
  WHERE oid >= 16384
    AND NOT EXISTS (SELECT FROM pg_depend WHERE classid = catalog AND objid = owned.oid AND deptype = 'e')`;

describe('The role of the application', () => {
  it('has no rights of a superuser, and reaches neither the files nor the programs of the server', async () => {
    const server = await startEmbeddedServer({ dataDir: await usedDirectory(), owner: 'service' });
    const run = (statement: string) => query(server.url, statement);

    expect(
      await run(
        `SELECT current_user::text, rolsuper, rolcreaterole, rolcreatedb, rolreplication, rolbypassrls,
           (SELECT count(*)::int FROM pg_auth_members WHERE member = pg_roles.oid)
         FROM pg_roles WHERE rolname = current_user`,
      ),
    ).toEqual([[ROLE, false, false, false, false, false, 0]]);
    await run('CREATE TABLE lines (line text)');
    await expect(run(`COPY lines FROM PROGRAM 'id'`)).rejects.toThrow('permission denied');
    await expect(run(`COPY lines FROM '/etc/passwd'`)).rejects.toThrow('permission denied');
    await expect(run(`SELECT pg_read_file('PG_VERSION')`)).rejects.toThrow('permission denied');
    await expect(run('SET ROLE scheduling')).rejects.toThrow('permission denied');
    await expect(run('SELECT rolpassword FROM pg_authid')).rejects.toThrow('permission denied');
    await server.stop();
  });

  it('has a password from which that of the superuser does not follow', async () => {
    const server = await startEmbeddedServer({ dataDir: await usedDirectory(), owner: 'service' });
    const [own, superuser] = [server.url, server.superuserUrl].map((url) => new URL(url));
    expect(superuser?.username).toBe('scheduling');
    const guess = new URL(server.superuserUrl);
    guess.password = own?.password ?? '';
    await expect(query(guess.href, 'SELECT 1')).rejects.toThrow('password authentication failed');
    await server.stop();
  });

  it('owns a database that an earlier release has filled as the superuser, after the next start', async () => {
    const dataDir = await directoryOfEarlierRelease();

    const server = await startEmbeddedServer({ dataDir, owner: 'service' });

    expect(await query(server.url, OWNERS)).toEqual([[ROLE]]);
    expect(await query(server.url, 'SELECT id FROM calm')).toEqual([[1]]);
    await query(
      server.url,
      `INSERT INTO bookings (mood) VALUES ('hurried');
       ALTER TABLE jobs."Job list" ADD priority int;
       ALTER TYPE mood RENAME VALUE 'calm' TO 'quiet';
       CREATE TABLE jobs.calls PARTITION OF jobs."Job list" FOR VALUES IN ('calls');
       CREATE EXTENSION IF NOT EXISTS btree_gist;
       DROP PROCEDURE jobs.clear`,
    );
    await server.stop();
  });

  it('owns what an earlier release has created since, after the next start', async () => {
    const dataDir = await usedDirectory();
    const before = await startEmbeddedServer({ dataDir, owner: 'service' });
    await query(before.superuserUrl, 'CREATE TABLE late (id serial)');
    await before.stop();

    const server = await startEmbeddedServer({ dataDir, owner: 'service' });

    expect(await query(server.url, OWNERS)).toEqual([[ROLE]]);
    await server.stop();
  });
});

/** A data directory in which the superuser owns everything. */
async function directoryOfEarlierRelease(): Promise<string> {
  const dataDir = temporaryDirectory();
  const { cluster, binaries } = await prepareCluster(dataDir, findPackage(), false);
  const server = await startServer({ cluster, binaries, durable: false, onLog: () => undefined });
  const password = encodeURIComponent(await readPassword(cluster));
  const urlOf = (database: string) =>
    `postgres://scheduling:${password}@127.0.0.1:${server.port}/${database}`;
  await query(urlOf('postgres'), 'CREATE DATABASE scheduling');
  await query(urlOf('scheduling'), OBJECTS);
  expect(await query(urlOf('scheduling'), OWNERS)).toEqual([['scheduling']]);
  await stopServer(server.process, cluster, binaries);
  return dataDir;
}
