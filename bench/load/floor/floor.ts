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
import { aroundDate, getStatement, snapshotStatement } from '../service/built-service';

const POOL_SIZE = 10;
const SERVICES = {
  name: 'floor.services',
  text: `select id, name, description, duration_min, price::float8, category_id, active, buffer_before_min, buffer_after_min,
           slot_interval_min, min_notice_min, max_advance_days, (select count(*)::int from services where deleted_at is null) as total
         from services where deleted_at is null order by name, id limit $1 offset $2`,
};

interface Answer {
  readonly rows: readonly unknown[];
}

type Route = (url: URL, request: IncomingMessage) => Promise<Answer>;

async function main(): Promise<void> {
  const pool = new Pool({ connectionString: process.env['DATABASE_URL'], max: POOL_SIZE, pipeline: true });
  const routes = routesOver(pool, await getStatement(), await snapshotStatement());
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

type Statement = Awaited<ReturnType<typeof getStatement>>;

function routesOver(pool: Pool, get: Statement, snapshot: Statement): Readonly<Record<string, Route>> {
  const number = (url: URL, name: string) => Number(url.searchParams.get(name));
  return {
    'GET /api/v1/appointments': (url) =>
      pool.query({ ...get, values: [url.pathname.slice('/api/v1/appointments/'.length)] }),
    'GET /api/v1/services': (url) => {
      const length = number(url, 'length');
      return pool.query({ ...SERVICES, values: [length, (number(url, 'page') - 1) * length] });
    },
    'GET /api/v1/availability': (url) => {
      const { start, end } = aroundDate(url.searchParams.get('date') ?? '');
      const values = [
        number(url, 'serviceId'),
        new Date(start),
        new Date(end),
        null,
        new Date(),
        number(url, 'providerId'),
      ];
      return pool.query({ ...snapshot, values });
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
