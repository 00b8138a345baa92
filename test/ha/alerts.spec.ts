import { build } from '../cli/run-cli';
import { textOf } from '../deploy/files';
import { HaCluster } from './support/ha-cluster';

jest.setTimeout(300_000);

describe('The alerts of three machines', () => {
  let cluster: HaCluster;

  beforeAll(async () => {
    await build();
    cluster = await HaCluster.start();
    await cluster.settle();
  });

  afterAll(() => cluster.stop());

  /** The samples of a metric, of all machines. */
  const samplesOf = async (metric: string) => {
    const texts = await Promise.all(cluster.machines.map((machine) => machine.metrics()));
    const pattern = new RegExp(`^${metric}\\{scope="scheduling"\\} (\\S+)$`, 'gm');
    return texts.flatMap((text) => [...text.matchAll(pattern)].map(([, value]) => Number(value))).sort();
  };

  it('read metrics that Patroni has, and whose values are those of three healthy machines', async () => {
    const named = textOf('deploy/monitoring/patroni.rules.yml').match(/\bpatroni_\w+(?=\{)/g) ?? [];
    const samples = await Promise.all(
      named.map(async (metric) => [metric, await samplesOf(metric)] as const),
    );
    expect(Object.fromEntries(samples)).toEqual({
      patroni_primary: [0, 0, 1],
      patroni_sync_standby: [0, 0, 1],
      patroni_postgres_running: [1, 1, 1],
      patroni_dcs_last_seen: [expect.any(Number), expect.any(Number), expect.any(Number)],
      patroni_is_paused: [0, 0, 0],
    });
    const now = Date.now() / 1_000;
    for (const at of await samplesOf('patroni_dcs_last_seen')) expect(now - at).toBeLessThan(30);
  });
});
