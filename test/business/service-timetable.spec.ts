import { aProvider, aService } from '../support/builders';
import { eventsOf } from '../support/events';
import { startTestService, type TestService } from '../support/test-service';

const YOGA = { name: 'Yoga', durationMin: 60, capacity: 12 };

describe('The timetable of a service', () => {
  let service: TestService;
  let ana: number;
  let ben: number;

  beforeAll(async () => {
    service = await startTestService();
    ana = await aProvider(service.admin);
    ben = await aProvider(service.admin);
  });

  afterAll(() => service.stop());

  const post = (members: object) => service.admin.post('/services', { ...YOGA, ...members });
  const aClass = (members: object = {}) => ({ day: 'monday', start: '18:00', providerId: ana, ...members });
  const refusal = async (timetable: unknown, members: object = {}) => {
    const { status, body } = await post({ startsAt: 'schedule', ...members, timetable });
    expect(status).toBe(422);
    return body.error.details as object;
  };

  it('is empty by default, and the service starts at every interval', async () => {
    const { body } = await service.admin.post('/services', YOGA);
    expect(body.data).toMatchObject({ startsAt: 'interval', timetable: [] });
  });

  it('is read as it was written, Monday first and in time order, with numbers of days as names', async () => {
    const locationId = (await service.admin.post('/locations', { name: 'Hall' })).body.data.id as number;
    const { status, body } = await post({
      startsAt: 'schedule',
      timetable: [
        aClass({ day: 3, everyWeeks: 2, from: '2026-11-25', locationId }),
        aClass({ providerId: ben, until: '2026-12-31' }),
        aClass({ start: '07:30', everyWeeks: 1, from: null, until: null, locationId: null }),
      ],
    });
    expect(status).toBe(201);
    expect(body.data.timetable).toEqual([
      { day: 'monday', start: '07:30', providerId: ana },
      { day: 'monday', start: '18:00', providerId: ben, everyWeeks: 1, from: null, until: '2026-12-31' },
      {
        ...{ day: 'wednesday', start: '18:00', providerId: ana, locationId },
        ...{ everyWeeks: 2, from: '2026-11-25', until: null },
      },
    ]);
    expect((await service.admin.get(`/services/${body.data.id}`)).body.data).toEqual(body.data);
  });

  it('stays in a PUT that leaves it out, also when the service starts at every interval again', async () => {
    const id = await aService(service.admin, { startsAt: 'schedule', timetable: [aClass()] });
    const put = await service.admin.put(`/services/${id}`, YOGA);
    expect(put.body.data).toMatchObject({ startsAt: 'interval', timetable: [aClass()] });
    const patched = await service.admin.patch(`/services/${id}`, { timetable: [] });
    expect(patched.body.data.timetable).toEqual([]);
  });

  it('is shown in the audit trail and in events', async () => {
    const id = await aService(service.admin);
    const body = { startsAt: 'schedule', timetable: [aClass()] };
    const [event] = await eventsOf(service, () => service.admin.patch(`/services/${id}`, body));
    expect(event).toMatchObject({
      type: 'service.changed',
      data: { id, startsAt: 'schedule', timetable: [aClass()] },
      previous: { startsAt: 'interval', timetable: [] },
    });
  });

  it('is refused with faulty entries, by the path of each', async () => {
    expect(await refusal([aClass({ day: 'someday' })])).toEqual({ 'timetable[0].day': expect.any(String) });
    expect(await refusal([aClass({ start: '24:00' })])).toEqual({ 'timetable[0].start': expect.any(String) });
    expect(await refusal([aClass({ providerId: undefined })])).toEqual({
      'timetable[0].providerId': 'is required',
    });
    expect(await refusal([aClass(), aClass({ day: 'tuesday', everyWeeks: 2 })])).toEqual({
      'timetable[1].from': expect.stringMatching(/^is required when everyWeeks/),
    });
    expect(await refusal([aClass({ from: '2026-12-02', until: '2026-12-01' })])).toEqual({
      'timetable[0].until': 'must not be before from',
    });
    expect(await refusal(Array.from({ length: 101 }, () => aClass()))).toEqual({
      timetable: expect.any(String),
    });
    expect(await refusal(null)).toEqual({ timetable: expect.any(String) });
  });

  it('names providers and locations that exist, and all that do not are refused together', async () => {
    const entries = [
      aClass(),
      aClass({ providerId: 999_999 }),
      aClass({ day: 'friday', locationId: 999_999 }),
    ];
    expect(await refusal(entries)).toEqual({
      'timetable[1].providerId': 'names no provider',
      'timetable[2].locationId': 'names no location',
    });
  });

  describe('with two classes of one provider', () => {
    it.each([
      ['at one time', [{}, {}], {}],
      ['of which one begins while the other lasts', [{}, { start: '18:59' }], {}],
      [
        'that only their buffers let meet',
        [{}, { start: '19:10' }],
        { bufferBeforeMin: 5, bufferAfterMin: 6 },
      ],
      ['that meet across midnight', [{ start: '23:30' }, { day: 'tuesday', start: '00:15' }], {}],
      ['that meet from Sunday to Monday', [{ start: '00:15' }, { day: 'sunday', start: '23:30' }], {}],
      [
        'that meet in the weeks in which both hold',
        [
          { everyWeeks: 2, from: '2026-11-23' },
          { everyWeeks: 3, from: '2026-11-30' },
        ],
        {},
      ],
    ] as const)('%s is refused', async (_what, entries, members) => {
      const timetable = entries.map((entry) => aClass(entry));
      const details = await refusal(timetable, members);
      expect(details).toEqual({ 'timetable[1].start': expect.stringMatching(/^meets the class of /) });
    });

    it.each([
      ['that touch', [{}, { start: '19:00' }], {}],
      ['whose buffers touch', [{}, { start: '19:11' }], { bufferBeforeMin: 5, bufferAfterMin: 6 }],
      [
        'that take turns',
        [
          { everyWeeks: 2, from: '2026-11-23' },
          { everyWeeks: 2, from: '2026-11-30' },
        ],
        {},
      ],
      ['of which one ends before the other begins', [{ until: '2026-12-01' }, { from: '2026-12-02' }], {}],
      [
        'that would meet across the end of a week in which only one holds',
        [
          { start: '00:15', everyWeeks: 2, from: '2026-11-23' },
          { day: 'sunday', start: '23:30', everyWeeks: 2, from: '2026-11-23' },
        ],
        {},
      ],
    ] as const)('%s is taken', async (_what, entries, members) => {
      const timetable = entries.map((entry) => aClass(entry));
      expect((await post({ startsAt: 'schedule', ...members, timetable })).status).toBe(201);
    });

    it('is judged by the terms of the provider', async () => {
      const timetable = [aClass(), aClass({ start: '19:00' })];
      const terms = [{ providerId: ana, durationMin: 61 }];
      expect(await refusal(timetable, { terms })).toEqual({ 'timetable[1].start': expect.any(String) });
      expect(
        (await post({ startsAt: 'schedule', timetable, terms: [{ ...terms[0], durationMin: 30 }] })).status,
      ).toBe(201);
    });

    it('is refused when a change of the duration lets them meet, unless they mean nothing', async () => {
      const timetable = [aClass(), aClass({ start: '19:00' })];
      const id = await aService(service.admin, { ...YOGA, startsAt: 'schedule', timetable });
      const longer = await service.admin.patch(`/services/${id}`, { durationMin: 75 });
      expect([longer.status, longer.body.error.details]).toEqual([
        422,
        { 'timetable[1].start': 'meets the class of monday 18:00, buffers included' },
      ]);
      const unused = { durationMin: 75, startsAt: 'interval' };
      expect((await service.admin.patch(`/services/${id}`, unused)).status).toBe(200);
    });
  });

  it('loses the classes at a location that is deleted', async () => {
    const locationId = (await service.admin.post('/locations', { name: 'Hall' })).body.data.id as number;
    const timetable = [aClass(), aClass({ day: 'tuesday', locationId })];
    const id = await aService(service.admin, { startsAt: 'schedule', timetable });
    expect((await service.admin.delete(`/locations/${locationId}`)).status).toBe(200);
    expect((await service.admin.get(`/services/${id}`)).body.data.timetable).toEqual([aClass()]);
  });
});
