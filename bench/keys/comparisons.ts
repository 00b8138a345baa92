import { Client } from 'pg';
import { customer } from '../load/data/people';
import { CUSTOMERS, ORDINARY } from '../load/data/plan';
import type { Bench } from '../load/measure';
import type { Next, Question } from '../load/operations/operation';

/** An operation, and two requests for it that must take the same time. */
export interface Comparison {
  readonly title: string;
  /** About what the key must not know. */
  readonly hidden: Next;
  /** About what does not exist. */
  readonly unknown: Next;
  readonly status: number;
}

/** The providers of the narrowed key: three of two hundred. */
export const OWN = ORDINARY.slice(0, 3);

const ROWS = 2_000;
/** Above all ids. */
const UNUSED = { from: 2_000_000_000, to: 2_147_483_647 };

/** Requests of a narrowed key about rows of other providers, and about ids of none. */
export async function aboutIds({ service, ground: { dice } }: Bench): Promise<readonly Comparison[]> {
  const [appointments = [], customers = []] = await foreignIds(service.databaseUrl);
  const about = (
    title: string,
    ids: readonly number[],
    status: number,
    request: (id: number) => Question,
  ) => ({
    ...{ title, status },
    hidden: () => request(dice.pick(ids)),
    unknown: () => request(dice.between(UNUSED.from, UNUSED.to)),
  });
  const booking = { providerId: OWN[0], serviceId: 1, date: '2026-12-29', start: '10:00' };
  return [
    about('GET appointment', appointments, 404, (id) => ({ method: 'GET', path: `/appointments/${id}` })),
    about('PATCH appointment', appointments, 404, (id) => ({
      ...{ method: 'PATCH', path: `/appointments/${id}`, body: { notes: 'x' } },
    })),
    about('GET customer', customers, 404, (id) => ({ method: 'GET', path: `/customers/${id}` })),
    about('GET stats of a customer', customers, 404, (id) => ({
      ...{ method: 'GET', path: `/customers/${id}/stats` },
    })),
    about('POST appointment, customerId', customers, 422, (customerId) => ({
      ...{ method: 'POST', path: '/appointments', body: { ...booking, customerId } },
    })),
  ];
}

/** Appointments of other providers, and customers who have none with those of the key. */
async function foreignIds(databaseUrl: string): Promise<readonly (readonly number[])[]> {
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  const read = async (sql: string) => {
    const { rows } = await client.query<{ id: number }>(`${sql} limit ${ROWS}`, [OWN]);
    return rows.map(({ id }) => id);
  };
  try {
    return [
      await read('select id from appointments where provider_id <> all ($1) order by id % 1009, id'),
      await read(
        'select id from customers where id not in (select customer_id from appointments where provider_id = any ($1))',
      ),
    ];
  } finally {
    await client.end();
  }
}

/** Requests of a browser key with the e-mail addresses of customers, and with addresses of none. */
export function aboutAddresses({ operations, ground }: Bench): readonly Comparison[] {
  const free = operations.find(({ name }) => name === 'book')?.begin(ground);
  if (free === undefined) throw new Error('there is no operation that books');
  const { dice } = ground;
  const known = () => customer(dice.between(1, CUSTOMERS)).email;
  const unknown = () => `${dice.between(1e9, 9e9)}@new.example.com`;
  const about = (title: string, status: number, path: string, bodyOf: () => object): Comparison => {
    const request = (email: string): Question => ({
      ...{ method: 'POST', path, body: { ...bodyOf(), name: 'Eva Berg', phone: '+49 30 5', email } },
    });
    return { title, status, hidden: () => request(known()), unknown: () => request(unknown()) };
  };
  const slot = free().body as object;
  const weekly = { ...slot, rrule: 'FREQ=WEEKLY;COUNT=2' };
  return [
    about('POST series, dryRun', 200, '/series', () => ({ ...weekly, dryRun: true })),
    about('POST series, refused', 422, '/series', () => ({ ...weekly, start: '03:00' })),
    about('POST appointment, refused', 422, '/appointments', () => ({ ...slot, start: '03:00' })),
    about('POST appointment', 201, '/appointments', () => free().body as object),
  ];
}
