import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findPackage } from '../../../embedded-postgres/src/cluster/binaries';
import { pathOfCwd } from '../../../embedded-postgres/src/cluster/cluster';
import { prepareCluster } from '../../../embedded-postgres/src/cluster/prepare-cluster';
import {
  backUpCluster,
  type EmbeddedServer,
  startEmbeddedServer,
} from '../../../embedded-postgres/src/index';
import { choosePort } from '../../../embedded-postgres/src/server/server-port';
import { serverSettings } from '../../../embedded-postgres/src/server/server-settings';
import {
  startSupervised,
  type SupervisedProcess,
} from '../../../embedded-postgres/src/server/supervised-process';
import { until } from '../../../embedded-postgres/src/wait';
import { createDataSource, createSharedClient } from '../../../src/platform/database/connection/data-source';
import { ShortReads } from '../../../src/platform/database/reads/short-reads';
import { isDatabaseAway } from '../../../src/platform/database/sqlstate';
import { query } from '../../support/database/query';

/** A server on a copy of another one, which stays a replica because its log never ends. */
class Replica {
  private constructor(
    readonly url: string,
    private readonly server: SupervisedProcess,
  ) {}

  static async of(primary: EmbeddedServer, home: string): Promise<Replica> {
    await backUpCluster(primary, join(home, 'postgres'));
    await writeFile(join(home, 'postgres/standby.signal'), '');
    const { cluster, binaries } = await prepareCluster(home, findPackage(), false);
    const port = await choosePort(cluster.marker);
    const server = await startSupervised({
      program: binaries.postgres,
      args: ['-D', pathOfCwd(cluster.data, cluster.account), ...serverSettings(cluster.marker, port, false)],
      cwd: cluster.data,
      account: cluster.account,
    });
    const url = new URL(primary.url);
    url.port = String(port);
    return new Replica(url.href, server);
  }

  /** Whether it answers. */
  async isThere(): Promise<boolean> {
    return query(this.url, 'select').then(
      () => true,
      () => false,
    );
  }

  async stop(): Promise<void> {
    this.server.closePipe();
    await this.server.ended;
  }
}

describe('A connection', () => {
  let folder: string;
  let primary: EmbeddedServer;
  let replica: Replica;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'scheduling-replica-'));
    primary = await startEmbeddedServer({ dataDir: join(folder, 'primary'), owner: 'tests' });
    replica = await Replica.of(primary, join(folder, 'replica'));
    if (!(await until(() => replica.isThere(), 30_000))) throw new Error('the replica does not answer');
  });

  afterAll(async () => {
    await replica.stop();
    await primary.stop();
    await rm(folder, { recursive: true, force: true });
  });

  it('to a replica is refused, as if the database were away', async () => {
    const failure: unknown = await createDataSource({ url: replica.url, poolSize: 1 })
      .initialize()
      .catch((error: unknown) => error);
    expect(failure).toMatchObject({ message: 'Connection terminated: the server is a replica' });
    expect(isDatabaseAway(failure)).toBe(true);
  });

  it('that requests would share is opened to a primary, and not to a replica', async () => {
    const opened = async (url: string) => {
      let connects = 0;
      const reads = new ShortReads(
        1,
        () => {
          const client = createSharedClient(url);
          client.once('connect', () => connects++);
          return client;
        },
        { monotonic: () => performance.now() },
      );
      const answerOf = () => reads.send({ text: 'select' });
      expect(answerOf()).toBeUndefined();
      expect(await until(() => Promise.resolve(connects === 1), 10_000)).toBe(true);
      await new Promise(setImmediate);
      const answer = answerOf();
      await answer;
      await reads.onApplicationShutdown();
      return answer !== undefined;
    };
    expect([await opened(primary.url), await opened(replica.url)]).toEqual([true, false]);
  });

  it('to a primary is accepted', async () => {
    const dataSource = await createDataSource({ url: primary.url, poolSize: 1 }).initialize();
    expect(await dataSource.query('select pg_is_in_recovery() as "isReplica"')).toEqual([
      { isReplica: false },
    ]);
    await dataSource.destroy();
  });
});
