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
const ORDINARY_USER = 4711;

const uidOf = (pid: number) => statSync(`/proc/${pid}`).uid;

/** Needs root: no other account can act as two users. */
function asRoot(): void {
  it('is `nobody` for root, also under a folder that `nobody` cannot enter', async () => {
    const dataDir = path.join(temporaryDirectory(), 'data');

    const server = await startEmbeddedServer({ dataDir, owner: 'service' });

    expect(uidOf(await postmasterOf(dataDir))).toBe(NOBODY);
    expect(server.location).toBe(path.join(dataDir, 'postgres'));
    expect(statSync(server.location)).toMatchObject({ uid: NOBODY });
    expect(statSync(server.location).mode & 0o777).toBe(0o700);
    await query(server.url, 'CREATE EXTENSION btree_gist');
    await server.stop();
  });

  it('is the owner of the data directory for root, and that owner can run the server afterwards', async () => {
    const dataDir = path.join(openDirectory(), 'data');
    mkdirSync(dataDir);
    chownSync(dataDir, ORDINARY_USER, ORDINARY_USER);

    const server = await startEmbeddedServer({ dataDir, owner: 'service' });
    expect(uidOf(await postmasterOf(dataDir))).toBe(ORDINARY_USER);
    const command = OwnerProcess.start(dataDir, 'cli', { uid: ORDINARY_USER, gid: ORDINARY_USER });
    expect(await command.is('ready')).toMatchObject({ adopted: true });
    await server.stop();

    const alone = OwnerProcess.start(dataDir, 'service', { uid: ORDINARY_USER, gid: ORDINARY_USER });
    expect(await alone.is('ready')).toMatchObject({ adopted: false });
    await alone.kill();
    const again = await startEmbeddedServer({ dataDir, owner: 'service' });
    expect(uidOf(await postmasterOf(dataDir))).toBe(ORDINARY_USER);
    await again.stop();
  });

  it('gets the files of a database that root has restored from a backup', async () => {
    const dataDir = await usedDirectory();
    execFileSync('chown', ['-R', '0:0', path.join(dataDir, 'postgres')]);

    const server = await startEmbeddedServer({ dataDir, owner: 'service' });

    expect(uidOf(await postmasterOf(dataDir))).toBe(NOBODY);
    await server.stop();
  });

  it('is refused in one line when the database belongs to another user', async () => {
    const dataDir = await usedDirectory();
    chownSync(dataDir, ORDINARY_USER, ORDINARY_USER);
    const other = OwnerProcess.start(dataDir, 'service', { uid: ORDINARY_USER, gid: ORDINARY_USER });

    expect((await other.is('failed')).text).toMatch(
      /^EmbeddedServerError: The data directory .* cannot be used: /,
    );
  });
}

function asOrdinaryUser(): void {
  it('is the user who starts the server', async () => {
    const dataDir = temporaryDirectory();

    const server = await startEmbeddedServer({ dataDir, owner: 'service' });

    expect(statSync(server.location).uid).toBe(process.getuid?.());
    await server.stop();
  });

  it('is refused in one line when it cannot write to the data directory', async () => {
    const dataDir = temporaryDirectory();
    chmodSync(dataDir, 0o500);

    const start = startEmbeddedServer({ dataDir, owner: 'service' });

    await expect(start).rejects.toThrow(/^The data directory cannot be used: /);
    chmodSync(dataDir, 0o700);
  });
}

describe('the account of the server', () => {
  if (process.getuid?.() === 0) asRoot();
  else asOrdinaryUser();
});
