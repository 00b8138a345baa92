import { addDays } from '../../../src/platform/time/local-date';
import { providerSettings, weekdays } from '../../support/easy-appointments';
import { EasyImports, ZONE } from './easy-imports';
import { counts } from './import-files';

const LONG = weekdays('08:15', '20:45');
const WEEK = { from: '2027-01-04', to: '2027-01-10' };

/** Each has a database of its own: the window of one would be that of the next. */
describe('The hours of providers of an Easy!Appointments', () => {
  let imports: EasyImports;

  beforeEach(async () => {
    imports = await EasyImports.start();
  });

  afterEach(() => imports.stop());

  const addProvider = (id: number, plan: object | null = LONG, members: object = {}) => {
    const person = { firstName: `Ana ${id}`, email: `ana${id}@example.com`, timezone: ZONE };
    imports.easy.add('providers', id, { ...person, settings: providerSettings(plan), ...members });
  };
  const workedBy = async (theirs: number) => {
    const id = await imports.idOf('providers', theirs);
    const days = await imports.get(`/providers/${id}/working-hours?from=${WEEK.from}&to=${WEEK.to}`);
    return (days[0]?.['hours'] as { start: string; end: string }[]).map(
      ({ start, end }) => `${start} ${end}`,
    );
  };
  const window = async () => {
    const { body } = await imports.service.admin.get('/business-hours');
    const { workStart, workEnd } = body.data as { workStart: string; workEnd: string };
    return `${workStart} ${workEnd}`;
  };

  it('are worked from the first to the last minute, because the window widens that no admin has set', async () => {
    addProvider(2);
    addProvider(3, weekdays('06:30', '12:00'));
    addProvider(4, null);
    const { code, stderr } = await imports.run();
    expect(code).toBe(0);
    expect(stderr).toContain(
      'The business hours are 06:30 to 20:45, for the schedules that come; they were 09:00 to 17:00 and not set.\n',
    );
    expect(stderr).not.toContain('Not worked');
    expect([await window(), await workedBy(2), await workedBy(3)]).toEqual([
      '06:30 20:45',
      ['08:15 20:45'],
      ['06:30 12:00'],
    ]);
    const { body } = await imports.service.admin.get('/audit?resource=business-hours');
    expect(body.data).toMatchObject([{ via: 'import', action: 'update', requestId: 'easy-appointments' }]);
  });

  it('widen the window again when more come, and not in a dry run', async () => {
    addProvider(2);
    const dry = await imports.run('--dry-run');
    expect(await window()).toBe('09:00 17:00');
    const real = await imports.run();
    expect(real).toEqual(dry);
    addProvider(3, weekdays('07:00', '09:00'));
    await imports.run();
    expect(await window()).toBe('07:00 20:45');
  });

  it.each([
    ['another one', { workStart: '10:00', workEnd: '18:00' }, '08:15–10:00', '18:00–20:45'],
    [
      'the same as that of a new database',
      { workStart: '09:00', workEnd: '17:00' },
      '08:15–09:00',
      '17:00–20:45',
    ],
  ])(
    'are cut by a window that an admin has set to %s, and the command says what is',
    async (_, hours, early, late) => {
      await imports.service.admin.put('/business-hours', hours);
      addProvider(2);
      addProvider(3, weekdays('12:00', '16:00'));
      const { code, stderr } = await imports.run();
      const id = await imports.idOf('providers', 2);
      expect(code).toBe(0);
      expect(await window()).toBe(`${hours.workStart} ${hours.workEnd}`);
      const said = stderr.split('\n').filter((line) => line.includes('Not worked'));
      expect(said).toEqual([
        expect.stringMatching(
          new RegExp(`^Provider ${id}, Ana 2: Not worked: monday ${early}, monday ${late}, tuesday `),
        ),
      ]);
    },
  );

  it('are not cut by a window that the previous version has set', async () => {
    await imports.service.query('update business_hours set work_start_min = 480');
    addProvider(2);
    await imports.run();
    expect(await window()).toBe('08:00 17:00');
  });

  it('are closed in blocked periods on the clock of each provider', async () => {
    addProvider(2, weekdays('00:00', '23:30'));
    addProvider(3, weekdays('00:00', '23:30'), { timezone: 'America/New_York' });
    addProvider(4, weekdays('00:00', '23:30'), { timezone: 'Europe/Paris' });
    const closed = { start: '2027-01-05 00:00:00', end: '2027-01-06 00:00:00' };
    imports.easy.add('blocked_periods', 7, { name: 'Stocktaking', ...closed });
    expect(await imports.run()).toMatchObject({ code: 0, counts: counts(6, 0, 0) });
    for (const theirs of [2, 3, 4]) {
      const id = await imports.idOf('providers', theirs);
      const days = await imports.get(`/providers/${id}/working-hours?from=${WEEK.from}&to=${WEEK.to}`);
      const free = days.filter(({ hours }) => (hours as object[]).length > 0).map(({ date }) => date);
      expect(free).toEqual(['2027-01-04', ...[2, 3, 4].map((more) => addDays(WEEK.from, more))]);
    }
    expect(await imports.get('/closures')).toEqual([]);
    expect(await imports.run()).toMatchObject({ code: 0, counts: counts(0, 6, 0) });
  });

  it('are closed once in blocked periods that are the same time for all', async () => {
    addProvider(2);
    addProvider(3, LONG, { timezone: 'Europe/Paris' });
    const closed = { start: '2027-01-05 00:00:00', end: '2027-01-06 00:00:00' };
    imports.easy.add('blocked_periods', 7, { name: 'Stocktaking', ...closed });
    expect(await imports.run()).toMatchObject({ code: 0, counts: counts(3, 0, 0) });
    expect(await imports.get('/closures')).toMatchObject([{ start: '2027-01-05T00:00:00+01:00' }]);
    // Another clock that comes later does not make it time off beside the closure.
    addProvider(4, LONG, { timezone: 'Asia/Tokyo' });
    expect(await imports.run()).toMatchObject({ code: 0, counts: counts(1, 3, 0) });
  });

  it('are those of the zone of all providers where the settings have another one', async () => {
    imports.easy.settings['default_timezone'] = 'UTC';
    addProvider(2);
    imports.easy.add('blocked_periods', 7, {
      name: 'Early',
      start: '2027-01-05 00:00:00',
      end: '2027-01-05 12:00:00',
    });
    await imports.run();
    expect(await imports.get('/closures')).toMatchObject([{ start: '2027-01-05T00:00:00+01:00' }]);
  });
});
