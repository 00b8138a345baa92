import { request as send } from 'node:http';
import type { Socket } from 'node:net';
import { VisitFinder } from '../../src/booking/availability/visits/visit-finder';
import { VisitSnapshotQueries } from '../../src/booking/diary/visits/visit-snapshot.queries';
import { anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

interface Found {
  readonly start: string;
  readonly end: string;
  readonly items: readonly {
    readonly time: string;
    readonly providerId: number;
    readonly serviceId: number;
  }[];
}

describe('POST /availability/search', () => {
  let service: TestService;
  let ana: number;
  let ben: number;
  let cut: number;
  let colour: number;

  beforeAll(async () => {
    service = await startTestService();
    ana = await aProvider(service.admin);
    ben = await aProvider(service.admin);
    cut = await aService(service.admin, { durationMin: 30, providerIds: [ana, ben] });
    colour = await aService(service.admin, { durationMin: 60, bufferAfterMin: 15, providerIds: [ben] });
  });

  afterEach(async () => {
    jest.restoreAllMocks();
    await service.query('delete from appointments');
  });
  afterAll(() => service.stop());

  const search = (members: object = {}) =>
    service.admin.post('/availability/search', {
      items: [{ serviceId: cut }, { serviceId: colour }],
      from: MONDAY,
      to: MONDAY,
      ...members,
    });

  /** The visits found, each as the times and providers of its items. */
  async function found(members: object = {}): Promise<readonly string[]> {
    const { status, body } = await search(members);
    expect(status).toBe(200);
    const name = new Map([
      [ana, 'Ana'],
      [ben, 'Ben'],
    ]);
    return (body.data as Found[]).map(({ items }) =>
      items.map(({ time, providerId }) => `${time} ${name.get(providerId) ?? providerId}`).join(', '),
    );
  }

  it('answers the earliest visits with a slot for each item', async () => {
    const { status, body } = await search({ limit: 1 });
    expect(status).toBe(200);
    expect(body).toEqual({
      data: [
        {
          start: `${MONDAY}T09:00:00Z`,
          end: `${MONDAY}T10:30:00Z`,
          items: [
            {
              start: `${MONDAY}T09:00:00Z`,
              end: `${MONDAY}T09:30:00Z`,
              date: MONDAY,
              time: '09:00',
              providerId: ana,
              price: null,
              serviceId: cut,
            },
            {
              start: `${MONDAY}T09:30:00Z`,
              end: `${MONDAY}T10:30:00Z`,
              date: MONDAY,
              time: '09:30',
              providerId: ben,
              price: null,
              serviceId: colour,
            },
          ],
        },
      ],
      meta: { total: 1 },
    });
  });

  it('answers one visit for each start, ten unless a limit says otherwise', async () => {
    expect(await found()).toHaveLength(10);
    expect(await found({ limit: 50 })).toHaveLength(14);
    expect(await found({ limit: 2 })).toEqual(['09:00 Ana, 09:30 Ben', '09:30 Ana, 10:00 Ben']);
  });

  it('lets an item wait for its provider up to the gap, and no longer', async () => {
    await anAppointment(service.admin, ben, cut, { start: '09:30' });
    expect(await found({ limit: 1, maxGapMin: 29 })).toEqual(['09:30 Ana, 10:00 Ben']);
    expect(await found({ limit: 1, maxGapMin: 30 })).toEqual(['09:00 Ana, 10:00 Ben']);
  });

  it('gives an item of any provider to the one with the fewest minutes of appointments that day, holds aside', async () => {
    const items = [{ serviceId: cut }];
    await anAppointment(service.admin, ana, cut, { start: '15:00' });
    expect(await found({ items, limit: 1 })).toEqual(['09:00 Ben']);
    const held = { providerId: ben, serviceId: colour, date: MONDAY, start: '12:00' };
    expect((await service.admin.post('/holds', held)).status).toBe(201);
    expect(await found({ items, limit: 1 })).toEqual(['09:00 Ben']);
    await anAppointment(service.admin, ben, colour, { start: '15:00' });
    expect(await found({ items, limit: 1 })).toEqual(['09:00 Ana']);
    await service.query('delete from holds');
  });

  it('bounds the whole visit by the times of day', async () => {
    expect(await found({ timeFrom: '14:15', timeTo: '16:30' })).toEqual([
      '14:30 Ana, 15:00 Ben',
      '15:00 Ana, 15:30 Ben',
    ]);
  });

  it('searches the weekdays that are named, and 31 dates without a last one', async () => {
    const starts = async (members: object) =>
      ((await search({ to: undefined, limit: 50, timeTo: '10:30', ...members })).body.data as Found[]).map(
        ({ start }) => start.slice(0, 10),
      );
    expect(await starts({ weekdays: ['tuesday'] })).toEqual([
      '2026-11-24',
      '2026-12-01',
      '2026-12-08',
      '2026-12-15',
      '2026-12-22',
    ]);
    expect(await starts({ weekdays: ['sunday'] })).toEqual([]);
  });

  it('offers no item that a named provider, even an inactive one, cannot give', async () => {
    const carl = await aProvider(service.admin);
    expect(await found({ items: [{ serviceId: colour, providerId: carl }] })).toEqual([]);
    await service.admin.delete(`/providers/${carl}`);
    expect(await found({ items: [{ serviceId: colour, providerId: carl }] })).toEqual([]);
  });

  it('shows the seats that are left in the items of group services', async () => {
    const yoga = await aService(service.admin, { durationMin: 60, capacity: 8, providerIds: [ben] });
    await anAppointment(service.admin, ben, yoga, { start: '10:00', seats: 3 });
    const { body } = await search({
      items: [{ serviceId: cut }, { serviceId: yoga }],
      seats: 1,
      timeFrom: '09:30',
    });
    expect(body.data[0]).toMatchObject({ items: [{}, { time: '10:00', capacity: 8, seatsLeft: 5 }] });
  });

  it('uses only rooms of the location', async () => {
    const place = await service.admin.post('/locations', { name: 'Studio' });
    const other = await service.admin.post('/locations', { name: 'Shop' });
    await service.admin.post('/resources', { name: 'Sauna', kind: 'sauna', locationId: place.body.data.id });
    const bath = await aService(service.admin, {
      resources: [{ kind: 'sauna', quantity: 1 }],
      providerIds: [ana],
    });
    const items = [{ serviceId: bath }];
    expect(await found({ items, limit: 1, locationId: place.body.data.id })).toEqual(['09:00 Ana']);
    expect(await found({ items, limit: 1, locationId: other.body.data.id })).toEqual([]);
  });

  describe('refuses', () => {
    it.each([
      ['no items', { items: [] }, { items: 'must not be empty' }],
      ['items that are no list', { items: 'all' }, { items: 'must be a list' }],
      [
        'eleven items',
        { items: Array(11).fill({ serviceId: 1 }) },
        { items: 'must have at most 10 entries' },
      ],
      ['an item without a service', { items: [{}] }, { 'items[0].serviceId': 'is required' }],
      ['no dates', { from: undefined }, { from: 'is required' }],
      ['a last date before the first', { to: '2026-11-22' }, { to: 'must not be before from' }],
      ['more than 92 dates', { to: '2027-02-23' }, { to: 'must be at most 91 days after from' }],
      [
        'a time window that is empty',
        { timeFrom: '10:00', timeTo: '10:00' },
        { timeTo: 'must be later than timeFrom' },
      ],
      ['a latest end at midnight', { timeTo: '00:00' }, { timeTo: 'must be later than timeFrom' }],
      ['a time that is none', { timeFrom: '9' }, { timeFrom: 'must be a time as HH:MM, 24-hour' }],
      ['no weekdays', { weekdays: [] }, { weekdays: 'must not be empty' }],
      [
        'a gap of more than four hours',
        { maxGapMin: 241 },
        { maxGapMin: 'must be an integer from 0 to 240' },
      ],
      ['a negative gap', { maxGapMin: -1 }, { maxGapMin: 'must be an integer from 0 to 240' }],
      ['a limit of none', { limit: 0 }, { limit: 'must be an integer from 1 to 50' }],
      ['a limit above 50', { limit: 51 }, { limit: 'must be an integer from 1 to 50' }],
      [
        'more seats than a service has',
        { seats: 2 },
        { seats: 'must be at most 1, the capacity of the service' },
      ],
      ['a location that does not exist', { locationId: 9_999 }, { locationId: 'names no location' }],
    ])('%s', async (_what, members, details) => {
      const { status, body } = await search(members);
      expect(status).toBe(422);
      expect(body.error).toMatchObject({ code: 'VALIDATION_ERROR', details });
    });

    it('ids that name nothing, all of them together, by the index of their item', async () => {
      const items = [
        { serviceId: cut },
        { serviceId: 9_999, providerId: ana },
        { serviceId: cut, providerId: 9_999 },
      ];
      const { status, body } = await search({ items });
      expect(status).toBe(422);
      expect(body.error.details).toEqual({
        'items[1].serviceId': 'names no service',
        'items[2].providerId': 'names no provider',
      });
    });
  });

  describe('when there is much to examine', () => {
    let everyMinute: number;

    beforeAll(async () => {
      everyMinute = await aService(service.admin, { durationMin: 5, slotIntervalMin: 1 });
      for (let count = 0; count < 20; count++) await aProvider(service.admin);
    });

    /** The second item can never be had, so nothing ends the search early. */
    const vain = async (members: object = {}) => {
      const idle = await aProvider(service.admin, { serviceIds: [] });
      return {
        items: [{ serviceId: everyMinute }, { serviceId: everyMinute, providerId: idle }],
        to: '2027-02-22',
        ...members,
      };
    };

    it('finds within little work that the last item can never be had', async () => {
      const { status, body } = await search(await vain());
      expect(status).toBe(200);
      expect(body).toEqual({ data: [], meta: { total: 0 } });
    });

    it('stops after three seconds, and answers with searchedUntil', async () => {
      let shown = 0;
      jest.spyOn(service.clock, 'monotonic').mockImplementation(() => (shown += 3_000));
      const { body } = await search();
      expect(body).toEqual({ data: [], meta: { total: 0, searchedUntil: `${MONDAY}T00:00:00Z` } });
    });

    it('stops at its limit of work, and answers with searchedUntil', async () => {
      // Each start is tried for nothing: the provider’s own buffers are in the way of the third item.
      const [first, second] = [everyMinute, await aService(service.admin, { durationMin: 5 })];
      await service.query('update services set buffer_after_min = 480 where id = $1', [first]);
      const items = [
        { serviceId: first, providerId: ana },
        { serviceId: second },
        { serviceId: second, providerId: ana },
      ];
      const { status, body } = await search({ items, maxGapMin: 60, to: '2027-02-22' });
      await service.query('update services set buffer_after_min = 0 where id = $1', [first]);
      expect(status).toBe(200);
      expect(body.data).toEqual([]);
      expect(Date.parse(body.meta.searchedUntil as string)).toBeLessThan(Date.parse('2027-02-22'));
    });

    it('ends its search when the client closes the connection', async () => {
      const closed = new Promise<void>((resolve) => {
        service.app.getHttpServer().once('connection', (socket: Socket) => socket.once('close', resolve));
      });
      const { key } = await service.keyOf(1);
      const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' };
      const url = `${service.url}/api/v1/availability/search`;
      const request = send(url, { method: 'POST', agent: false, headers });
      request.on('error', () => undefined);
      request.end(JSON.stringify({ from: MONDAY, ...(await vain()) }));
      const queries = service.app.get(VisitSnapshotQueries);
      const read = queries.snapshot.bind(queries);
      const find = jest.spyOn(service.app.get(VisitFinder), 'find');
      jest.spyOn(queries, 'snapshot').mockImplementation(async (...values) => {
        request.destroy();
        await closed;
        return read(...values);
      });
      while (find.mock.results.length === 0) await new Promise(setImmediate);
      expect(await find.mock.results[0]?.value).toHaveProperty('searchedUntil');
    });
  });
});
