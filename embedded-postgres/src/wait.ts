import { setTimeout as sleep } from 'node:timers/promises';

export { sleep };

/** Polls a condition. @returns false when it does not hold within `withinMs` */
export async function until(
  condition: () => boolean | Promise<boolean>,
  withinMs: number,
  everyMs = 10,
): Promise<boolean> {
  const deadline = performance.now() + withinMs;
  while (!(await condition())) {
    if (performance.now() >= deadline) return false;
    await sleep(everyMs);
  }
  return true;
}
