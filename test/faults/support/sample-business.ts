import { randomInt, randomUUID } from 'node:crypto';
import { formatKey, hashSecret, mintKey } from '../../../src/people/api-keys/key';
import { ApiClient } from '../../support/api-client';
import { aProvider, aService } from '../../support/builders';
import { query } from '../../support/database/query';

const ADMINISTRATOR = 1;
const PROVIDERS = 3;
const ROOMS = 2;
const SEATS = 4;
const DAY_MS = 86_400_000;
/** The weeks that the load books; 16 appointments fit into a provider's day. */
const CONTESTED_WEEKS = { first: 2, count: 12 };
/** The weeks that only `timeToResume` books, so that it always finds a free slot. */
const UNCONTESTED_WEEKS = { first: 30, count: 15 };

interface Services {
  readonly plain: number;
  readonly group: number;
  readonly inRoom: number;
}

export type Booking = Readonly<Record<string, unknown>> & { readonly email: string };

/**
 * A business with three providers, Monday to Friday 09:00 to 17:00, and appointments of half an hour: of one person, of a group
 * of four, or in one of two rooms.
 */
export class SampleBusiness {
  private uncontestedCount = 0;
  private contestedCount = 0;
  private pair = { providerId: 0, serviceId: 0, date: '', quarter: 0 };

  private constructor(
    readonly databaseUrl: string,
    /** A key of the administrator. */
    readonly key: string,
    private readonly providerIds: readonly number[],
    private readonly services: Services,
  ) {}

  /** Inserts a key into the database, and creates the rest through the service at `url`. */
  static async open(url: string, databaseUrl: string): Promise<SampleBusiness> {
    const key = await insertKey(databaseUrl);
    const client = new ApiClient(url, key);
    const providerIds: number[] = [];
    for (let count = 0; count < PROVIDERS; count++) providerIds.push(await aProvider(client));
    for (let count = 0; count < ROOMS; count++)
      await client.post('/resources', { name: 'Room', kind: 'room' });
    const services = {
      plain: await aService(client, { price: 40 }),
      group: await aService(client, { price: 40, capacity: SEATS }),
      inRoom: await aService(client, { price: 40, resources: [{ kind: 'room', quantity: 1 }] }),
    };
    return new SampleBusiness(databaseUrl, key, providerIds, services);
  }

  /**
   * Each two successive calls return bookings that compete: the same provider, at the same time or 15 minutes apart. Those that
   * need a room compete with everybody else's, too.
   */
  contestedBooking(): Booking {
    const isFirst = this.contestedCount++ % 2 === 0;
    if (isFirst) {
      const date = dateOf(CONTESTED_WEEKS.first, randomInt(CONTESTED_WEEKS.count * 5));
      const serviceId = this.anyService();
      this.pair = { providerId: this.anyProvider(), serviceId, date, quarter: randomInt(30) };
    }
    const { providerId, serviceId, date, quarter } = this.pair;
    const seats = serviceId === this.services.group ? 1 + randomInt(3) : 1;
    return {
      ...this.booking(providerId, date, isFirst ? quarter : quarter + randomInt(2), serviceId),
      seats,
    };
  }

  /** A booking that competes with no other. */
  uncontestedBooking(): Booking {
    const day = Math.floor(this.uncontestedCount / 16) % (UNCONTESTED_WEEKS.count * 5);
    const quarter = (this.uncontestedCount++ % 16) * 2;
    return this.booking(this.providerIds[0], dateOf(UNCONTESTED_WEEKS.first, day), quarter);
  }

  private anyProvider(): number {
    return this.providerIds[randomInt(PROVIDERS)] ?? 0;
  }

  private anyService(): number {
    const { plain, group, inRoom } = this.services;
    return [plain, group, inRoom][randomInt(3)] ?? plain;
  }

  private booking(
    providerId: number | undefined,
    date: string,
    quarter: number,
    serviceId = this.services.plain,
  ): Booking {
    const minutes = 9 * 60 + quarter * 15;
    const start = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    const email = `${randomUUID()}@example.com`;
    return { name: 'Robin Load', email, providerId, serviceId, date, start };
  }
}

/** @param weekday number of weekdays after the Monday of that week */
function dateOf(firstWeek: number, weekday: number): string {
  const today = new Date();
  const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * DAY_MS;
  const days = firstWeek * 7 + Math.floor(weekday / 5) * 7 + (weekday % 5);
  return new Date(monday + days * DAY_MS).toISOString().slice(0, 10);
}

/** Does what `api:key create` does, without starting a process. */
export async function insertKey(databaseUrl: string): Promise<string> {
  const parts = mintKey();
  await query(
    databaseUrl,
    `insert into api_keys (key_id, user_id, name, secret_hash, created_at) values ($1, $2, 'Faults', $3, now())`,
    [parts.keyId, ADMINISTRATOR, hashSecret(parts.secret)],
  );
  return formatKey(parts);
}
