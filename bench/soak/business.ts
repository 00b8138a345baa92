import type { ApiCalls } from '../load/worst/api-calls';
import type { Neighbours } from './neighbours';

const PROVIDERS = 8;
const CUSTOMERS = 400;
const DAY_MS = 86_400_000;
/** Weekdays ahead that the load books. */
const DAYS = 180;

/** What the load books: providers who work the hours of the business, services of each kind, and the paths of feeds. */
export class Business {
  private constructor(
    private readonly providers: readonly number[],
    private readonly services: readonly number[],
    readonly group: number,
    readonly feeds: readonly string[],
  ) {}

  /** Creates it, with a webhook for all events and a busy calendar for each second provider. */
  static async open(calls: ApiCalls, neighbours: Neighbours): Promise<Business> {
    const [providers, feeds]: [number[], string[]] = [[], []];
    for (let index = 0; index < PROVIDERS; index++) {
      const email = `provider${index}@example.com`;
      const id = await calls.create('/providers', { name: `Provider ${index}`, email });
      providers.push(id);
      feeds.push(await feedOf(calls, id));
      if (index % 2 === 0)
        await calls.create(`/providers/${id}/busy-calendars`, {
          url: `${neighbours.origin}/calendar/${id}.ics`,
        });
    }
    for (const name of ['Room one', 'Room two', 'Room three'])
      await calls.create('/resources', { name, kind: 'room' });
    const service = (name: string, members: object = {}) =>
      calls.create('/services', { name, durationMin: 15, price: 40, ...members });
    const services = [
      await service('Quick'),
      await service('In a room', { resources: [{ kind: 'room', quantity: 1 }] }),
    ];
    const group = await service('Group', { capacity: 12 });
    await calls.create('/webhooks', { url: `${neighbours.origin}/hook` });
    return new Business(providers, services, group, feeds);
  }

  get provider(): number {
    return pick(this.providers);
  }

  get service(): number {
    return pick(this.services);
  }

  /** `YYYY-MM-DD`, a weekday. */
  get date(): string {
    const at = Date.now() + (2 + Math.floor(Math.random() * DAYS)) * DAY_MS;
    const weekend = [2, 0, 0, 0, 0, 0, 1][(new Date(at).getUTCDay() + 1) % 7] ?? 0;
    return new Date(at + weekend * DAY_MS).toISOString().slice(0, 10);
  }

  get start(): string {
    const minutes = 9 * 60 + Math.floor(Math.random() * 32) * 15;
    return `${String(Math.floor(minutes / 60)).padStart(2, '0')}:${String(minutes % 60).padStart(2, '0')}`;
  }

  /** One of a few hundred persons, who come again and again. */
  get person(): { readonly name: string; readonly email: string } {
    const number = Math.floor(Math.random() * CUSTOMERS);
    return { name: `Customer ${number}`, email: `customer${number}@example.com` };
  }
}

async function feedOf(calls: ApiCalls, providerId: number): Promise<string> {
  const { text } = await calls.send({ method: 'POST', path: `/api/v1/providers/${providerId}/feed` });
  return new URL((JSON.parse(text) as { data: { url: string } }).data.url).pathname;
}

export function pick<Item>(items: readonly Item[]): Item {
  const item = items[Math.floor(Math.random() * items.length)];
  if (item === undefined) throw new Error('nothing to pick from');
  return item;
}
