import fc from 'fast-check';
import { timeText } from '../../src/platform/time/local-date';
import { subtract, unite } from '../../src/platform/time/interval';
import { aProvider } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';

/** Longer than the window of a fresh database, 09:00 to 17:00. */
const LONG = [{ day: 'monday', start: '08:15', end: '20:45', breaks: [] }];
const CUT = 'Not worked: monday 08:15–09:00, monday 17:00–20:45, outside the business hours (09:00–17:00)';
const WINDOW = { workStart: '09:00', workEnd: '17:00' };

describe('A schedule that the hours of the business or of a place cut', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(async () => {
    await service.query('delete from providers');
    await service.query(`delete from users where email like 'ana@%'`);
    await service.admin.put('/business-hours', WINDOW);
  });

  afterAll(() => service.stop());

  const bodyOf = (name: string, schedule: readonly object[]) => {
    return { name, email: `${name}@example.com`, schedule };
  };
  const warningOf = (providerId: number, message = CUT) => ({
    code: 'hours_cut',
    message,
    path: 'schedule',
    providerId,
  });

  it('is named in meta.warnings of each write of the provider that sets it', async () => {
    const { admin } = service;
    const created = await admin.post('/providers', bodyOf('ana', LONG));
    const { id } = created.body.data as { id: number };
    const expected = { warnings: [warningOf(id)] };
    expect(created).toMatchObject({ status: 201, body: { meta: expected, data: { schedule: LONG } } });
    const changed = await admin.patch(`/providers/${id}`, { schedule: LONG });
    expect(changed.body.meta).toEqual(expected);
    const replaced = await admin.put(`/providers/${id}`, bodyOf('ana', LONG));
    expect(replaced.body.meta).toEqual(expected);
    const shown = await admin.get(`/providers/${id}`);
    expect([shown.body.meta, shown.headers.get('etag')]).toEqual([undefined, replaced.headers.get('etag')]);
  });

  it('is named again to a POST that comes again with its Idempotency-Key', async () => {
    const sending = { headers: { 'Idempotency-Key': 'cut-hours' } };
    const [first, again] = [
      await service.admin.post('/providers', bodyOf('ana', LONG), sending),
      await service.admin.post('/providers', bodyOf('ana', LONG), sending),
    ];
    expect(again.body).toEqual(first.body);
    expect(again.body.meta).toMatchObject({ warnings: [{ code: 'hours_cut' }] });
  });

  it.each<[what: string, body: object]>([
    ['that leaves the schedule as it is', { phone: '+49 30 1' }],
    ['of a schedule inside the window', { schedule: [{ day: 'monday', start: '09:00', end: '17:00' }] }],
    ['of the hours of the business', { schedule: [] }],
    ['of a roster that is over', { schedule: [{ ...LONG[0], until: '2020-01-01' }] }],
    [
      'of which only breaks lie outside',
      {
        schedule: [
          {
            ...{ day: 'monday', start: '08:00', end: '18:00' },
            breaks: [
              { start: '08:00', end: '09:30' },
              { start: '17:00', end: '18:00' },
            ],
          },
        ],
      },
    ],
  ])('is not named in the answer to a write %s', async (_, body) => {
    const id = await aProvider(service.admin, { schedule: LONG });
    const { status, body: answer } = await service.admin.patch(`/providers/${id}`, body);
    expect([status, answer.meta]).toEqual([200, undefined]);
  });

  it('is named when the business hours change, with each provider', async () => {
    const [ana, ben] = [
      await aProvider(service.admin, { schedule: LONG }),
      await aProvider(service.admin, { schedule: [{ day: 'sunday', start: '10:00', end: '16:00' }] }),
    ];
    const { body } = await service.admin.put('/business-hours', { workStart: '12:00', workEnd: '24:00' });
    const outside = 'outside the business hours (12:00–24:00)';
    expect(body.meta).toEqual({
      warnings: [
        { code: 'hours_cut', message: `Not worked: monday 08:15–12:00, ${outside}`, providerId: ana },
        { code: 'hours_cut', message: `Not worked: sunday 10:00–12:00, ${outside}`, providerId: ben },
      ],
    });
    const wide = await service.admin.post('/business-hours', { workStart: '00:00', workEnd: '24:00' });
    expect(wide.body.meta).toBeUndefined();
  });

  it('is named with the place that cuts it, when the schedule or the place changes', async () => {
    const { admin } = service;
    const hours = [{ day: 'monday', start: '07:00', end: '19:00' }];
    const place = (await admin.post('/locations', { name: 'Main Street', hours })).body.data as {
      id: number;
    };
    const schedule = [{ ...LONG[0], locationId: place.id }];
    const created = await admin.post('/providers', bodyOf('ana', schedule));
    const { id } = created.body.data as { id: number };
    const message = (lost: string) => `Not worked: ${lost}, outside the hours of location ${place.id}`;
    expect(created.body.meta).toEqual({ warnings: [warningOf(id, message('monday 19:00–20:45'))] });
    const path = `/locations/${place.id}`;
    const pause = [{ ...hours[0], end: '21:00', breaks: [{ start: '12:00', end: '13:00' }] }];
    const paused = await admin.patch(path, { hours: pause });
    expect(paused.body.meta).toEqual({
      warnings: [{ code: 'hours_cut', message: message('monday 12:00–13:00'), providerId: id }],
    });
    expect((await admin.patch(path, { name: 'Side Street' })).body.meta).toBeUndefined();
    const without = await admin.patch(path, { hours: null });
    expect(without.body.meta).toMatchObject({ warnings: [{ message: CUT, providerId: id }] });
  });

  it('is named in full by up to ten times, and counted beyond', async () => {
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    const schedule = days.map((day) => ({ day, start: '08:00', end: '18:00' }));
    const { body } = await service.admin.post('/providers', bodyOf('ana', schedule));
    expect(body.meta).toMatchObject({
      warnings: [{ message: expect.stringMatching(/^Not worked: (\w+ [\d:–]+, ){10}4 more, outside /) }],
    });
  });

  it('loses just the minutes that are named: what is worked and what is named are the schedule', async () => {
    const minute = fc.integer({ min: 0, max: 1_439 });
    const stretch = fc
      .tuple(minute, minute)
      .filter(([a, b]) => a !== b)
      .map(([a, b]) => [Math.min(a, b), Math.max(a, b)] as const);
    const providerId = await aProvider(service.admin);
    const textOf = ([from, to]: readonly [number, number]) => ({ start: timeText(from), end: timeText(to) });
    await fc.assert(
      fc.asyncProperty(stretch, stretch, fc.option(stretch), async (window, hours, pause) => {
        const { start: workStart, end: workEnd } = textOf(window);
        await service.admin.put('/business-hours', { workStart, workEnd });
        const inside = pause && ([Math.max(pause[0], hours[0]), Math.min(pause[1], hours[1])] as const);
        const breaks = inside && inside[0] < inside[1] ? [textOf(inside)] : [];
        const schedule = [{ day: 'monday', ...textOf(hours), breaks }];
        const { body } = await service.admin.patch(`/providers/${providerId}`, { schedule });
        const meta = body.meta as { warnings?: readonly { message: string }[] } | undefined;
        const message = meta?.warnings?.[0]?.message.replace(/, outside.*/, '') ?? '';
        const worked = await service.admin.get(
          `/providers/${providerId}/working-hours?from=2026-11-23&to=2026-11-23`,
        );
        const [{ hours: left } = { hours: [] }] = worked.body.data as {
          hours: { start: string; end: string }[];
        }[];
        const lost = [...message.matchAll(/(\d\d:\d\d)–(\d\d:\d\d)/g)].map(([, start = '', end = '']) => ({
          start,
          end,
        }));
        const minutes = (list: readonly { start: string; end: string }[]) =>
          unite(list.map(({ start, end }) => ({ start: minuteOf(start), end: minuteOf(end) })));
        const given = subtract([{ start: hours[0], end: hours[1] }], minutes(breaks));
        expect(unite([...minutes(left), ...minutes(lost)])).toEqual(unite(given));
        expect(subtract(minutes(left), minutes(lost))).toEqual(minutes(left));
      }),
      { numRuns: 25 },
    );
  });
});

function minuteOf(text: string): number {
  const [hours = '', minutes = ''] = text.split(':');
  return Number(hours) * 60 + Number(minutes);
}
