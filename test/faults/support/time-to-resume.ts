import { setTimeout as wait } from 'node:timers/promises';
import { sendRequest, NoReply } from './send-request';
import { RESUME_LIMIT_MS } from './scale';
import type { SampleBusiness } from './sample-business';

const INTERVAL_MS = 50;
/** Longer than the limit, so that a failure shows how late it was. */
const GIVE_UP_MS = 4 * RESUME_LIMIT_MS;

/**
 * Repeats a booking until it is accepted, and prints how long that took.
 * @param since when the fault ended, by `performance.now()`
 * @returns the time in ms between the end of the fault and the booking
 */
export async function timeToResume(
  what: string,
  business: SampleBusiness,
  url: string,
  since: number,
): Promise<number> {
  const body = business.uncontestedBooking();
  const deadline = since + GIVE_UP_MS;
  while (!(await isBooked(business, url, body)) && performance.now() < deadline) await wait(INTERVAL_MS);
  const ms = Math.round(performance.now() - since);
  process.stderr.write(`    resumed after ${ms} ms: ${what}\n`);
  return ms;
}

async function isBooked({ key }: SampleBusiness, url: string, body: object): Promise<boolean> {
  try {
    const { status, body: answer } = await sendRequest(url, {
      method: 'POST',
      path: '/appointments',
      key,
      body,
    });
    // An earlier attempt has booked, but its answer was lost.
    return status === 201 || answer.error?.details?.reason === 'slot_taken';
  } catch (error) {
    if (error instanceof NoReply) return false;
    throw error;
  }
}
