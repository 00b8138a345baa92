import { setTimeout as wait } from 'node:timers/promises';
import { HaCluster } from '../../ha/support/ha-cluster';
import type { Machine } from '../../ha/support/machine';
import type { Dice } from '../../support/random-business/dice';
import type { Stage } from './stage';

/** How often a planned switchover is asked for. */
const SWITCHOVERS = 30;

/** The three machines of deploy/ha, each a network namespace: needs root, and what test/ha/install installs. */
export async function openCluster(dice: Dice): Promise<Stage> {
  const cluster = await HaCluster.start();
  await cluster.settle();
  const settled = (act: (primary: Machine) => unknown) => async () => {
    await act(await cluster.primary());
    await wait(dice.next() * 5_000);
    await cluster.settle();
  };
  /** As an operator asks: again, while it is refused because a replica is not ready. */
  const switchOver = async (attempts = SWITCHOVERS): Promise<void> => {
    try {
      await cluster.switchOver();
    } catch (error) {
      if (attempts === 1) throw error;
      await wait(1_000);
      await switchOver(attempts - 1);
    }
  };
  return {
    ...{ urls: cluster.urls, databaseUrl: cluster.databaseUrl, clocks: cluster.urls.map(() => 0) },
    faults: {
      'a planned switchover': settled(() => switchOver()),
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
