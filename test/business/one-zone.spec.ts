import type { Answer } from '../support/api-client';
import { aProvider, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

const SUNDAY = '2026-11-22';
const TUESDAY = '2026-11-24';
const CLASH = /a date and its neighbours have one zone/;

/** The zone of the business, and of providers without one, is UTC. */
describe('Hours of one provider on neighbouring dates in different zones', () => {
  let service: TestService;
  let lisbon: number;
  let berlin: number;
  let anywhere: number;

  const idOf = ({ body }: Answer) => body.data.id as number;
  const aPlace = async (timezone: string | null) =>
    idOf(await service.admin.post('/locations', { name: 'Salon', timezone }));
  const atTen = (day: string, locationId: number | null, members: object = {}) => {
    return { day, start: '10:00', end: '12:00', locationId, ...members };
  };
  const refusedAt = ({ status, body }: Answer, path: string) => {
    expect([status, Object.keys(body.error?.details ?? {})]).toEqual([422, [path]]);
    expect(body.error?.details?.[path]).toMatch(CLASH);
  };
  const withSchedule = (schedule: object[], members: object = {}) =>
    aProvider(service.admin, { schedule, ...members });

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    lisbon = await aPlace('Europe/Lisbon');
    berlin = await aPlace('Europe/Berlin');
    anywhere = await aPlace(null);
  });

  afterAll(() => service.stop());

  it.each([
    ['of the same weekday', 'monday'],
    ['of the weekday before', 'sunday'],
    ['of the weekday after', 'tuesday'],
  ])('are refused in a schedule beside entries %s', async (_, day) => {
    const schedule = [{ ...atTen('monday', lisbon), start: '08:00', end: '09:00' }, atTen(day, berlin)];
    const body = { name: 'Ana', email: `ana-${day}@example.com`, schedule };
    refusedAt(await service.admin.post('/providers', body), 'schedule[1].locationId');
    const id = await aProvider(service.admin);
    refusedAt(await service.admin.patch(`/providers/${id}`, { schedule }), 'schedule[1].locationId');
    const same = schedule.map((entry) => ({ ...entry, locationId: lisbon }));
    expect((await service.admin.patch(`/providers/${id}`, { schedule: same })).status).toBe(200);
  });

  it('are allowed where a date lies between them', async () => {
    const schedule = [atTen('monday', lisbon), atTen('wednesday', berlin), atTen('saturday', null)];
    const id = await withSchedule(schedule);
    expect((await service.admin.get(`/providers/${id}`)).body.data.schedule).toHaveLength(3);
  });

  it('are refused where one names no place, or a place without a zone, and the own zone is another', async () => {
    const id = await aProvider(service.admin);
    for (const place of [null, anywhere]) {
      const schedule = [atTen('monday', lisbon), atTen('tuesday', place)];
      refusedAt(await service.admin.patch(`/providers/${id}`, { schedule }), 'schedule[1].locationId');
      const inLisbon = { schedule, timezone: 'Europe/Lisbon' };
      expect((await service.admin.patch(`/providers/${id}`, inLisbon)).status).toBe(200);
      refusedAt(await service.admin.patch(`/providers/${id}`, { timezone: 'Europe/Berlin' }), 'timezone');
      await service.admin.patch(`/providers/${id}`, { schedule: [], timezone: null });
    }
  });

  it('are refused in a roster only where its weeks meet on neighbouring dates', async () => {
    const everyOther = (from: string) => ({ everyWeeks: 2, from });
    const id = await withSchedule([
      atTen('monday', lisbon, everyOther(MONDAY)),
      atTen('tuesday', berlin, everyOther('2026-11-30')),
    ]);
    const schedule = [
      atTen('monday', lisbon, everyOther(MONDAY)),
      atTen('sunday', berlin, everyOther('2026-11-16')),
    ];
    // The Sunday before a Monday is of the week before.
    expect((await service.admin.patch(`/providers/${id}`, { schedule })).body.error?.details).toEqual({
      'schedule[1].locationId': expect.stringMatching('2026-11-22 would be in Europe/Berlin') as string,
    });
    const until = [
      atTen('monday', lisbon, { until: MONDAY }),
      atTen('tuesday', berlin, { from: '2026-12-01' }),
    ];
    expect((await service.admin.patch(`/providers/${id}`, { schedule: until })).status).toBe(200);
  });

  it('do not count where they lie in the past', async () => {
    const id = await aProvider(service.admin);
    const schedule = [atTen('monday', lisbon, { until: '2026-11-16' }), atTen('tuesday', berlin)];
    expect((await service.admin.patch(`/providers/${id}`, { schedule })).status).toBe(200);
  });

  it('are refused in special hours beside the schedule, and beside other special hours', async () => {
    const id = await withSchedule([atTen('monday', lisbon)]);
    const path = `/providers/${id}/special-hours`;
    const at = (locationId: number) => [{ start: '10:00', end: '12:00', locationId }];
    refusedAt(await service.admin.put(`${path}/${TUESDAY}`, { hours: at(berlin) }), 'hours[0].locationId');
    const days = [
      { date: SUNDAY, hours: at(lisbon) },
      { date: TUESDAY, hours: [{ start: '08:00', end: '09:00', locationId: lisbon }, ...at(berlin)] },
    ];
    const both = await service.admin.put(path, { days });
    expect([both.status, Object.keys(both.body.error?.details ?? {})]).toEqual([
      422,
      ['days[1].hours[1].locationId'],
    ]);
    expect((await service.admin.put(`${path}/${MONDAY}`, { hours: [] })).status).toBe(200);
    expect((await service.admin.put(`${path}/${TUESDAY}`, { hours: at(berlin) })).status).toBe(200);
    refusedAt(await service.admin.delete(`${path}/${MONDAY}`), 'hours');
    const nulls = { days: [{ date: MONDAY, hours: null }] };
    refusedAt(await service.admin.put(path, nulls), 'days[0].hours');
    const clear = { days: [...nulls.days, { date: TUESDAY, hours: null }] };
    expect((await service.admin.put(path, clear)).status).toBe(200);
  });

  it('are refused in special hours of a provider without a schedule, and in a schedule beside special hours', async () => {
    const id = await aProvider(service.admin);
    const path = `/providers/${id}/special-hours/${MONDAY}`;
    const hours = [{ start: '10:00', end: '12:00', locationId: lisbon }];
    refusedAt(await service.admin.put(path, { hours }), 'hours[0].locationId');
    await service.admin.patch(`/providers/${id}`, { schedule: [atTen('thursday', berlin)] });
    expect((await service.admin.put(path, { hours })).status).toBe(200);
    const schedule = [atTen('thursday', berlin), atTen('tuesday', berlin)];
    refusedAt(await service.admin.patch(`/providers/${id}`, { schedule }), 'schedule[1].locationId');
    refusedAt(await service.admin.patch(`/providers/${id}`, { schedule: null }), 'schedule');
  });

  it('are refused in a later change of the zone of a location', async () => {
    const id = await withSchedule([
      atTen('monday', lisbon),
      atTen('tuesday', lisbon),
      atTen('thursday', berlin),
    ]);
    const path = `/locations/${lisbon}`;
    expect((await service.admin.patch(path, { timezone: 'Europe/Kyiv' })).status).toBe(200);
    const other = await aPlace('Europe/Kyiv');
    await service.admin.patch(`/providers/${id}`, {
      schedule: [atTen('monday', lisbon), atTen('tuesday', other)],
    });
    refusedAt(await service.admin.patch(path, { timezone: 'Europe/Lisbon' }), 'timezone');
    refusedAt(await service.admin.put(path, { name: 'Salon' }), 'timezone');
    expect((await service.anonymous.get(path)).body.data.timezone).toBe('Europe/Kyiv');
    expect((await service.admin.patch(path, { name: 'New', timezone: 'Europe/Kyiv' })).status).toBe(200);
  });

  it.each([
    ['in another case', 'EUROPE/lisbon'],
    ['by an outdated name', 'Portugal'],
    ['as a version before has stored it', 'europe/lisbon'],
  ])('are none where the zone is the same, named %s', async (how, timezone) => {
    const other = await aPlace(how.startsWith('as') ? 'Europe/Lisbon' : timezone);
    if (how.startsWith('as'))
      await service.query('update locations set timezone = $2 where id = $1', [other, timezone]);
    const schedule = [atTen('monday', lisbon), atTen('tuesday', other), atTen('wednesday', null)];
    const id = await withSchedule(schedule, { timezone });
    const hours = [
      { start: '08:00', end: '09:00', locationId: other },
      { start: '10:00', end: '12:00', locationId: lisbon },
    ];
    expect((await service.admin.put(`/providers/${id}/special-hours/${MONDAY}`, { hours })).status).toBe(200);
    expect((await service.admin.patch(`/locations/${other}`, { timezone })).status).toBe(200);
    const week = await service.admin.get(`/providers/${id}/working-hours?from=${MONDAY}&to=${TUESDAY}`);
    expect(week.body.meta.timezone).toBe('Europe/Lisbon');
    expect((week.body.data as object[]).filter((day) => 'timezone' in day)).toEqual([]);
  });

  it('are none once a location is deleted', async () => {
    const id = await withSchedule([atTen('monday', lisbon)]);
    expect((await service.admin.delete(`/locations/${lisbon}`)).status).toBe(200);
    const { schedule } = (await service.admin.get(`/providers/${id}`)).body.data as { schedule: object[] };
    const more = [...schedule, atTen('tuesday', berlin)];
    expect((await service.admin.patch(`/providers/${id}`, { schedule: more })).status).toBe(200);
  });

  describe('of which one is a class', () => {
    const yoga = (timetable: object[], members: object = {}) => ({
      ...{ name: 'Yoga', durationMin: 60, startsAt: 'schedule', timetable },
      ...members,
    });
    const aClass = (day: string, providerId: number, locationId: number | null, members: object = {}) => {
      return { day, start: '18:00', providerId, locationId, ...members };
    };
    const post = (body: object) => service.admin.post('/services', body);

    it.each([
      ['the same weekday', 'monday'],
      ['the weekday before', 'sunday'],
      ['the weekday after', 'tuesday'],
    ])('are refused in a timetable beside the schedule of %s', async (_, day) => {
      const ana = await withSchedule([atTen('monday', lisbon)]);
      for (const place of [berlin, null, anywhere])
        refusedAt(await post(yoga([aClass(day, ana, place)])), 'timetable[0].locationId');
      const allowed = await post(yoga([aClass(day, ana, lisbon), aClass('thursday', ana, berlin)]));
      expect(allowed.status).toBe(201);
      const timetable = [aClass(day, ana, berlin)];
      const path = `/services/${idOf(allowed)}`;
      refusedAt(await service.admin.patch(path, { timetable }), 'timetable[0].locationId');
    });

    it('are refused in a timetable beside another class, of the same service or of another', async () => {
      const ana = await withSchedule([atTen('friday', lisbon)]);
      const both = [aClass('monday', ana, lisbon), aClass('tuesday', ana, berlin)];
      refusedAt(await post(yoga(both)), 'timetable[1].locationId');
      expect((await post(yoga(both.slice(0, 1), { active: false }))).status).toBe(201);
      refusedAt(await post(yoga(both.slice(1))), 'timetable[0].locationId');
      expect((await post(yoga([aClass('tuesday', await aProvider(service.admin), null)]))).status).toBe(201);
    });

    it('are refused for a provider without a schedule, who may work on any date in its own zone', async () => {
      const ana = await aProvider(service.admin);
      refusedAt(await post(yoga([aClass('monday', ana, lisbon)])), 'timetable[0].locationId');
      const over = aClass('monday', ana, lisbon, { until: '2026-11-16' });
      expect((await post(yoga([over]))).status).toBe(201);
      await service.admin.patch(`/providers/${ana}`, { timezone: 'Europe/Lisbon' });
      const id = idOf(await post(yoga([aClass('monday', ana, lisbon)])));
      refusedAt(await service.admin.patch(`/providers/${ana}`, { timezone: 'Europe/Berlin' }), 'timezone');
      await service.admin.delete(`/services/${id}`);
      expect((await service.admin.patch(`/providers/${ana}`, { timezone: 'Europe/Berlin' })).status).toBe(
        200,
      );
    });

    it('are refused in a schedule and in special hours beside the class, on a day off, too', async () => {
      const ana = await withSchedule([atTen('friday', berlin)]);
      await post(yoga([aClass('monday', ana, lisbon)]));
      const schedule = [atTen('friday', berlin), atTen('tuesday', berlin)];
      refusedAt(await service.admin.patch(`/providers/${ana}`, { schedule }), 'schedule[1].locationId');
      refusedAt(await service.admin.patch(`/providers/${ana}`, { schedule: null }), 'schedule');
      const path = `/providers/${ana}/special-hours`;
      await service.admin.put(`${path}/${MONDAY}`, { hours: [] });
      const hours = [{ start: '10:00', end: '12:00', locationId: berlin }];
      for (const date of [SUNDAY, MONDAY, TUESDAY])
        refusedAt(await service.admin.put(`${path}/${date}`, { hours }), 'hours[0].locationId');
      expect((await service.admin.put(`${path}/2026-11-25`, { hours })).status).toBe(200);
    });

    it('are refused when the service starts at its schedule again', async () => {
      const ana = await withSchedule([atTen('friday', lisbon)]);
      const kept = yoga([aClass('thursday', ana, berlin)], { startsAt: 'interval' });
      const id = idOf(await post(kept));
      const path = `/services/${id}`;
      refusedAt(await service.admin.patch(path, { startsAt: 'schedule' }), 'startsAt');
      expect((await service.admin.patch(path, { name: 'Pilates' })).status).toBe(200);
      const again = { name: 'Yoga', durationMin: 60, startsAt: 'schedule' };
      refusedAt(await service.admin.put(path, again), 'startsAt');
      await service.admin.patch(`/providers/${ana}`, { schedule: [atTen('friday', berlin)] });
      expect((await service.admin.patch(path, { startsAt: 'schedule' })).status).toBe(200);
    });

    it('are refused in a change of the zone of the place of the class', async () => {
      const ana = await withSchedule([atTen('tuesday', berlin)]);
      const other = await aPlace('Europe/Berlin');
      await post(yoga([aClass('monday', ana, other)]));
      refusedAt(await service.admin.patch(`/locations/${other}`, { timezone: 'Europe/Lisbon' }), 'timezone');
      expect((await service.admin.delete(`/locations/${other}`)).status).toBe(200);
      const schedule = [atTen('monday', lisbon)];
      expect((await service.admin.patch(`/providers/${ana}`, { schedule })).status).toBe(200);
    });
  });

  it('takes only zones of the IANA database', async () => {
    const answer = await service.admin.post('/locations', { name: 'Moon', timezone: 'Moon/Crater' });
    expect([answer.status, answer.body.error?.details]).toEqual([
      422,
      { timezone: 'must be an IANA time zone such as Europe/Berlin' },
    ]);
  });
});
