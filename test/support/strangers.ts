import { addDays, getDay } from '../../src/platform/time/local-date';
import type { Answer, ApiClient } from './api-client';
import { connectMcp } from './mcp';
import type { TestService } from './test-service';
import type { TwoSalons } from './two-salons';

/** What a request says of a person whose e-mail address it knows. */
export interface Named {
  readonly name: string;
  readonly email: string;
  readonly phone: string;
}

/** A customer of the south alone, whose record holds the words and digits of the south. */
export interface Stranger extends Named {
  readonly id: number;
}

/** What a write has made in the north. */
export interface Booked {
  readonly appointments: readonly number[];
  readonly entries?: readonly number[];
  readonly seriesId?: number;
  readonly visitId?: number;
}

/** A request of the north for a person. */
export interface Request {
  readonly service: TestService;
  readonly client: ApiClient;
  readonly salons: TwoSalons;
  readonly named: Named;
}

let count = 0;
/** A working day on which nothing is booked yet. */
export function freeDay(): string {
  const week = Math.floor(count / 4);
  return addDays('2027-01-05', 7 * week + (count++ % 4));
}

export async function aStranger({ admin }: TestService, { cut, south }: TwoSalons): Promise<Stranger> {
  const day = freeDay();
  const email = `Zoe${getDay(day)}@${south.word}.example`;
  const { word, digits, leader, locationId } = south;
  const id = idOf(
    await admin.post('/customers', {
      ...{ name: `Zoe ${word}mann`, email, phone: `+49 30 ${digits}9`, address: `${word} 9` },
      ...{ notes: `${word} note`, language: 'fr', timezone: 'Asia/Tokyo', metadata: { secret: word } },
    }),
  );
  const there = { providerId: leader, serviceId: cut, locationId };
  idOf(await admin.post('/appointments', { customerId: id, ...there, date: day, start: '09:00' }));
  return { id, name: 'Gus Guest', email: email.toLowerCase(), phone: '+49 30 5550' };
}

/** Every way in which a request can name a person who becomes the customer of what it books. */
export const WAYS_TO_NAME: Readonly<Record<string, (request: Request) => Promise<Booked>>> = {
  'POST /appointments': async (request) => ({ appointments: [await book(request)] }),
  'POST /appointments in the past, completed, arrived and paid': async (request) => {
    const past = { date: '2026-11-17', start: pastStart(), ignoreSchedule: true };
    const id = await book(request, past);
    const at = '2026-11-17T09:00:00Z';
    for (const body of [
      { status: 'completed' },
      { arrivedAt: at, startedAt: at },
      { payment_status: 'paid' },
    ])
      expect((await request.client.patch(`/appointments/${id}`, body)).status).toBe(200);
    return { appointments: [id] };
  },
  'POST /appointments with a hold': async (request) => {
    const { client } = request;
    const { name, email, phone, ...time } = bookingOf(request);
    const holdId = (await client.post('/holds', time)).body.data.id as string;
    const body = { name, email, phone, holdId };
    return { appointments: [idOf(await client.post('/appointments', body))] };
  },
  'POST /appointments twice': async (request) => ({
    appointments: [await book(request), await book(request)],
  }),
  'POST /series of one': async (request) => seriesOf(request, 1),
  'POST /series, changed as a whole': async (request) => {
    const booked = await seriesOf(request, 2);
    const { client } = request;
    expect((await client.patch(`/series/${booked.seriesId ?? 0}`, { notes: 'Mine' })).status).toBe(200);
    return booked;
  },
  'POST /visits': async (request) => visitOf(request),
  'POST /visits, of which more is booked': async (request) => {
    const { visitId = 0 } = await visitOf(request);
    const { client, salons } = request;
    const item = { serviceId: salons.cut, providerId: salons.north.leader };
    const { status, body } = await client.patch(`/visits/${visitId}`, { items: [item, item] });
    expect(status).toBe(200);
    return { visitId, appointments: idsOf(body.data.appointments) };
  },
  'POST /waitlist': async (request) => ({ appointments: [], entries: [await wait(request)] }),
  'POST /waitlist, withdrawn': async (request) => {
    const id = await wait(request);
    expect((await request.client.delete(`/waitlist/${id}`)).status).toBe(200);
    return { appointments: [], entries: [id] };
  },
  'POST /waitlist, with an offer that is declined': async (request) => {
    const id = await wait(request, freeDay());
    expect((await request.client.post(`/waitlist/${id}/decline`)).status).toBe(200);
    return { appointments: [], entries: [id] };
  },
  'POST /waitlist, with an offer that is accepted': async (request) => {
    const id = await wait(request, freeDay());
    return { appointments: [idOf(await request.client.post(`/waitlist/${id}/accept`))], entries: [id] };
  },
  'the tool book_appointment': async (request) => {
    const { body } = await callTool(request, 'book_appointment', bookingOf(request));
    return { appointments: [body.id] };
  },
  'the tool join_waitlist': async (request) => {
    const { date, start, ...rest } = bookingOf(request);
    expect([typeof date, start]).toEqual(['string', '10:00']);
    const { body } = await callTool(request, 'join_waitlist', { ...rest, from: SUNDAY, to: SUNDAY });
    return { appointments: [], entries: [body.id] };
  },
};

/** Nothing is free on a Sunday. */
const SUNDAY = '2026-11-29';

export function bookingOf({ salons, named: { name, email, phone } }: Request) {
  const { leader, locationId } = salons.north;
  const what = { providerId: leader, serviceId: salons.cut, locationId };
  return { name, email, phone, ...what, date: freeDay(), start: '10:00' };
}

async function book(request: Request, members: object = {}): Promise<number> {
  return idOf(await request.client.post('/appointments', { ...bookingOf(request), ...members }));
}

async function seriesOf(request: Request, occurrences: number): Promise<Booked> {
  const rrule = `FREQ=DAILY;COUNT=${occurrences}`;
  const { status, body } = await request.client.post('/series', { ...bookingOf(request), rrule });
  expect([status, JSON.stringify(body).includes('/m/')]).toEqual([201, false]);
  return { seriesId: body.data.id as number, appointments: idsOf(body.data.appointments) };
}

async function visitOf(request: Request): Promise<Booked> {
  const { providerId, serviceId, ...rest } = bookingOf(request);
  const { status, body } = await request.client.post('/visits', {
    ...rest,
    items: [{ serviceId, providerId }],
  });
  expect([status, JSON.stringify(body).includes('/m/')]).toEqual([201, false]);
  return { visitId: body.data.id as number, appointments: idsOf(body.data.appointments) };
}

/** @param day undefined: one on which nothing is free */
async function wait(request: Request, day = SUNDAY): Promise<number> {
  const { date, start, ...rest } = bookingOf(request);
  expect([typeof date, start]).toEqual(['string', '10:00']);
  return idOf(await request.client.post('/waitlist', { ...rest, from: day, to: day }));
}

async function callTool(
  { service, client, named }: Request,
  name: string,
  args: Record<string, unknown>,
): Promise<{ body: { id: number } }> {
  const mcp = await connectMcp(service, client.key ?? '');
  try {
    const { content, text } = await mcp.call(name, {
      ...args,
      idempotencyKey: `call-${count}-${named.email}`,
    });
    if (content?.data?.id === undefined) throw new Error(text);
    return { body: content.data as { id: number } };
  } finally {
    await mcp.client.close();
  }
}

let past = 0;
function pastStart(): string {
  return `${String(9 + Math.floor(past / 2)).padStart(2, '0')}:${past++ % 2 === 0 ? '00' : '30'}`;
}

function idOf({ status, body }: Answer): number {
  if (status !== 201) throw new Error(`expected 201, got ${status}: ${JSON.stringify(body)}`);
  return body.data.id as number;
}

function idsOf(rows: readonly { id: number }[]): readonly number[] {
  return rows.map(({ id }) => id);
}

/** The ids of what was booked that stand in a path for `{id}`. */
export function idsOfBooked(path: string, booked: Booked, { id }: Stranger): readonly number[] {
  const { appointments, entries = [], seriesId, visitId } = booked;
  const ids: Readonly<Record<string, readonly number[]>> = {
    appointments,
    customers: [id],
    waitlist: entries,
    series: seriesId === undefined ? [] : [seriesId],
    visits: visitId === undefined ? [] : [visitId],
  };
  return ids[path.split('/')[1] ?? ''] ?? [];
}
