import { aProvider } from '../support/builders';
import { eventsOf } from '../support/events';
import { startTestService, type TestService } from '../support/test-service';
import { applied, listed, VANCOUVER } from './support/zone-review';

describe('Time off and closures after an update of the zone rules', () => {
  let service: TestService;
  let providerId: number;

  beforeAll(async () => {
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: VANCOUVER } });
    providerId = await aProvider(service.admin);
  });

  beforeEach(async () => {
    for (const table of ['time_off', 'closures', 'resources']) await service.query(`delete from ${table}`);
  });

  afterAll(() => service.stop());

  const create = async (path: string, start: string, end: string, members: object = {}) => {
    const { status, body } = await service.admin.post(path, { start, end, ...members });
    expect([status, body.error]).toEqual([201, undefined]);
    return body.data as { id: number; start: string; end: string };
  };
  const timeOff = () => `/providers/${providerId}/time-off`;
  /** As the rules of 2025 had it, which were an hour behind in winter. */
  const asBefore2026 = async () => {
    for (const table of ['time_off', 'closures'])
      await service.query(
        `update ${table} set start_at = start_at + interval '1 hour', end_at = end_at + interval '1 hour'`,
      );
  };
  const endsOf = async (path: string) =>
    (await service.admin.get(path)).body.data.map(({ start, end }: { start: string; end: string }) => [
      start,
      end,
    ]);

  it('are what was given again, when it was dates or local times', async () => {
    await create(timeOff(), '2026-12-21', '2026-12-23');
    await create(timeOff(), '2026-12-28T09:00', '2026-12-28T12:00');
    await create('/closures', '2026-12-24', '2026-12-26');
    const room = (await service.admin.post('/resources', { name: 'Room 1', kind: 'room' })).body.data;
    await create(`/resources/${room.id}/time-off`, '2026-12-21', '2026-12-21');
    const paths = [timeOff(), '/closures', `/resources/${room.id}/time-off`];
    const before = await Promise.all(paths.map(endsOf));
    await asBefore2026();
    expect(await applied(service)).toEqual({ timeOff: 3, closures: 1 });
    expect(await Promise.all(paths.map(endsOf))).toEqual(before);
    expect(await applied(service)).toEqual({});
  });

  it('keep an end that was given as an instant, and a period of a version before', async () => {
    await create(timeOff(), '2026-12-21', '2026-12-23T18:00:00Z');
    await create(timeOff(), '2026-12-28T18:00:00Z', '2026-12-28T20:00:00Z');
    const { id } = await create('/closures', '2026-12-24', '2026-12-26');
    await service.query('update closures set given_start = null, given_end = null where id = $1', [id]);
    await asBefore2026();
    expect(await applied(service)).toEqual({ timeOff: 1 });
    expect(await endsOf(timeOff())).toEqual([
      ['2026-12-21T00:00:00-07:00', '2026-12-23T12:00:00-07:00'],
      ['2026-12-28T12:00:00-07:00', '2026-12-28T14:00:00-07:00'],
    ]);
    expect(await endsOf('/closures')).toEqual([['2026-12-24T01:00:00-07:00', '2026-12-27T01:00:00-07:00']]);
  });

  it('are what was given again on the clock of the place that is closed', async () => {
    const [moving, steady] = await Promise.all(
      [VANCOUVER, 'Europe/Lisbon'].map(async (timezone) => {
        const place = (await service.admin.post('/locations', { name: 'Salon', timezone })).body.data;
        return create('/closures', '2026-12-24', '2026-12-24', { locationId: place.id });
      }),
    );
    await service.query(`update closures set start_at = start_at + interval '1 hour' where id = $1`, [
      moving?.id,
    ]);
    expect(await applied(service)).toEqual({ closures: 1 });
    expect(await endsOf('/closures')).toEqual([
      [steady?.start, steady?.end],
      [moving?.start, moving?.end],
    ]);
    expect(steady?.start).toBe('2026-12-24T00:00:00+00:00');
  });

  it('stay when they are over', async () => {
    await create('/closures', '2026-11-10', '2026-11-18');
    await asBefore2026();
    expect(await applied(service)).toEqual({});
  });

  it('are listed with what they should be', async () => {
    const { id } = await create(timeOff(), '2026-12-21', '2026-12-21');
    await asBefore2026();
    expect((await listed(service)).timeOff).toEqual([
      {
        id,
        providerId,
        resourceId: null,
        zone: VANCOUVER,
        givenStart: '2026-12-21',
        givenEnd: '2026-12-21',
        start: Date.parse('2026-12-21T08:00:00Z'),
        end: Date.parse('2026-12-22T08:00:00Z'),
        dueStart: Date.parse('2026-12-21T07:00:00Z'),
        dueEnd: Date.parse('2026-12-22T07:00:00Z'),
      },
    ]);
  });

  it('are events of a change with the reason', async () => {
    const { id } = await create(timeOff(), '2026-12-21', '2026-12-21');
    const closure = await create('/closures', '2026-12-24', '2026-12-24');
    await asBefore2026();
    expect(await eventsOf(service, () => applied(service))).toMatchObject([
      {
        type: 'time_off.changed',
        resourceId: id,
        data: { providerId, start: '2026-12-21T00:00:00-07:00' },
        previous: { start: '2026-12-21T01:00:00-07:00', end: '2026-12-22T01:00:00-07:00' },
        reason: 'zone_rules',
      },
      { type: 'closure.changed', resourceId: closure.id, reason: 'zone_rules' },
    ]);
  });
});
