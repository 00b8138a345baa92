import { Random } from '../load/random';

/** Something that is done again and again, and how long it took each time, in µs. */
export interface Arm {
  readonly name: string;
  readonly act: () => unknown;
  readonly times: number[];
}

export function arm(name: string, act: () => unknown): Arm {
  return { name, act, times: [] };
}

/**
 * Does each as often as said, in an order that is drawn anew for each round: a busy moment of the machine hits all alike, and
 * none always comes after the same other one.
 */
export async function takeTurns(arms: readonly Arm[], rounds: number, warmUps: number): Promise<void> {
  const random = new Random(4_711);
  for (let round = -warmUps; round < rounds; round++) {
    for (const { act, times } of shuffled(arms, random)) {
      const began = process.hrtime.bigint();
      const done = act();
      if (done instanceof Promise) await done;
      const elapsed = Number(process.hrtime.bigint() - began) / 1e3;
      if (round >= 0) times.push(elapsed);
    }
  }
}

function shuffled<T>(items: readonly T[], random: Random): T[] {
  const rest = [...items];
  return items.flatMap(() => rest.splice(random.between(0, rest.length - 1), 1));
}
