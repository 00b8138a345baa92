import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, mkdirSync, statSync } from 'node:fs';
import path from 'node:path';
import { startEmbeddedServer } from '../src/embedded-postgres';
import {
  OwnerProcess,
  cleanUp,
  openDirectory,
  postmasterOf,
  query,
  removeShared,
  temporaryDirectory,
  usedDirectory,
} from './support';

jest.setTimeout(60_000);
afterEach(cleanUp);
afterAll(removeShared);

const NOBODY = 65534;
const SOMEBODY = 4711;

const uidOf = (pid: number) => statSync(`/proc/${pid}`).uid;

/** Runs as root; no other account can act for two users. */
function asRoot(): void {
  it('runs the server as nobody, under a path that nobody cannot walk', async () => {
    const dataDir = path.join(temporaryDirectory(), 'data');

    const server = await startEmbeddedServer({ dataDir, owner: 'service' });

    expect(uidOf(await postmasterOf(dataDir))).toBe(NOBODY);
    expect(server.location).toBe(path.join(dataDir, 'postgres'));
    expect(statSync(server.location)).toMatchObject({ uid: NOBODY });
    expect(statSync(server.location).mode & 0o777).toBe(0o700);
    await query(server.url, 'CREATE EXTENSION btree_gist');
    await server.stop();
  });

  it('runs the server as the owner of the data directory, who can run it alone afterwards', async () => {
    const dataDir = path.join(openDirectory(), 'data');
    mkdirSync(dataDir);
    chownSync(dataDir, SOMEBODY, SOMEBODY);

    const server = await startEmbeddedServer({ dataDir, owner: 'service' });
    expect(uidOf(await postmasterOf(dataDir))).toBe(SOMEBODY);
    const command = OwnerProcess.start(dataDir, 'cli', { uid: SOMEBODY, gid: SOMEBODY });
    expect(await command.is('ready')).toMatchObject({ adopted: true });
    await server.stop();

    const alone = OwnerProcess.start(dataDir, 'service', { uid: SOMEBODY, gid: SOMEBODY });
    expect(await alone.is('ready')).toMatchObject({ adopted: false });
    await alone.kill();
    const again = await startEmbeddedServer({ dataDir, owner: 'service' });
    expect(uidOf(await postmasterOf(dataDir))).toBe(SOMEBODY);
    await again.stop();
  });

  it('takes over a database that root has restored from a backup', async () => {
    const dataDir = await usedDirectory();
    execFileSync('chown', ['-R', '0:0', path.join(dataDir, 'postgres')]);

    const server = await startEmbeddedServer({ dataDir, owner: 'service' });

    expect(uidOf(await postmasterOf(dataDir))).toBe(NOBODY);
    await server.stop();
  });

  it('says in one line that the database belongs to somebody else', async () => {
    const dataDir = await usedDirectory();
    chownSync(dataDir, SOMEBODY, SOMEBODY);
    const stranger = OwnerProcess.start(dataDir, 'service', { uid: SOMEBODY, gid: SOMEBODY });

    expect((await stranger.is('failed')).text).toMatch(
      /^EmbeddedServerError: The data directory .* cannot be used: /,
    );
  });
}

function asSomebody(): void {
  it('runs the server as the user who starts it', async () => {
    const dataDir = temporaryDirectory();

    const server = await startEmbeddedServer({ dataDir, owner: 'service' });

    expect(statSync(server.location).uid).toBe(process.getuid?.());
    await server.stop();
  });

  it('says in one line that a directory cannot be written to', async () => {
    const dataDir = temporaryDirectory();
    chmodSync(dataDir, 0o500);

    const start = startEmbeddedServer({ dataDir, owner: 'service' });

    await expect(start).rejects.toThrow(/^The data directory cannot be used: /);
    chmodSync(dataDir, 0o700);
  });
}

describe('the account of the server', () => {
  if (process.getuid?.() === 0) asRoot();
  else asSomebody();
});
