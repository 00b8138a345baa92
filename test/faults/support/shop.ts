import { randomInt, randomUUID } from 'node:crypto';
import { formatKey, hashSecret, mintKey } from '../../../src/people/api-keys/key';
import { ApiClient } from '../../support/api-client';
import { aProvider, aService } from '../../support/builders';
import { query } from '../../support/query';

const ADMINISTRATOR = 1;
const PROVIDERS = 3;
const DAY_MS = 86_400_000;
/** Weeks whose weekdays are booked in storms; 16 appointments fit into a provider's day. */
const WEEKS = { first: 2, count: 12 };
/** Nobody else books there: whoever tries whether the service takes bookings again finds room. */
const QUIET_WEEKS = { first: 30, count: 15 };

export type Booking = Readonly<Record<string, unknown>> & { readonly email: string };

/** A business with three providers, Monday to Friday 09:00 to 17:00, and appointments of half an hour. */
export class Shop {
  private quiet = 0;
  private asked = 0;
  private wanted = { providerId: 0, date: '', quarter: 0 };

  private constructor(
    readonly databaseUrl: string,
    /** Of the administrator. */
    readonly key: string,
    private readonly providerIds: readonly number[],
    private readonly serviceId: number,
  ) {}

  /** @param databaseUrl where the key is put; the rest goes through the service at `url` */
  static async open(url: string, databaseUrl: string): Promise<Shop> {
    const key = await putKey(databaseUrl);
    const client = new ApiClient(url, key);
    const providerIds: number[] = [];
    for (let count = 0; count < PROVIDERS; count++) providerIds.push(await aProvider(client));
    return new Shop(databaseUrl, key, providerIds, await aService(client, { price: 40 }));
  }

  /** Any half hour of any provider, which somebody else asks for at the same time, or a quarter of an hour later. */
  anyBooking(): Booking {
    const isFirst = this.asked++ % 2 === 0;
    if (isFirst) {
      const date = dateOf(WEEKS.first, randomInt(WEEKS.count * 5));
      this.wanted = { providerId: this.anyProvider(), date, quarter: randomInt(30) };
    }
    const { providerId, date, quarter } = this.wanted;
    return this.booking(providerId, date, isFirst ? quarter : quarter + randomInt(2));
  }

  /** One that nobody else has asked for. */
  quietBooking(): Booking {
    const day = Math.floor(this.quiet / 16) % (QUIET_WEEKS.count * 5);
    const quarter = (this.quiet++ % 16) * 2;
    return this.booking(this.providerIds[0], dateOf(QUIET_WEEKS.first, day), quarter);
  }

  private anyProvider(): number {
    return this.providerIds[randomInt(PROVIDERS)] ?? 0;
  }

  private booking(providerId: number | undefined, date: string, quarter: number): Booking {
    const minutes = 9 * 60 + quarter * 15;
    const start = `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
    const email = `${randomUUID()}@example.com`;
    return { name: 'Robin Storm', email, providerId, serviceId: this.serviceId, date, start };
  }
}

/** @param weekday counted from the Monday of that week on, weekends left out */
function dateOf(firstWeek: number, weekday: number): string {
  const today = new Date();
  const monday = today.getTime() - ((today.getUTCDay() + 6) % 7) * DAY_MS;
  const days = firstWeek * 7 + Math.floor(weekday / 5) * 7 + (weekday % 5);
  return new Date(monday + days * DAY_MS).toISOString().slice(0, 10);
}

/** What `api:key create` does, without its process. */
async function putKey(databaseUrl: string): Promise<string> {
  const parts = mintKey();
  await query(
    databaseUrl,
    `insert into api_keys (key_id, user_id, name, secret_hash, created_at) values ($1, $2, 'Faults', $3, now())`,
    [parts.keyId, ADMINISTRATOR, hashSecret(parts.secret)],
  );
  return formatKey(parts);
}
