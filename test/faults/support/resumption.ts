import { setTimeout as wait } from 'node:timers/promises';
import { ask, NoReply } from './ask';
import { RESUMES_WITHIN } from './effort';
import type { Shop } from './shop';

const EVERY_MS = 50;
/** It is too late by then, in ms; but how late is worth knowing. */
const GIVES_UP_AFTER = 4 * RESUMES_WITHIN;

/**
 * Books until it is answered with a 201.
 * @param since when the fault ended, by `performance.now()`
 * @returns how long after that, in ms; it is also printed
 */
export async function resumption(what: string, shop: Shop, url: string, since: number): Promise<number> {
  const body = shop.quietBooking();
  const deadline = since + GIVES_UP_AFTER;
  while (!(await isBooked(shop, url, body)) && performance.now() < deadline) await wait(EVERY_MS);
  const ms = Math.round(performance.now() - since);
  process.stderr.write(`    resumed after ${ms} ms: ${what}\n`);
  return ms;
}

async function isBooked({ key }: Shop, url: string, body: object): Promise<boolean> {
  try {
    const { status, body: said } = await ask(url, { method: 'POST', path: '/appointments', key, body });
    // Booked by an attempt before, whose answer was lost.
    return status === 201 || said.error?.details?.reason === 'slot_taken';
  } catch (error) {
    if (error instanceof NoReply) return false;
    throw error;
  }
}
