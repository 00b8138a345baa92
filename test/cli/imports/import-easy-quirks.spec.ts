import { aProvider, aService, anAppointment } from '../../support/builders';
import { providerSettings, weekdays } from '../../support/easy-appointments';
import { EasyImports, ZONE } from './easy-imports';
import { counts } from './import-files';

const PLAN = weekdays('09:00', '17:00');

describe('import easy-appointments', () => {
  let imports: EasyImports;
  let source = 0;

  beforeAll(async () => {
    imports = await EasyImports.start();
  });

  /** Each test has another system: what one has brought is not there for the next. */
  beforeEach(() => {
    imports.easy.clear();
    source++;
    imports.easy.add('services', 1, { name: 'Cut', duration: 30 });
    addProvider(2, { services: [1] });
    imports.easy.add('customers', 3, { firstName: 'Lea', email: `lea${source}@example.com` });
  });

  afterAll(() => imports.stop());

  const addProvider = (id: number, members: object = {}) => {
    const person = { firstName: `Ana ${source}`, email: `ana${source}-${id}@example.com`, timezone: ZONE };
    imports.easy.add('providers', id, { ...person, settings: providerSettings(PLAN), ...members });
  };
  const addAppointment = (id: number, start: string, end: string, members: object = {}) => {
    const references = { customerId: 3, providerId: 2, serviceId: 1 };
    imports.easy.add('appointments', id, { ...references, start, end, ...members });
  };
  const run = (...args: string[]) => imports.run('--source', `easy-${source}`, ...args);
  const found = (resource: string, theirs: number) =>
    imports.get(`/${resource}?metadata[importedFrom]=easy-${source}:${theirs}`);

  /** The dates of a week of January on which a service is offered with a provider, by their ids there. */
  const offeredOn = async (serviceId: number, providerId = 2) => {
    const [[service], [provider]] = [
      await found('services', serviceId),
      await found('providers', providerId),
    ];
    const pair = `serviceId=${String(service?.['id'])}&providerId=${String(provider?.['id'])}`;
    const path = `/availability/calendar?${pair}&from=2027-01-04&to=2027-01-10`;
    const { body } = await imports.service.admin.get(path);
    const { days } = body.data as { days: { date: string; slots: object[] }[] };
    return days.flatMap(({ date, slots }) => (slots.length > 0 ? [date] : []));
  };

  it('refuses appointments that overlap, and says which one is in the way', async () => {
    addAppointment(10, '2026-03-02 10:00:00', '2026-03-02 11:00:00');
    addAppointment(11, '2026-03-02 10:30:00', '2026-03-02 11:30:00');
    addAppointment(12, '2026-03-02 11:00:00', '2026-03-02 11:30:00');
    expect(await run()).toMatchObject({
      ...{ code: 3, counts: counts(5, 0, 1) },
      refused: { 'appointment 11': `slot_taken: overlaps appointment easy-${source}:10` },
    });
    addAppointment(13, '2026-03-02 09:00:00', '2026-03-02 17:00:00');
    expect(await run()).toMatchObject({
      ...{ code: 3, counts: counts(0, 5, 2) },
      refused: { 'appointment 13': `slot_taken: overlaps appointment easy-${source}:10` },
    });
  });

  it('names an appointment that was booked here by its id', async () => {
    const { admin } = imports.service;
    const [id, serviceId] = [await aProvider(admin), await aService(admin)];
    const [{ email } = {}] = await imports.get(`/providers?q=Provider&sort=id:desc`);
    const booked = await anAppointment(admin, id, serviceId);
    addProvider(4, { email, services: [1] });
    const members = { providerId: 4, start: '2026-11-23 10:15:00', end: '2026-11-23 11:30:00' };
    imports.easy.add('appointments', 20, { customerId: 3, serviceId: 1, ...members });
    expect(await run()).toMatchObject({
      counts: counts(3, 1, 1),
      refused: {
        'appointment 20': `slot_taken: overlaps appointment ${booked.id} here, of 2026-11-23T10:00:00+01:00`,
      },
    });
  });

  it('refuses appointments whose customer, provider or service was deleted there, never taking ours instead', async () => {
    const [time, end] = ['2026-03-02 10:00:00', '2026-03-02 11:00:00'];
    addAppointment(10, time, end, { customerId: null });
    addAppointment(11, time, end, { serviceId: 99 });
    addAppointment(12, time, end, { providerId: 1 });
    imports.easy.add('unavailabilities', 13, { providerId: null, start: time, end });
    expect(await run()).toMatchObject({
      counts: counts(3, 0, 4),
      refused: {
        'appointment 10': 'customerId is empty: what it named was deleted there',
        'appointment 11': 'serviceId names no service',
        'appointment 12': 'providerId names no provider',
        'unavailability 13': 'providerId is empty: the provider was deleted there',
      },
    });
  });

  it('never books with ours, even where all of theirs were refused', async () => {
    const { admin } = imports.service;
    const [id, serviceId] = [await aProvider(admin), await aService(admin)];
    imports.easy.clear();
    imports.easy.add('providers', id, { firstName: 'No address', settings: providerSettings(PLAN) });
    imports.easy.add('services', serviceId, { name: '' });
    imports.easy.add('customers', 3, { firstName: 'Lea' });
    addAppointment(10, '2026-03-02 10:00:00', '2026-03-02 11:00:00', { providerId: id, serviceId });
    expect(await run()).toMatchObject({
      counts: counts(1, 0, 3),
      refused: { 'appointment 10': 'serviceId names no service' },
    });
    // Secrets of a provider stay out of the file of the rejected rows.
    expect(await imports.files.read('rejected.csv')).not.toMatch(/g00gle|cald4v/);
  });

  it('keeps appointments of private services and providers, and of services that the provider no longer gives', async () => {
    imports.easy.add('services', 5, { name: 'Private', isPrivate: true });
    imports.easy.add('services', 6, { name: 'Given no more' });
    addProvider(7, { isPrivate: true, services: [5] });
    addAppointment(10, '2026-03-02 10:00:00', '2026-03-02 11:00:00', { serviceId: 5, providerId: 7 });
    addAppointment(11, '2026-03-02 10:00:00', '2026-03-02 11:00:00', { serviceId: 6 });
    expect(await run()).toMatchObject({ code: 0, counts: counts(8, 0, 0) });
    expect(await found('providers', 7)).toMatchObject([{ active: false }]);
    expect(await offeredOn(6)).toEqual([]);
    expect(await offeredOn(1)).not.toEqual([]);
  });

  it('refuses statuses whose meaning it does not know, until an option says it', async () => {
    addAppointment(10, '2026-03-02 10:00:00', '2026-03-02 11:00:00', { status: 'Storniert' });
    addAppointment(11, '2026-03-02 10:00:00', '2026-03-02 11:00:00', { status: 'Draft' });
    const reason = 'the meaning of the status "Storniert" is not known: say it with --statuses';
    expect(await run()).toMatchObject({ counts: counts(4, 0, 1), refused: { 'appointment 10': reason } });
    expect(await found('appointments', 11)).toMatchObject([{ status: 'pending' }]);
    const again = await run('--statuses', 'Erledigt=completed, storniert = cancelled');
    expect(again).toMatchObject({ code: 0, counts: counts(1, 4, 0) });
    expect(await found('appointments', 10)).toMatchObject([{ status: 'cancelled' }]);
  });

  it('reads times that the clock skips or has twice', async () => {
    addAppointment(10, '2026-03-29 02:15:00', '2026-03-29 02:45:00');
    addAppointment(11, '2026-03-29 01:45:00', '2026-03-29 02:15:00');
    addAppointment(12, '2026-10-25 02:30:00', '2026-10-25 03:00:00');
    expect(await run()).toMatchObject({
      counts: counts(5, 0, 1),
      refused: { 'appointment 10': `start is skipped by the clock of ${ZONE}` },
    });
    expect(await found('appointments', 11)).toMatchObject([
      { start: '2026-03-29T01:45:00+01:00', end: '2026-03-29T03:15:00+02:00' },
    ]);
    expect(await found('appointments', 12)).toMatchObject([
      { start: '2026-10-25T02:30:00+02:00', end: '2026-10-25T03:00:00+01:00' },
    ]);
  });

  it('reads times on the clock of each provider, and says which ones they are', async () => {
    addProvider(4, { timezone: 'America/New_York' });
    addProvider(5, { timezone: null });
    for (const [id, providerId] of [2, 4, 5].entries())
      addAppointment(id + 10, '2026-07-01 10:00:00', '2026-07-01 10:30:00', { providerId });
    const { stderr } = await run();
    expect(stderr).toBe(
      `Provider 5 has no time zone there: times are read on the clock of ${ZONE}.\n` +
        `Times are read on the clocks of the providers: ${ZONE} (2), America/New_York (1).\n`,
    );
    const starts = await imports.get('/appointments?from=2026-07-01&to=2026-07-01&sort=id:asc');
    expect(starts).toMatchObject([
      { start: '2026-07-01T10:00:00+02:00' },
      { start: '2026-07-01T10:00:00-04:00' },
      { start: '2026-07-01T10:00:00+02:00' },
    ]);
  });

  it('reads all times on the clock that an option names', async () => {
    addAppointment(10, '2026-07-02 10:00:00', '2026-07-02 10:30:00');
    await run('--timezone', 'Asia/Tokyo');
    expect(await found('appointments', 10)).toMatchObject([{ start: '2026-07-02T10:00:00+09:00' }]);
    expect(await found('providers', 2)).toMatchObject([{ timezone: 'Asia/Tokyo' }]);
  });

  it('takes customers with the members that they have', async () => {
    const { easy } = imports;
    easy.add('customers', 30, { lastName: 'Only', email: 'no address', phone: 'ask Ana', timezone: 'Mars' });
    easy.add('customers', 31, { phone: '+49 30 31' });
    easy.add('customers', 32, { notes: 'I <3 tea & <b>cake</b>\u0007' });
    easy.add('customers', 33, { firstName: 'Lea again', email: `LEA${source}@example.com` });
    expect(await run()).toMatchObject({ code: 0, counts: counts(6, 1, 0) });
    expect(await found('customers', 30)).toMatchObject([
      {
        ...{ firstName: 'Only', lastName: '', email: null, phone: null, timezone: null },
        metadata: { email: 'no address', phone: 'ask Ana' },
      },
    ]);
    expect(await found('customers', 31)).toMatchObject([{ firstName: '+49 30 31', phone: '+49 30 31' }]);
    expect(await found('customers', 32)).toMatchObject([
      { firstName: 'Customer 32', notes: 'I <3 tea & cake' },
    ]);
  });

  it('never offers a provider who works on no weekday, but on the dates of exceptions', async () => {
    const day = { start: '10:00', end: '11:00', breaks: [] };
    const settings = providerSettings(
      { monday: null, tuesday: { start: '18:00', end: '00:00' } },
      { '2027-01-05': day },
    );
    addProvider(4, { services: [1], settings });
    await run();
    expect(await offeredOn(1, 4)).toEqual(['2027-01-05']);
  });

  it('takes the provider of an address for the one who has it here, and refuses that of another user', async () => {
    const { service } = imports;
    const { admin } = service;
    const id = await aProvider(admin, { name: 'Was here', email: `ana${source}-2@example.com` });
    const [user] = await service.query<{ email: string }>(
      `select email from users where 'admin' = any(roles) limit 1`,
    );
    addProvider(4, { email: user?.email });
    expect(await run()).toMatchObject({
      counts: counts(2, 1, 1),
      refused: { 'provider 4': expect.stringContaining('email') },
    });
    expect((await admin.get(`/providers/${id}`)).body.data).toMatchObject({
      name: 'Was here',
      schedule: null,
    });
  });

  it('refuses what breaks a rule with the reason of the API, and takes the rest', async () => {
    imports.easy.add('services', 40, { name: 'Endless', duration: 2_000 });
    imports.easy.add('services', 41, { name: '' });
    imports.easy.add('blocked_periods', 42, { name: 'Never', start: '0000-00-00 00:00:00', end: null });
    addAppointment(43, '2026-03-02 10:00:00', '2026-03-02 09:00:00');
    addProvider(44, {
      settings: providerSettings(weekdays('09:00', '17:00'), { someday: null, '2026-12-24': null }),
    });
    expect(await run()).toMatchObject({
      ...{ code: 3, counts: counts(5, 0, 5) },
      refused: {
        'service 40': expect.stringContaining('durationMin'),
        'service 41': expect.stringContaining('name'),
        'blocked period 42': 'start is no date and time',
        'appointment 43': 'end must be after the start',
        'exceptions of provider 44': 'the exception of someday: it is no date',
      },
    });
  });
});
