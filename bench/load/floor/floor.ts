/**
 * The floor of the measurements: a bare `node:http` server that answers the same paths with the same reads, each one prepared
 * statement whose rows are sent as JSON, and with the writes of a booking. Its pool is as large as the service's. No framework,
 * keys, limits or checks.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { Pool } from 'pg';
import { type Booking, writeBooking } from './booking-floor';
import { aroundDate, getStatement, listStatement, snapshotStatement } from '../service/built-service';

const POOL_SIZE = 10;
/** The length of a page where the request names none. */
const FIRST_PAGE = 25;
const SERVICES = {
  name: 'floor.services',
  text: `select id, name, description, duration_min, price::float8, category_id, active, buffer_before_min, buffer_after_min,
           slot_interval_min, min_notice_min, max_advance_days, capacity, resources, metadata, created_at, lists_providers,
           (select array(select provider_id from provider_services where service_id = s.id order by 1) where lists_providers)
             as provider_ids,
           (select count(*)::int from services where deleted_at is null) as total
         from services s where deleted_at is null order by name, id limit $1 offset $2`,
};

/** The text of `customers_folded_idx`. */
const CUSTOMER_TEXT = `folded(first_name || ' ' || last_name || ' ' || coalesce(email, '') || ' ' || coalesce(phone, ''))`;

/** The customers with all of so many words. Takes the length and offset of the page, then the words as patterns of LIKE. */
function customersWith(words: number) {
  const conditions = Array.from(
    { length: words },
    (_, index) => `${CUSTOMER_TEXT} like folded((select $${index + 3}::text))`,
  );
  return {
    name: `floor.customers.${words}`,
    text: `with found as materialized (select id, last_name from customers where ${conditions.join(' and ')})
           select id, first_name, last_name, email, phone, address, notes, metadata, created_at, erased_at,
             (select count(*)::int from found) as total
           from customers where id = any (array(
             select id from found order by last_name, id limit (select $1::bigint) offset (select $2::bigint)))
           order by last_name, id`,
  };
}

interface Answer {
  readonly rows: readonly unknown[];
}

type Route = (url: URL, request: IncomingMessage) => Promise<Answer>;

async function main(): Promise<void> {
  const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: POOL_SIZE, pipeline: true });
  const routes = routesOver(pool, await serviceStatements());
  const server = createServer((request, response) => {
    const url = new URL(request.url ?? '/', 'http://floor');
    const route = routes[`${request.method} ${url.pathname.split('/').slice(0, 4).join('/')}`];
    if (route === undefined) send(response, 404, {});
    else
      void route(url, request).then(
        ({ rows }) => {
          send(response, rows.length === 0 ? 404 : 200, { data: rows });
        },
        (error: unknown) => {
          send(response, 500, { error: String(error) });
        },
      );
  });
  server.listen(0, '127.0.0.1', () => process.send?.({ port: (server.address() as AddressInfo).port }));
}

/** The statements of the service that the floor runs, too. */
async function serviceStatements() {
  return { get: await getStatement(), list: await listStatement(), snapshot: await snapshotStatement() };
}

type Statements = Awaited<ReturnType<typeof serviceStatements>>;

const APPOINTMENTS = '/api/v1/appointments';

function routesOver(pool: Pool, { get, list, snapshot }: Statements): Readonly<Record<string, Route>> {
  const number = (url: URL, name: string) => Number(url.searchParams.get(name));
  const window = (url: URL) => {
    const length = number(url, 'length');
    return [length, (number(url, 'page') - 1) * length];
  };
  return {
    [`GET ${APPOINTMENTS}`]: (url) =>
      url.pathname === APPOINTMENTS
        ? pool.query({ ...list, values: window(url) })
        : pool.query({ ...get, values: [url.pathname.slice(APPOINTMENTS.length + 1)] }),
    'GET /api/v1/services': (url) => pool.query({ ...SERVICES, values: window(url) }),
    'GET /api/v1/customers': (url) => {
      const words = (url.searchParams.get('q') ?? '').split(' ').map((word) => `%${word}%`);
      return pool.query({ ...customersWith(words.length), values: [FIRST_PAGE, 0, ...words] });
    },
    'GET /api/v1/availability': (url) => {
      const { start, end } = aroundDate(url.searchParams.get('date') ?? '');
      const values: Readonly<Record<string, unknown>> = {
        service: number(url, 'serviceId'),
        from: new Date(start),
        until: new Date(end),
        now: new Date(),
        provider: number(url, 'providerId'),
      };
      // Without a place, and without an appointment to leave out.
      return pool.query({ ...snapshot, values: snapshot.names?.map((name) => values[name] ?? null) });
    },
    'POST /api/v1/appointments': async (_url, request) =>
      writeBooking(pool, (await json(request)) as Booking),
  };
}

function send(response: ServerResponse, status: number, body: unknown): void {
  const text = JSON.stringify(body);
  response.writeHead(status, {
    'content-type': 'application/json',
    'content-length': Buffer.byteLength(text),
  });
  response.end(text);
}

void main();
