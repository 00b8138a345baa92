import { aBooking, aProvider, aService, MONDAY } from '../support/builders';
import { recordStatements } from '../support/database/recorded-statements';
import { numberEvents } from '../support/events';
import { aBrowserKey } from '../support/pages';
import { sendHttp } from '../support/send-http';
import { startTestService, type TestService } from '../support/test-service';

const MOST_BYTES = 4_000_000;
/** Three bytes each in UTF-8. */
const LONG = '語'.repeat(500);

/** Different ones, each as long as it may be. */
const CHOICES = Array.from({ length: 50 }, (_, i) => `${i + 10}`.padEnd(200, 'x'));
const LANGUAGES = [
  ...['de', 'fr', 'es', 'it', 'pt', 'nl', 'pl', 'cs', 'sv', 'da', 'fi', 'nb', 'hu', 'ro', 'bg', 'el', 'tr'],
  ...['uk', 'hr', 'sk'],
];

describe('An answer', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    service = await startTestService();
    const { admin } = service;
    providerId = await aProvider(admin);
    const labels = Object.fromEntries(['de', 'fr', 'es', 'it', 'pt'].map((tag) => [tag, LONG]));
    const asked = Array.from({ length: 8 }, (_, i) => ({ key: `q${i}`, label: LONG, labels, type: 'text' }));
    serviceId = await aService(admin, { durationMin: 5, questions: asked });
    for (let i = 0; i < 70; i++) await aService(admin, { name: `Service ${i}`, questions: asked });
    const series = { rrule: 'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=20' };
    for (let i = 0; i < 5; i++) {
      const start = `1${i}:00`;
      await admin.post('/series', aBooking(providerId, serviceId, { ...series, start, metadata: LARGE }));
    }
  });

  afterAll(() => service.stop());

  /** As much metadata as an appointment may have, of three bytes a character. */
  const LARGE = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [`key${i}`, LONG]));
  const bytesOf = (body: unknown) => Buffer.byteLength(JSON.stringify(body));

  it.each([
    ['/appointments?include=service', 100, 10],
    ['/appointments', 100, 10],
    ['/services', 100, 10],
    ['/audit', 100, 5],
  ])('of a list has at most 4 MB, and fewer entries can be asked for: %s', async (path, many, few) => {
    const joined = path.includes('?') ? '&' : '?';
    const refused = await service.admin.get(`${path}${joined}length=${many}`);
    expect([refused.status, Object.keys(refused.body.error.details)]).toEqual([422, ['length']]);
    const shown = await service.admin.get(`${path}${joined}length=${few}`);
    expect([shown.status, shown.body.data.length]).toEqual([200, few]);
    expect(bytesOf(shown.body)).toBeLessThanOrEqual(MOST_BYTES);
  });

  it('of the catalogue has at most 4 MB, and says that the lists have the rest', async () => {
    for (const client of [service.admin, (await aBrowserKey(service)).visitor]) {
      const { status, body } = await client.get('/catalogue');
      expect([status, body.data.complete]).toEqual([200, false]);
      expect(body.data.services.length).toBeGreaterThan(5);
      expect(bytesOf(body)).toBeLessThanOrEqual(MOST_BYTES);
    }
  });

  it('of events ends earlier, and the next one goes on where it ended', async () => {
    await numberEvents(service);
    const ids: number[] = [];
    for (let after = 0, hasMore = true; hasMore;) {
      const { status, body } = await service.admin.get(`/events?after=${after}&length=100`);
      expect(status).toBe(200);
      expect(bytesOf(body)).toBeLessThanOrEqual(MOST_BYTES);
      ids.push(...body.data.map(({ id }: { id: number }) => id));
      ({ next: after, hasMore } = body.meta);
    }
    const all = await service.query<{ id: string }>('select id from events order by id');
    expect(ids).toEqual(all.map(({ id }) => Number(id)));
  });

  it('of a series that would have more is refused before it is booked', async () => {
    const rrule = 'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=60';
    const { status, body } = await service.admin.post(
      '/series',
      aBooking(providerId, serviceId, { rrule, start: '16:30', metadata: LARGE }),
    );
    expect([status, Object.keys(body.error.details)]).toEqual([422, ['rrule']]);
  });

  it('of a series that has become too large is a 422 that says so', async () => {
    const [row] = await service.query<{ id: number }>('select min(id) as id from series');
    await service.query('update appointments set series_id = $1 where series_id is not null', [row?.id]);
    const { status, body } = await service.admin.get(`/series/${row?.id}`);
    expect([status, body.error.details]).toEqual([422, { reason: 'answer_too_large' }]);
    const changed = await service.admin.patch(`/series/${row?.id}`, { notes: 'Too late' });
    expect([changed.status, changed.body.error.details]).toEqual([422, { reason: 'answer_too_large' }]);
    expect(await service.query("select from appointments where notes = 'Too late'")).toEqual([]);
  });

  it.each([
    ['whole, with a key', 5_001, (each: TestService) => each.admin],
    ['when the provider is busy, without one', 20_001, (each: TestService) => each.anonymous],
  ])(
    'of a month has as many appointments as fit, and is refused beyond: %s',
    async (_what, count, client) => {
      const crowded = await aProvider(service.admin);
      await service.admin.post('/appointments', aBooking(crowded, serviceId));
      await service.query('alter table appointments disable trigger user');
      await service.query(
        `insert into appointments select (jsonb_populate_record(a, jsonb_build_object('id', 1000000 * $1::int + n, 'notes', repeat('n', 200)))).*
       from appointments a, generate_series(1, $2) n where a.provider_id = $1`,
        [crowded, count - 1],
      );
      await service.query('alter table appointments enable trigger user');
      const read = () =>
        client(service).get(`/providers/${crowded}/appointments?month=${MONDAY.slice(0, 7)}`);
      const { status, body } = await read();
      expect([status, body.error.details]).toEqual([422, { reason: 'answer_too_large' }]);
      await service.query('delete from appointments where id = (select max(id) from appointments)');
      // As many whole appointments with these notes have more than 4 MB.
      const after = await read();
      expect([after.status, after.body.data?.length]).toEqual(
        count > 10_000 ? [200, count - 1] : [422, undefined],
      );
    },
  );

  it('of a batch of MCP messages has at most 4 MB: reads beyond are refused, and what was written is answered', async () => {
    const call = (name: string, args: object, id: number) => {
      return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
    };
    const reads = Array.from({ length: 9 }, (_, i) => call('list_services', { length: 20 }, i));
    const writes = [call('create_customer', { firstName: 'Mia', idempotencyKey: 'one' }, 9)];
    const { text } = await sendHttp(`${service.url}/mcp`, {
      method: 'POST',
      headers: {
        accept: 'application/json, text/event-stream',
        authorization: `Bearer ${service.admin.key ?? ''}`,
        'content-type': 'application/json',
      },
      body: JSON.stringify([...reads, ...writes]),
    });
    expect(Buffer.byteLength(text)).toBeLessThanOrEqual(MOST_BYTES);
    const results = (JSON.parse(text) as { id: number; result: any }[]).toSorted((a, b) => a.id - b.id); // eslint-disable-line @typescript-eslint/no-explicit-any -- as the bodies of answers
    const refused = results.filter(({ result }) => result.isError === true);
    expect(refused.length).toBeGreaterThan(4);
    expect(refused.length).toBeLessThan(9);
    expect(refused[0]?.result.structuredContent.error.reason).toBe('answer_too_large');
    expect(results[9]?.result.structuredContent.data.firstName).toBe('Mia');
  });

  describe('of a service', () => {
    /** 27,000 characters: keys of three, labels, a language of two, and choices; some are two UTF-16 units. */
    const LONGEST = [
      ...Array.from({ length: 16 }, (_, i) => ({
        ...{ key: `k${i + 10}`, label: LONG, type: 'text' },
        labels: { de: '😀'.repeat(500) },
      })),
      {
        key: 'abc',
        label: 'x'.repeat(500),
        type: 'choice',
        choices: CHOICES,
      },
      { key: 'end', label: 'x'.repeat(417 - 3), type: 'text' },
    ];

    it('may ask questions of 27,000 characters, and of none more', async () => {
      const of = (asked: object[]) =>
        service.admin.post('/services', { name: 'Asked', durationMin: 30, questions: asked });
      const [last] = LONGEST.slice(-1);
      expect((await of(LONGEST)).status).toBe(201);
      const longer = [...LONGEST.slice(0, -1), { ...last, label: `${last?.label}x` }];
      expect((await of(longer)).body.error.details).toEqual({ questions: expect.stringContaining('27000') });
    });

    it('may not ask questions of more, in keys, labels, languages and choices together', async () => {
      const label = 'x'.repeat(500);
      for (const more of [
        { labels: Object.fromEntries(LANGUAGES.map((tag) => [tag, label])) },
        { type: 'choice', choices: CHOICES },
      ]) {
        const many = Array.from({ length: 3 }, (_, i) => ({ key: `k${i}`, label, type: 'text', ...more }));
        for (const send of [
          service.admin.post('/services', { name: 'Asked', durationMin: 30, questions: many }),
          service.admin.patch(`/services/${serviceId}`, { questions: many }),
        ]) {
          const { status, body } = await send;
          expect([status, Object.keys(body.error.details)]).toEqual([422, ['questions']]);
        }
      }
    });
  });

  it('by a link to a series reads the questions once, and answers them in one statement', async () => {
    const asking = await aService(service.admin, {
      questions: [{ key: 'allergies', label: 'Allergies?', type: 'text' }],
    });
    const other = await aProvider(service.admin);
    const { body } = await service.admin.post(
      '/series',
      aBooking(other, asking, { rrule: 'FREQ=DAILY;BYDAY=MO,TU,WE,TH,FR;COUNT=20', date: MONDAY }),
    );
    // What is asked is asked of the others, too.
    for (const index of [0, 19])
      await service.admin.patch(`/appointments/${body.data.appointments[index].id}/status`, {
        status: 'cancelled',
      });
    const path = `/manage/${new URL(body.data.manageUrl).pathname.split('/').at(-1)}`;
    const statements = recordStatements();
    expect((await service.anonymous.patch(path, { answers: { allergies: 'Nuts' } })).status).toBe(200);
    const updates = statements().filter((statement) => statement.startsWith('appointments.update'));
    expect(updates.map((statement) => statement.split(':')[0])).toEqual(['appointments.update']);
    jest.restoreAllMocks();
    const managed = await service.anonymous.get(path);
    expect(managed.body.data.questions).toHaveLength(1);
    expect(managed.body.data.actions).toContain('answer');
    const stored = await service.query<{ answers: object; count: number }>(
      'select answers, count(*)::int from appointments where service_id = $1 group by answers order by count',
      [asking],
    );
    expect(stored).toEqual([
      { answers: {}, count: 2 },
      { answers: { allergies: 'Nuts' }, count: 18 },
    ]);
  });
});
