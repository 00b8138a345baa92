import { setTimeout as wait } from 'node:timers/promises';
import { HaCluster } from '../../ha/support/ha-cluster';
import type { Machine } from '../../ha/support/machine';
import type { Dice } from '../../support/random-business/dice';
import type { Stage } from './stage';

/** The three machines of deploy/ha, each a network namespace: needs root, and what test/ha/install installs. */
export async function openCluster(dice: Dice): Promise<Stage> {
  const cluster = await HaCluster.start();
  await cluster.settle();
  const settled = (act: (primary: Machine) => unknown) => async () => {
    await act(await cluster.primary());
    await wait(dice.next() * 5_000);
    await cluster.settle();
  };
  return {
    ...{ urls: cluster.urls, databaseUrl: cluster.databaseUrl, clocks: cluster.urls.map(() => 0) },
    faults: {
      'a planned switchover': settled(() => cluster.switchOver()),
      'PostgreSQL of the primary is killed': settled((primary) => {
        primary.killPostgres();
      }),
      'the primary is killed with its Patroni': settled(async (primary) => {
        primary.signal('SIGKILL', 'patroni');
        await wait(30_000);
        await primary.start('patroni');
      }),
      'the primary is cut off from the others': settled(async (primary) => {
        await primary.isolate();
        await wait(30_000);
        await primary.rejoin();
      }),
    },
    close: () => cluster.stop(),
  };
}
