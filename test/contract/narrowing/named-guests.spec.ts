import type { OpenAPIObject } from '@nestjs/swagger';
import { ApiKeysService } from '../../../src/people/api-keys/api-keys.service';
import { operationsOf } from '../../../src/platform/openapi/operations';
import { COMMAND_LINE } from '../../../src/platform/database/write-context';
import type { ApiClient } from '../../support/api-client';
import { recordStatements } from '../../support/database/recorded-statements';
import { connectMcp } from '../../support/mcp';
import { builtDocument } from '../../support/openapi/built-document';
import { bodyMembersOf } from '../../support/openapi/request-ids';
import {
  aStranger,
  type Booked,
  bookingOf,
  freeDay,
  idsOfBooked,
  type Stranger,
  WAYS_TO_NAME,
} from '../../support/strangers';
import { startTestService, type TestService } from '../../support/test-service';
import { OF_THE_SOUTH, openTwoSalons, restrictedKey, told, type TwoSalons } from '../../support/two-salons';
import { bodyOf, fillPath, idsOf, titleOf, writesOf } from '../../support/writes-of-salon';

/** What stands in the record of a stranger, or elsewhere in the south, and is sent by no request. */
const LEAK = new RegExp(`${OF_THE_SOUTH.source}|Tokyo|"fr"`, 'i');

/** Keys of the north name the e-mail address of a person whom only the south knows, in every way, and then read the person in every way. */
describe('A narrowed key that names a person whom it does not see', () => {
  let service: TestService;
  let document: OpenAPIObject;
  let salons: TwoSalons;
  /** Keys that are narrowed to the leader of the north, to its place, and to both. */
  let stylist: ApiClient;
  let place: ApiClient;
  let stylistThere: ApiClient;

  beforeAll(async () => {
    service = await startTestService();
    salons = await openTwoSalons(service);
    document = builtDocument(service.app);
    const { leader, locationId } = salons.north;
    stylist = await restrictedKey(service, { providers: [leader] });
    place = await restrictedKey(service, { locations: [locationId] });
    stylistThere = await restrictedKey(service, { providers: [leader], locations: [locationId] });
    // Ids that hold the digits of neither salon.
    for (const table of ['customers', 'appointments', 'series', 'visits', 'waitlist_entries'])
      await service.query(`select setval('${table}_id_seq', 5555500)`);
  });

  afterEach(() => {
    jest.restoreAllMocks();
  });

  afterAll(() => service.stop());

  const keys = () => [stylist, place, stylistThere];

  /** The GETs that a narrowed key may send about what was booked, and about the person. */
  function readsOf(booked: Booked, stranger: Stranger): readonly string[] {
    const paths = operationsOf(document)
      .filter(({ method, operation }) => {
        const narrowed = (operation as { 'x-narrowed'?: string })['x-narrowed'];
        return method === 'GET' && narrowed !== undefined && !['refused', 'catalogue'].includes(narrowed);
      })
      .flatMap(({ path }) =>
        path.includes('{id}')
          ? idsOfBooked(path, booked, stranger).map((id) => fillPath(path, id, {}))
          : [path],
      );
    const queries = ['q=zoe', 'q=sued', 'q=777779', 'q=gus', 'include=customer,provider,service,location'];
    const named = [
      `customerId=${stranger.id}`,
      `customerId=${stranger.id}&providerId=${salons.north.leader}`,
    ];
    const month = `/providers/${salons.north.leader}/appointments`;
    return [
      ...paths.filter((path) => !path.startsWith('/availability')),
      ...[...queries, ...named].flatMap((query) => [
        `/appointments?length=100&${query}`,
        `/appointments/search?${query}`,
        `/waitlist?length=100&${query}`,
      ]),
      ...queries.map((query) => `/customers?length=100&${query}`),
      ...['2026-11', '2027-01', '2027-06'].map((each) => `${month}?month=${each}`),
    ];
  }

  /** What the stylist books for a person in one of the ways. */
  async function booksBy(way: string, stranger: Stranger): Promise<Booked> {
    const write = WAYS_TO_NAME[way];
    if (write === undefined) throw new Error(`there is no way ${way}`);
    return write({ service, client: stylist, salons, named: stranger });
  }

  /** What a key is told of the person that it has not said itself. */
  async function leaksTo(client: ApiClient, booked: Booked, stranger: Stranger): Promise<string[]> {
    const leaks: string[] = [];
    for (const path of readsOf(booked, stranger)) {
      const answer = await client.get(path);
      const text = told(answer).replaceAll(new RegExp(stranger.email, 'gi'), '').replaceAll(/q=\w+/g, '');
      const isPersonsPath = path.startsWith(`/customers/${stranger.id}`);
      if (LEAK.test(text))
        leaks.push(`${path}: ${text.slice(Math.max(0, text.search(LEAK) - 300), text.search(LEAK) + 50)}`);
      if (isPersonsPath && answer.status !== 404) leaks.push(`${path}: ${answer.status}`);
      if (path.includes('customerId=') && /"(total|confirmed)":[1-9]/.test(text))
        leaks.push(`${path}: ${text}`);
      if (JSON.stringify(answer.body).includes(`"customerId":${stranger.id}`)) leaks.push(`${path}: its id`);
    }
    return leaks;
  }

  it('names it in no other way than those below', () => {
    const naming = writesOf(document)
      .filter(({ operation, narrowed }) => {
        const isNarrowed = narrowed !== 'refused' && narrowed !== 'undeclared';
        return isNarrowed && bodyMembersOf(operation, document).includes('email');
      })
      .map(titleOf);
    // A provider has an e-mail address, too; of that a narrowed key changes the schedule alone.
    // A customer is written with no address that another customer has, of any salon: `narrowed-desk.spec.ts`.
    expect(naming.filter((title) => !/\/(providers|customers)/.test(title))).toEqual([
      'POST /appointments',
      'POST /series (dry run)',
      'POST /series',
      'POST /visits',
      'POST /waitlist',
    ]);
  });

  describe.each(Object.entries(WAYS_TO_NAME))('with %s', (way, write) => {
    it('reads what it has sent, and nothing else of the person, like every other narrowed key', async () => {
      const [writer] = keys().slice(Object.keys(WAYS_TO_NAME).indexOf(way) % 3);
      for (const client of writer === undefined ? [] : [writer]) {
        const stranger = await aStranger(service, salons);
        const booked = await write({ service, client, salons, named: stranger });
        for (const reader of keys()) expect(await leaksTo(reader, booked, stranger)).toEqual([]);
        for (const id of booked.appointments) {
          const { data } = (await client.get(`/appointments/${id}?include=customer`)).body;
          expect(data).toMatchObject({
            ...{ customerId: null, customer: null, customerName: stranger.name, manageUrl: null },
            ...{ attendeeName: stranger.name, attendeePhone: stranger.phone },
          });
        }
        for (const id of booked.entries ?? [])
          expect((await client.get(`/waitlist/${id}`)).body.data).toMatchObject({
            ...{ customerId: null, attendeeName: stranger.name, attendeePhone: stranger.phone },
          });
      }
    });
  });

  it('reads nothing more with the tools of a language model', async () => {
    const stranger = await aStranger(service, salons);
    const booked = await booksBy('the tool book_appointment', stranger);
    const mcp = await connectMcp(service, stylist.key ?? '');
    const [id] = booked.appointments;
    const results = [
      await mcp.call('get_appointment', { id }),
      await mcp.call('list_appointments', { q: 'gus' }),
      await mcp.call('find_customers', { q: 'zoe' }),
      await mcp.call('find_customers', { q: stranger.email }),
      await mcp.call('move_appointment', {
        id,
        date: freeDay(),
        start: '11:00',
        idempotencyKey: 'move-guest',
      }),
    ];
    await mcp.client.close();
    for (const { text, content } of results)
      expect(`${text} ${JSON.stringify(content)}`).not.toMatch(/suedmann|77777|Tokyo/);
    expect(results[2]?.content.data).toEqual([]);
  });

  it('is not modified when only the person has changed', async () => {
    const stranger = await aStranger(service, salons);
    const accepted = await booksBy('POST /waitlist, with an offer that is accepted', stranger);
    const { appointments, entries = [] } = accepted;
    const paths = [
      ...appointments.flatMap((id) => [
        `/appointments/${id}`,
        `/appointments/${id}?include=customer`,
        `/appointments/${id}/calendar.ics`,
      ]),
      ...entries.map((id) => `/waitlist/${id}`),
    ];
    const tags = await Promise.all(
      paths.map(async (path) => (await stylist.get(path)).headers.get('etag') ?? ''),
    );
    const change = { name: 'Sued Again', phone: '+49 30 777770', notes: 'Sued again', language: 'nl' };
    expect((await service.admin.patch(`/customers/${stranger.id}`, change)).status).toBe(200);
    for (const [index, path] of paths.entries()) {
      const headers = { 'if-none-match': tags[index] ?? '' };
      expect([path, (await stylist.get(path, { headers })).status]).toEqual([path, 304]);
    }
    const [id = 0] = appointments;
    const headers = { 'if-match': tags[0] ?? '' };
    expect((await stylist.patch(`/appointments/${id}`, { notes: 'Mine' }, { headers })).status).toBe(200);
  });

  it('tells a dry run of a known address what it tells of an unknown one, by the same statements', async () => {
    const stranger = await aStranger(service, salons);
    const rule = { ...bookingOf({ service, client: stylist, salons, named: stranger }), dryRun: true };
    const statements = recordStatements();
    const ask = async (email: string) => {
      statements();
      const { status, body } = await stylist.post('/series', { ...rule, rrule: 'FREQ=DAILY;COUNT=1', email });
      return [status, body, statements()];
    };
    expect(await ask(stranger.email)).toEqual(await ask('no@customer.example'));
  });

  it('is told no more by a dry run of a change', async () => {
    const stranger = await aStranger(service, salons);
    const { seriesId = 0 } = await booksBy('POST /series, changed as a whole', stranger);
    for (const body of [{ start: '12:00' }, { notes: 'Mine' }, { status: 'cancelled' }]) {
      const answer = await stylist.patch(`/series/${seriesId}`, { ...body, dryRun: true });
      expect(told(answer)).not.toMatch(LEAK);
      for (const each of answer.body.data.appointments)
        expect(each).toMatchObject({ customerId: null, customerName: stranger.name, manageUrl: null });
    }
  });

  it('opens the person by nothing that it does itself', async () => {
    const own = {
      ...(await idsOf(service, salons.north)),
      customerId: undefined,
      fromAppointmentId: undefined,
    };
    const isLast = ({ method }: { method: string }) => Number(method === 'DELETE');
    // Both stand among the ways above.
    const ofOffer = (path: string) => /(accept|decline)$/.test(path);
    const writes = writesOf(document)
      .filter(({ narrowed, path }) => {
        const isNarrowed = narrowed !== 'refused' && narrowed !== 'undeclared';
        return isNarrowed && /^\/(appointments|series|visits|waitlist)\/\{id\}/.test(path) && !ofOffer(path);
      })
      .sort((a, b) => isLast(a) - isLast(b));
    expect(writes.length).toBeGreaterThan(8);
    const successor = service.withKey(await rotated(stylist));
    const changed = new Set<string>();
    const ways = ['POST /appointments', 'POST /series, changed as a whole', 'POST /visits', 'POST /waitlist'];
    for (const way of ways) {
      const stranger = await aStranger(service, salons);
      const booked = await booksBy(way, stranger);
      for (const each of writes)
        for (const id of idsOfBooked(each.path, booked, stranger))
          for (const client of [stylist, place, successor]) {
            const body = bodyOf(each, own, salons.cut);
            const { status } = await client.send(each.method, fillPath(each.path, id, own), body);
            if (status < 300) changed.add(titleOf(each));
            const seen = await stylist.get(`/customers/${stranger.id}`);
            expect([titleOf(each), id, seen.status]).toEqual([titleOf(each), id, 404]);
          }
      expect(await leaksTo(successor, booked, stranger)).toEqual([]);
    }
    expect([...changed].sort()).toEqual(writes.map(titleOf).sort());
  });

  /** The key that takes the place of that of a client. */
  async function rotated(client: ApiClient): Promise<string> {
    const [row] = await service.query<{ id: number }>('select id from api_keys where key_id = $1', [
      client.key?.split('_')[1],
    ]);
    const issued = await service.app.get(ApiKeysService).rotate(COMMAND_LINE, row?.id ?? 0, 3_600_000);
    return issued.key;
  }

  it('gives away no phone when it gives the appointment to a customer of its own', async () => {
    const stranger = await aStranger(service, salons);
    const { appointments } = await booksBy('POST /appointments', stranger);
    const [id = 0] = appointments;
    // As a message by SMS would have been queued.
    await service.query(
      `insert into notifications (appointment_id, customer_id, channel, event, status, recipient, sequence, snapshot, created_at)
       select appointment_id, customer_id, 'sms', event, status, '+4930777779', sequence + 1, snapshot, created_at
       from notifications where appointment_id = $1`,
      [id],
    );
    expect((await stylist.patch(`/appointments/${id}`, { customerId: salons.both })).status).toBe(200);
    expect((await stylist.get(`/appointments/${id}`)).body.data).toMatchObject({
      ...{ customerId: salons.both, customerName: 'Mara Both', attendeeName: null },
    });
    expect(await service.query('select guest from appointments where id = $1', [id])).toEqual([
      { guest: null },
    ]);
    const messages = (await stylist.get(`/appointments/${id}/notifications`)).body.data as {
      recipient: unknown;
      channel: string;
    }[];
    expect(messages.map(({ channel }) => channel)).not.toContain('sms');
    expect(messages.map(({ recipient }) => recipient).filter((each) => each !== null)).toEqual([
      'mara@both.example',
    ]);
    expect(await leaksTo(stylist, { appointments: [id] }, stranger)).toEqual([]);
  });

  it('is told the same whether or not its guesses of name and phone are right', async () => {
    const answers: unknown[] = [];
    for (const guess of [
      {
        name: 'Zoe suedmann',
        phone: '+49 30 777779',
        attendeeLanguage: 'fr',
        attendeeTimezone: 'Asia/Tokyo',
      },
      {
        name: 'Zoe nordmann',
        phone: '+49 30 333339',
        attendeeLanguage: 'it',
        attendeeTimezone: 'Europe/Rome',
      },
    ]) {
      const stranger = await aStranger(service, salons);
      const body = { ...bookingOf({ service, client: stylist, salons, named: stranger }), ...guess };
      const booked = (await stylist.post('/appointments', body)).body.data as { id: number };
      const read = (await stylist.get(`/appointments/${booked.id}`)).body.data as object;
      expect(read).toEqual(booked);
      const { name, phone, attendeeLanguage, attendeeTimezone } = guess;
      expect(read).toMatchObject({
        ...{
          customerName: name,
          attendeeName: name,
          attendeePhone: phone,
          attendeeLanguage,
          attendeeTimezone,
        },
      });
      answers.push(Object.keys(read));
    }
    expect(answers[0]).toEqual(answers[1]);
  });

  // Last, because from then on the north reads a name of the south: it has sent it.
  it.each([
    ['another than that of the customer', 'Quirin Quast', ['quirin', 'quast quirin', 'quast cut']],
    ['that of the customer by chance', 'Zoe suedmann', ['zoe', 'suedmann zoe']],
  ])('finds what it has booked by the name that it has sent: %s', async (_which, name, queries) => {
    const named = { ...(await aStranger(service, salons)), name };
    const { body } = await stylist.post(
      '/appointments',
      bookingOf({ service, client: stylist, salons, named }),
    );
    for (const query of queries) {
      const { data } = (await stylist.get(`/appointments?q=${query}&length=100`)).body;
      expect((data as { id: number }[]).map(({ id }) => id)).toContain(body.data.id);
    }
  });
});
