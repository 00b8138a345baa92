import { Random } from '../load/random';

/** A repeated action, and the time of each repetition in µs. */
export interface Arm {
  readonly name: string;
  readonly act: () => unknown;
  readonly times: number[];
}

export function arm(name: string, act: () => unknown): Arm {
  return { name, act, times: [] };
}

/**
 * Repeats the arms in rounds, in a random order in each round: a busy moment of the machine affects all alike, and no arm
 * always follows the same other arm.
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
