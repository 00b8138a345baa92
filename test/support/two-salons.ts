import type { Restrictions } from '../../src/platform/restrictions';
import type { Answer, ApiClient } from './api-client';
import { aProvider, aService, MONDAY } from './builders';
import type { TestService } from './test-service';

/** One of two salons of one business: its place, its providers, and what was booked there. */
export interface Salon {
  /** Stands in every name, address, note and e-mail address of its customers and bookings, and in nothing else. */
  readonly word: string;
  /** These digits stand in every phone number, price and id of its customers and bookings. */
  readonly digits: string;
  readonly locationId: number;
  /** Gives all that is booked in the salon. */
  readonly leader: number;
  /** Helps the leader, and books nothing alone. */
  readonly helper: number;
  /** Works at the place alone, and gives nothing that is booked. */
  readonly local: number;
  /** Needs the help of the helper. */
  readonly duo: number;
  /** Customers of this salon alone: a regular, and one who only waits for a time. */
  readonly regular: number;
  readonly waiting: number;
  /** A customer of the place, for whom nothing is booked. */
  readonly neighbour: number;
  /** Appointments in the order of time: alone, with the helper, a seat of a session, without a place, of the customer of both salons. */
  readonly alone: number;
  readonly helped: number;
  readonly seat: number;
  readonly placeless: number;
  readonly ofBoth: number;
  readonly seriesId: number;
  readonly visitId: number;
  /** An entry of the waitlist for the leader. */
  readonly entry: number;
  /** An entry for any provider, at this place. */
  readonly entryForAny: number;
  readonly holdId: string;
  /** A closure of the place. */
  readonly closureId: number;
}

export interface TwoSalons {
  readonly north: Salon;
  readonly south: Salon;
  /** Services that both salons give: 30 minutes, and a class of 60 minutes for four. */
  readonly cut: number;
  readonly lesson: number;
  /** The customer who goes to both. */
  readonly both: number;
  /** An appointment that the leader of the south gives at its place, with the help of the helper of the north. */
  readonly shared: number;
}

/** The words and the digits of the south stand in nothing but what belongs to its customers and bookings. Not in a tag: it is a hash. */
export const OF_THE_SOUTH = /(?<!"etag":"[^,]*)(sued|77777)/i;

/** All that an answer tells, but for what names the request. */
export function told({ status, headers, body }: Answer): string {
  const shown = Object.fromEntries(
    [...headers].filter(([name]) => !/^(date|x-request-id|ratelimit.*|server-timing)$/.test(name)),
  );
  return JSON.stringify([status, shown, body]).replaceAll(/"requestId":"[^"]*"/g, '');
}

/** The ids of a salon that stand in a path for `{id}`. Two for a path without one: a write that is repeated may be refused. */
export function idsInPath(path: string, { leader, local, ...salon }: Salon): readonly (number | string)[] {
  const ids: Readonly<Record<string, readonly (number | string)[]>> = {
    appointments: [salon.alone, salon.helped, salon.seat, salon.ofBoth],
    customers: [salon.regular, salon.waiting, salon.neighbour],
    series: [salon.seriesId],
    visits: [salon.visitId],
    waitlist: [salon.entry, salon.entryForAny],
    holds: [salon.holdId],
    closures: [salon.closureId],
    providers: [leader, local],
  };
  const known = ids[path.split('/')[1] ?? ''];
  return known === undefined ? [1] : path.includes('{id}') ? known : [1, 1];
}

/** The tables whose ids are of one salon. */
export const NUMBERED = ['customers', 'appointments', 'series', 'visits', 'waitlist_entries', 'holds'];

/** Makes a key, or a token, of a user, the administrator by default, that is restricted. */
export async function restrictedKey(
  service: TestService,
  restrictions: Restrictions,
  userId = 1,
): Promise<ApiClient> {
  return service.withKey(await service.credentialOf(userId, restrictions));
}

/** Opens two salons with the same bookings in each, on the Monday after the clock of the tests starts and on later days. */
export async function openTwoSalons(service: TestService): Promise<TwoSalons> {
  const { admin } = service;
  const cut = await aService(admin, { name: 'Cut', price: 30 });
  const lesson = await aService(admin, { name: 'Lesson', durationMin: 60, capacity: 4, price: 20 });
  const both = idOf(await admin.post('/customers', { name: 'Mara Both', email: 'mara@both.example' }));
  const catalogue = { cut, lesson, both };
  const north = await openSalon(service, { ...catalogue, word: 'nord', digits: '33333' });
  const south = await openSalon(service, { ...catalogue, word: 'sued', digits: '77777' });
  const duet = await aService(admin, { name: 'Duet', team: [{ providerIds: [north.helper], count: 1 }] });
  const shared = idOf(
    await admin.post('/appointments', {
      ...{ customerId: south.regular, serviceId: duet, providerId: south.leader },
      ...{ date: MONDAY, start: '16:00', locationId: south.locationId, price: 77777.5, notes: 'Sued duet' },
    }),
  );
  return { north, south, ...catalogue, shared };
}

interface Catalogue {
  readonly cut: number;
  readonly lesson: number;
  readonly both: number;
  readonly word: string;
  readonly digits: string;
}

async function openSalon(service: TestService, catalogue: Catalogue): Promise<Salon> {
  const { admin } = service;
  const { word, digits, cut, lesson, both } = catalogue;
  for (const table of NUMBERED) await service.query(`select setval('${table}_id_seq', ${digits}00)`);
  const locationId = idOf(await admin.post('/locations', { name: 'Salon' }));
  const leader = await aProvider(admin);
  const helper = await aProvider(admin, { serviceIds: [] });
  const week = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
  const schedule = week.map((day) => ({ day, start: '09:00', end: '17:00', locationId }));
  const local = await aProvider(admin, { serviceIds: [], schedule });
  const duo = await aService(admin, { name: 'Duo', team: [{ providerIds: [helper], count: 1 }] });
  const person = (name: string) => ({
    ...{ name: `${name} ${word}mann`, email: `${name}@${word}.example`, phone: `+49 30 ${digits}1` },
  });
  const aCustomer = async (name: string, members: object = {}) => {
    const own = { ...person(name), address: `${word} 1`, notes: `${word} note`, ...members };
    return idOf(await admin.post('/customers', own));
  };
  const regular = await aCustomer('Ria');
  const waiting = await aCustomer('Wim');
  const neighbour = await aCustomer('Nel', { homeLocationId: locationId });
  const common = { providerId: leader, locationId, notes: `${word} booking`, metadata: { salon: word } };
  const price = Number(digits) + 0.25;
  const book = async (start: string, members: object = {}) =>
    idOf(
      await admin.post('/appointments', {
        ...{ customerId: regular, serviceId: cut, date: MONDAY, start, price, ...common, ...members },
      }),
    );
  return {
    ...{ word, digits, locationId, leader, helper, local, duo, regular, waiting, neighbour },
    alone: await book('09:00', { name: `Ava ${word}kind` }),
    helped: await book('10:00', { serviceId: duo }),
    seat: await book('11:00', { serviceId: lesson }),
    placeless: await book('13:00', { locationId: null }),
    ofBoth: await book('14:00', { customerId: both }),
    seriesId: idOf(
      await admin.post('/series', {
        ...{ customerId: regular, serviceId: cut, date: '2026-11-24', start: '10:00', price, ...common },
        rrule: 'FREQ=WEEKLY;BYDAY=TU;COUNT=3',
      }),
    ),
    visitId: idOf(
      await admin.post('/visits', {
        ...{ customerId: regular, date: '2026-11-25', start: '10:00', locationId, notes: `${word} visit` },
        items: [
          { serviceId: cut, providerId: leader },
          { serviceId: lesson, providerId: leader },
        ],
      }),
    ),
    entry: await wait(admin, { customerId: waiting, serviceId: cut, ...common, metadata: undefined }),
    entryForAny: await wait(admin, { customerId: both, serviceId: cut, locationId, notes: `${word} any` }),
    holdId: (await admin.post('/holds', { ...hold(leader, cut), locationId })).body.data.id as string,
    closureId: idOf(
      await admin.post('/closures', {
        ...{ start: '2026-12-27', end: '2026-12-27', locationId, reason: 'Stocktaking' },
      }),
    ),
  };
}

function hold(providerId: number, serviceId: number): object {
  return { providerId, serviceId, date: '2026-11-26', start: '10:00' };
}

/** Waits for a Sunday, which has no free time, so that nothing is offered. */
async function wait(admin: ApiClient, members: object): Promise<number> {
  const sunday = '2026-11-29';
  return idOf(await admin.post('/waitlist', { ...members, from: sunday, to: sunday }));
}

function idOf({ status, body }: Answer): number {
  if (status !== 201) throw new Error(`expected 201, got ${status}: ${JSON.stringify(body)}`);
  return body.data.id as number;
}

/** What was done in the order of time, by both salons, and what changes with every request. */
const LOGS = ['events', 'event_numbering', 'audit_entries', 'idempotency_records', 'api_keys', 'demo_rows'];

/** All rows of the database that belong to a salon: its words or digits stand in them, or they name its providers or its place. */
export async function rowsOf(service: TestService, salon: Salon): Promise<readonly string[]> {
  const tables = await service.query<{ name: string; columns: string[] }>(
    `select table_name as name, array_agg(column_name::text) as columns from information_schema.columns
      join information_schema.tables using (table_schema, table_name)
      where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> all ($1) group by 1 order by 1`,
    [LOGS],
  );
  const rows = await Promise.all(
    tables.map(({ name, columns }) => {
      const ids: Readonly<Record<string, readonly number[]>> = {
        provider_id: [salon.leader, salon.helper, salon.local],
        location_id: [salon.locationId],
        ...((name === 'providers' || name === 'users') && { id: [salon.leader, salon.helper, salon.local] }),
        ...(name === 'locations' && { id: [salon.locationId] }),
      };
      const named = Object.entries(ids).filter(([column]) => columns.includes(column));
      const conditions = named.map(([column, values]) => `t.${column} in (${values.join()})`);
      return service.query<{ row: string }>(
        `select '${name} ' || to_jsonb(t)::text as row from ${name} t
          where ${[`to_jsonb(t)::text ~* '${salon.word}|${salon.digits}'`, ...conditions].join(' or ')}`,
      );
    }),
  );
  return rows
    .flat()
    .map(({ row }) => row)
    .sort();
}
