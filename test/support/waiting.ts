import { WaitlistWorker } from '../../src/booking/waitlist/offers/waitlist-worker';
import type { Answer } from './api-client';
import { MONDAY } from './builders';
import type { TestService } from './test-service';

/** An entry of the waitlist, as answers show it. */
export interface Entry {
  readonly id: number;
  readonly customerId: number;
  readonly status: string;
  readonly offer: {
    holdId: string;
    start: string;
    end: string;
    providerId: number;
    expiresAt: string;
  } | null;
  readonly appointmentId: number | null;
}

let count = 0;

/** A body for POST /waitlist: Monday, a new customer each time. */
export function anEntry(serviceId: number, members: object = {}): object {
  count++;
  const customer = { name: `Waiting ${count}`, email: `waiting${count}@example.com` };
  return { ...customer, serviceId, from: MONDAY, to: MONDAY, ...members };
}

/** Adds an entry, and returns it. */
export async function anEntryOf(
  { admin }: TestService,
  serviceId: number,
  members: object = {},
): Promise<Entry> {
  return entryOf(await admin.post('/waitlist', anEntry(serviceId, members)));
}

/** Reads entries as they are now. */
export async function entriesNow({ admin }: TestService, entries: readonly Entry[]): Promise<Entry[]> {
  return Promise.all(entries.map(async ({ id }) => entryOf(await admin.get(`/waitlist/${id}`))));
}

/** The statuses of entries now. */
export async function statusesNow(service: TestService, entries: readonly Entry[]): Promise<string[]> {
  return (await entriesNow(service, entries)).map(({ status }) => status);
}

/** What a worker does after a commit. */
export async function makeOffers({ app }: TestService): Promise<void> {
  while (await app.get(WaitlistWorker).run());
}

function entryOf({ status, body }: Answer): Entry {
  if (status >= 300) throw new Error(`expected an entry, got ${status}: ${JSON.stringify(body)}`);
  return body.data as Entry;
}
