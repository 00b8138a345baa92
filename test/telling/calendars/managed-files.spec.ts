import { MONDAY, aBooking, aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { anEntryOf, makeOffers } from '../../support/waiting';
import { tokenIn } from '../../booking/manage/support/links';
import { readCalendar, readWithIcalJs } from './support/parsers';

describe('The calendar file of a link', () => {
  let service: TestService;
  let providerId: number;
  let serviceId: number;
  let instance: string;

  beforeAll(async () => {
    service = await startTestService({ environment: { BUSINESS_TIMEZONE: 'Europe/Berlin' } });
    providerId = await aProvider(service.admin, { name: 'Ana Silva' });
    serviceId = await aService(service.admin, { name: 'Haircut' });
    [{ uuid: instance } = { uuid: '' }] = await service.query<{ uuid: string }>('select uuid from instance');
  });

  afterEach(async () => {
    await service.query('delete from waitlist_entries');
    await service.query('delete from appointments');
    await service.query('delete from notifications');
  });
  afterAll(() => service.stop());

  const post = async (path: string, members: object) =>
    (await service.admin.post(path, aBooking(providerId, serviceId, members))).body.data as {
      readonly id: number;
      readonly manageUrl: string;
      readonly appointments: readonly { readonly id: number }[];
    };
  const fileOf = async (manageUrl: unknown) =>
    (await service.anonymous.get(`/manage/${tokenIn(manageUrl)}/calendar.ics`)).body as string;
  const aVisit = () => post('/visits', { items: Array(2).fill({ serviceId, providerId }) });
  const aSeries = () => post('/series', { rrule: 'FREQ=WEEKLY;COUNT=3' });

  it('has the UID and the SEQUENCE of the messages about an appointment', async () => {
    const { id, manageUrl } = await post('/appointments', {});
    await service.admin.patch(`/appointments/${id}`, { start: '12:00' });
    await service.admin.post(`/appointments/${id}/notify`, { event: 'reminder' });
    expect(readCalendar(await fileOf(manageUrl))).toMatchObject([
      { uid: `appointment-${id}@${instance}`, sequence: 2, start: '2026-11-23T11:00:00.000Z' },
    ]);
    expect(await service.query('select max(sequence) from notifications')).toEqual([{ max: 2 }]);
  });

  it('has a visit as the one event of its messages, without what was cancelled', async () => {
    const { id, manageUrl, appointments } = await aVisit();
    expect(readCalendar(await fileOf(manageUrl))).toMatchObject([
      {
        uid: `visit-${id}@${instance}`,
        sequence: 0,
        start: '2026-11-23T09:00:00.000Z',
        end: '2026-11-23T10:00:00.000Z',
      },
    ]);
    await service.admin.patch(`/appointments/${appointments[0]?.id}`, { status: 'cancelled' });
    expect(readCalendar(await fileOf(manageUrl))).toMatchObject([
      {
        sequence: 1,
        status: 'CONFIRMED',
        start: '2026-11-23T09:30:00.000Z',
        end: '2026-11-23T10:00:00.000Z',
      },
    ]);
    await service.admin.patch(`/visits/${id}`, { status: 'cancelled' });
    expect(readCalendar(await fileOf(manageUrl))).toMatchObject([
      { uid: `visit-${id}@${instance}`, sequence: 2, status: 'CANCELLED' },
    ]);
  });

  it('has a series with its rule, and that of an occurrence this one alone', async () => {
    const { id, manageUrl, appointments } = await aSeries();
    await service.admin.patch(`/appointments/${appointments[0]?.id}`, { status: 'cancelled' });
    const file = await fileOf(manageUrl);
    expect(readWithIcalJs(file)).toMatchObject([
      { uid: `series-${id}@${instance}`, sequence: 1, start: '2026-11-23T09:00:00.000Z' },
    ]);
    expect(file).toContain('\r\nRRULE:FREQ=WEEKLY;COUNT=3\r\n');
    expect(file).toContain('\r\nEXDATE;TZID=Europe/Berlin:20261123T100000\r\n');
    const { body } = await service.admin.get(`/appointments/${appointments[1]?.id}`);
    const own = await fileOf(body.data.manageUrl);
    expect(own).toContain('\r\nRECURRENCE-ID;TZID=Europe/Berlin:20261130T100000\r\n');
    expect(readCalendar(own)).toMatchObject([{ uid: `series-${id}@${instance}`, sequence: 1 }]);
  });

  it('has the time of the last change of any of its appointments, with or without a message', async () => {
    const { manageUrl, appointments } = await aVisit();
    service.clock.advance(60_000);
    await service.admin.patch(`/appointments/${appointments[1]?.id}`, { status: 'pending', notify: false });
    const file = await fileOf(manageUrl);
    expect(readCalendar(file)).toMatchObject([{ sequence: 1, status: 'TENTATIVE' }]);
    const now = new Date(service.clock.now()).toISOString().replaceAll(/[-:]|\.\d+/g, '');
    expect(file).toContain(`\r\nDTSTAMP:${now}\r\n`);
    expect(file).toContain(`\r\nLAST-MODIFIED:${now}\r\n`);
  });

  it('has an event for each appointment of what a version before has booked, as its messages', async () => {
    const [visit, series] = [
      await aVisit(),
      await post('/series', { date: '2026-12-01', rrule: 'FREQ=DAILY;COUNT=2' }),
    ];
    await service.query('update visits set shares_entry = false');
    await service.query('update series set first_start = null');
    for (const { manageUrl, appointments } of [visit, series])
      expect(readCalendar(await fileOf(manageUrl)).map(({ uid }) => uid)).toEqual(
        appointments.map(({ id }) => `appointment-${id}@${instance}`),
      );
  });

  it('is empty for an entry of the waitlist, until the offer is accepted', async () => {
    const { id } = await anEntryOf(service, serviceId, { from: MONDAY, to: MONDAY });
    await makeOffers(service);
    const { manageUrl } = (await service.admin.get(`/waitlist/${id}`)).body.data as { manageUrl: string };
    expect(readCalendar(await fileOf(manageUrl))).toEqual([]);
    await service.anonymous.post(`/manage/${tokenIn(manageUrl)}/accept`, {});
    const { appointmentId } = (await service.admin.get(`/waitlist/${id}`)).body.data as {
      appointmentId: number;
    };
    expect(readCalendar(await fileOf(manageUrl))).toMatchObject([
      { uid: `appointment-${appointmentId}@${instance}` },
    ]);
  });
});
