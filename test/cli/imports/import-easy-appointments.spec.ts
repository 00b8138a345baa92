import { type EasyVersion, providerSettings, weekdays } from '../../support/easy-appointments';
import { EasyImports, ZONE } from './easy-imports';
import { counts } from './import-files';

const PLAN = weekdays('09:00', '17:30', [
  { start: '14:30', end: '15:00' },
  { start: '12:00', end: '12:30' },
  { start: '17:00', end: '19:00' },
]);

/** A day off, and one with other hours and a break, in the shape of each version. */
const EXCEPTIONS: Readonly<Record<EasyVersion, object>> = {
  '1.5': {
    '2026-12-24': null,
    '2026-12-25': null,
    '2026-12-28': { start: '10:00', end: '16:00', breaks: [{ start: '12:00', end: '13:00' }] },
  },
  '1.6': [
    { id: 1, startDate: '2026-12-24', endDate: '2026-12-25', startTime: null, endTime: null, breaks: [] },
    {
      ...{
        id: 2,
        startDate: '2026-12-28',
        endDate: '2026-12-28',
        startTime: '10:00:00',
        endTime: '16:00:00',
      },
      breaks: [{ start: '12:00', end: '13:00' }],
    },
  ],
};

describe.each(['1.5', '1.6'] as const)('import easy-appointments, version %s', (version) => {
  let imports: EasyImports;
  let first: Awaited<ReturnType<EasyImports['run']>>;

  beforeAll(async () => {
    imports = await EasyImports.start(version);
    const { easy } = imports;
    easy.add('service_categories', 4, { name: 'Hair', description: 'All about <b>hair</b>' });
    easy.add('services', 7, {
      ...{ name: 'Cut &', duration: 45, price: 38.5, currency: 'EUR', serviceCategoryId: 4 },
      ...{ description: '<p>Wash &amp; cut</p><p>and more</p>', location: 'Upstairs' },
    });
    const fixed = version === '1.5' ? { availabilitiesType: 'fixed' } : { slotInterval: 60 };
    easy.add('services', 8, { name: 'Yoga', duration: 60, attendantsNumber: 3, ...fixed });
    easy.add('services', 9, { name: 'Friends only', isPrivate: true });
    easy.add('providers', 2, {
      ...{ firstName: 'Ana', lastName: 'Silva', email: 'ana@example.com', phone: '', mobile: '+49 30 1' },
      ...{ timezone: ZONE, services: [7, 8, 99], settings: providerSettings(PLAN, EXCEPTIONS[version]) },
    });
    easy.add('customers', 11, {
      ...{ firstName: 'Lea', lastName: 'Brandt', email: 'Lea@example.com', phone: '+49 30 2' },
      ...{ address: 'Park Lane 7', city: 'Berlin', zip: '10115', language: 'portuguese-br' },
      ...{ timezone: 'Europe/Lisbon', notes: 'Likes tea', customField2: 'Club 7' },
    });
    easy.add('appointments', 21, {
      ...{ customerId: 11, providerId: 2, serviceId: 7, book: '2020-01-02 08:15:30' },
      ...{ start: '2020-03-02 10:00:00', end: '2020-03-02 11:15:00', status: 'Confirmed' },
      ...{ notes: 'First line<br>Second', location: 'Room 2' },
    });
    easy.add('appointments', 22, {
      ...{ customerId: 11, providerId: 2, serviceId: 7, status: 'Cancelled' },
      ...{ start: '2020-03-02 10:00:00', end: '2020-03-02 10:45:00' },
    });
    easy.add('unavailabilities', 23, {
      ...{ providerId: 2, start: '2026-12-29 08:00:00', end: '2026-12-30 18:00:00', notes: '<p>Away</p>' },
    });
    easy.add('blocked_periods', 1, {
      ...{ name: 'Christmas', start: '2026-12-24 00:00:00', end: '2026-12-27 00:00:00', notes: 'Closed' },
    });
    first = await imports.run();
  });

  afterAll(() => imports.stop());

  const { get, idOf } = {
    get: (path: string) => imports.get(path),
    idOf: (resource: string, id: number) => imports.idOf(resource, id),
  };

  it('takes every row', () => {
    expect(first).toMatchObject({ code: 0, counts: counts(13, 0, 0), refused: {} });
  });

  it('takes categories and services, with what the settings say of all services', async () => {
    const [category] = await get('/categories');
    expect(category).toMatchObject({ name: 'Hair', description: 'All about hair' });
    expect(await get('/services?sort=id:asc')).toMatchObject([
      {
        ...{ name: 'Cut &', durationMin: 45, price: 38.5, categoryId: category?.['id'], active: true },
        ...{ description: 'Wash & cut\nand more', slotIntervalMin: 15, capacity: 1 },
        ...{ minNoticeMin: 30, maxAdvanceDays: 90 },
        metadata: { currency: 'EUR', location: 'Upstairs', importedFrom: 'easy-appointments:7' },
      },
      { name: 'Yoga', capacity: 3, slotIntervalMin: version === '1.5' ? null : 60, categoryId: null },
      { name: 'Friends only', active: false },
    ]);
  });

  it('takes providers with working plans and their breaks, and none of their secrets', async () => {
    const [ana] = await get('/providers');
    const services = [await idOf('services', 7), await idOf('services', 8)];
    const breaks = [
      { start: '12:00', end: '12:30' },
      { start: '14:30', end: '15:00' },
      { start: '17:00', end: '17:30' },
    ];
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday'];
    expect(ana).toMatchObject({
      ...{ name: 'Ana Silva', email: 'ana@example.com', phone: '+49 30 1', timezone: ZONE },
      ...{
        serviceIds: services,
        schedule: days.map((day) => ({ day, start: '09:00', end: '17:30', breaks })),
      },
    });
    const everything = JSON.stringify(await imports.service.query('select * from providers, users'));
    expect(everything).not.toMatch(/g00gle|cald4v/);
  });

  it('makes special hours of exceptions, days off included', async () => {
    const id = await idOf('providers', 2);
    expect(await get(`/providers/${id}/special-hours`)).toMatchObject([
      { date: '2026-12-24', hours: [] },
      { date: '2026-12-25', hours: [] },
      {
        date: '2026-12-28',
        hours: [
          { start: '10:00', end: '12:00' },
          { start: '13:00', end: '16:00' },
        ],
      },
    ]);
  });

  it('takes customers with their language, their clock and their own fields', async () => {
    expect(await get('/customers')).toMatchObject([
      {
        ...{ firstName: 'Lea', lastName: 'Brandt', email: 'Lea@example.com', phone: '+49 30 2' },
        ...{ address: 'Park Lane 7, 10115 Berlin', language: 'pt-BR', timezone: 'Europe/Lisbon' },
        ...{ notes: 'Likes tea', metadata: { customField2: 'Club 7', importedFrom: 'easy-appointments:11' } },
      },
    ]);
  });

  it('keeps the status, the times and the moment of the booking of appointments', async () => {
    expect(await get('/appointments?sort=id:asc')).toMatchObject([
      {
        ...{ start: '2020-03-02T10:00:00+01:00', end: '2020-03-02T11:15:00+01:00', status: 'confirmed' },
        ...{ createdAt: '2020-01-02T08:15:30+01:00', price: 38.5, notes: 'First line\nSecond' },
        ...{ customerName: 'Lea Brandt', metadata: { location: 'Room 2' } },
      },
      { status: 'cancelled', start: '2020-03-02T10:00:00+01:00' },
    ]);
  });

  it('makes time off of unavailabilities, and closures of blocked periods', async () => {
    const id = await idOf('providers', 2);
    expect(await get(`/providers/${id}/time-off`)).toMatchObject([
      { start: '2026-12-29T08:00:00+01:00', end: '2026-12-30T18:00:00+01:00', reason: 'Away' },
    ]);
    expect(await get('/closures')).toMatchObject([
      {
        ...{ start: '2026-12-24T00:00:00+01:00', end: '2026-12-27T00:00:00+01:00' },
        reason: 'Christmas\nClosed',
      },
    ]);
  });

  it('changes nothing when it runs again', async () => {
    const state = () => imports.service.query('select count(*)::int from audit_entries');
    const before = await state();
    expect(await imports.run()).toMatchObject({ code: 0, counts: counts(0, 13, 0) });
    expect(await state()).toEqual(before);
  });
});
