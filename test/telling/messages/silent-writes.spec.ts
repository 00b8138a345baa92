import { RemindersService } from '../../../src/telling/messages/delivery/reminders.service';
import { aBooking, anAppointment, aProvider, aService } from '../../support/builders';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';

const DATE = '2026-12-01';

interface Booked {
  readonly id: number;
}

/** A write that sends a message: what it is about is there, and its message is deleted. */
interface Write {
  readonly title: string;
  readonly send: (silence: object, ids: Ids) => Promise<{ readonly status: number }>;
}

interface Ids {
  readonly provider: number;
  readonly service: number;
  readonly appointment: number;
  readonly pending: number;
  readonly series: number;
  readonly visit: number;
  readonly customer: number;
}

describe('A write with notify: false', () => {
  let service: TestService;
  let ids: Ids;

  beforeEach(async () => {
    service.clock.set(START);
    const provider = await aProvider(service.admin);
    const serviceId = await aService(service.admin, { confirmWhenPaid: true, providerIds: [provider] });
    const at = (start: string, more: object = {}) =>
      anAppointment(service.admin, provider, serviceId, { date: DATE, start, ...more });
    const series = await service.admin.post('/series', aSeries(provider, serviceId, '2026-12-02'));
    const visit = await service.admin.post('/visits', aVisit(serviceId, '2026-12-04'));
    const other = await service.admin.post('/customers', { firstName: 'Other', email: 'other@example.com' });
    ids = {
      ...{ provider, service: serviceId, customer: other.body.data.id as number },
      appointment: (await at('09:00')).id,
      pending: (await at('10:00', { status: 'pending' })).id,
      series: series.body.data.id as number,
      visit: visit.body.data.id as number,
    };
    await service.query('delete from notifications');
  });

  afterEach(async () => {
    await service.query('delete from appointments');
    await service.query('delete from customers');
  });

  beforeAll(async () => {
    service = await startTestService({ environment: { REMINDER_HOURS: '48,2' } });
  });

  afterAll(() => service.stop());

  const aSeries = (providerId: number, serviceId: number, date: string) => ({
    ...aBooking(providerId, serviceId, { date, start: '11:00' }),
    rrule: 'FREQ=WEEKLY;COUNT=2',
  });
  const aVisit = (serviceId: number, date: string) => ({
    ...{ name: 'Mia Keller', email: 'mia@example.com' },
    ...{ items: [{ serviceId }, { serviceId }], date, start: '12:00' },
  });
  const events = async () =>
    (await service.query<{ event: string }>('select event from notifications order by id')).map(
      ({ event }) => event,
    );
  const patch = (path: string, change: object) => service.admin.patch(path, change);

  const WRITES: readonly Write[] = [
    {
      title: 'POST /appointments',
      send: (silence, { provider, service: id }) =>
        service.admin.post('/appointments', {
          ...aBooking(provider, id, { date: DATE, start: '14:00' }),
          ...silence,
        }),
    },
    {
      title: 'POST /series',
      send: (silence, { provider, service: id }) =>
        service.admin.post('/series', { ...aSeries(provider, id, '2026-12-03'), ...silence }),
    },
    {
      title: 'POST /visits',
      send: (silence, { service: id }) =>
        service.admin.post('/visits', { ...aVisit(id, '2026-12-08'), ...silence }),
    },
    {
      title: 'PATCH /appointments/{id} that moves it',
      send: (silence, { appointment }) =>
        patch(`/appointments/${appointment}`, { start: '15:00', ...silence }),
    },
    {
      title: 'PATCH /appointments/{id} that gives it to another customer',
      send: (silence, { appointment, customer }) =>
        patch(`/appointments/${appointment}`, { customerId: customer, ...silence }),
    },
    {
      title: 'PATCH /appointments/{id}/status',
      send: (silence, { appointment }) =>
        patch(`/appointments/${appointment}/status`, { status: 'cancelled', ...silence }),
    },
    {
      title: 'PATCH /appointments/{id}/payment-status that confirms it',
      send: (silence, { pending }) =>
        patch(`/appointments/${pending}/payment-status`, { payment_status: 'paid', ...silence }),
    },
    {
      title: 'DELETE /appointments/{id}',
      send: (silence, { appointment }) =>
        service.admin.delete(
          `/appointments/${appointment}${Object.keys(silence).length > 0 ? '?notify=false' : ''}`,
        ),
    },
    {
      title: 'PATCH /series/{id} that moves it',
      send: (silence, { series }) => patch(`/series/${series}`, { start: '15:00', ...silence }),
    },
    {
      title: 'PATCH /series/{id} that cancels it',
      send: (silence, { series }) => patch(`/series/${series}`, { status: 'cancelled', ...silence }),
    },
    {
      title: 'PATCH /visits/{id} that moves it',
      send: (silence, { visit }) => patch(`/visits/${visit}`, { start: '15:00', ...silence }),
    },
    {
      title: 'PATCH /visits/{id} that cancels it',
      send: (silence, { visit }) => patch(`/visits/${visit}`, { status: 'cancelled', ...silence }),
    },
  ];

  it.each(WRITES)('as $title sends no message', async ({ send }) => {
    expect((await send({ notify: false }, ids)).status).toBeLessThan(300);
    expect(await events()).toEqual([]);
  });

  it.each(WRITES)('is another than $title without it, which sends a message', async ({ send }) => {
    expect((await send({}, ids)).status).toBeLessThan(300);
    expect(await events()).not.toEqual([]);
  });

  it.each(['yes', 1, null, 'false'])('is refused where notify is %j', async (notify) => {
    const { status, body } = await patch(`/appointments/${ids.appointment}`, { start: '15:00', notify });
    expect([status, Object.keys(body.error.details as object)]).toEqual([422, ['notify']]);
  });

  it('is refused to DELETE where notify is no flag', async () => {
    const { status, body } = await service.admin.delete(`/appointments/${ids.appointment}?notify=no`);
    expect([status, Object.keys(body.error.details as object)]).toEqual([422, ['notify']]);
  });

  it('changes nothing alone', async () => {
    const before = await service.admin.get(`/appointments/${ids.appointment}`);
    const { status, body } = await patch(`/appointments/${ids.appointment}`, { notify: false });
    expect([status, body.data]).toEqual([200, before.body.data]);
  });

  it('leaves the reminders that lie ahead', async () => {
    const body = { ...aBooking(ids.provider, ids.service, { date: DATE, start: '14:00' }), notify: false };
    const { id } = (await service.admin.post('/appointments', body)).body.data as Booked;
    await patch(`/appointments/${id}`, { start: '16:00', notify: false });
    for (const instant of ['2026-11-29T16:00:00Z', '2026-12-01T14:00:00Z']) {
      service.clock.set(instant);
      await service.app.get(RemindersService).enqueueDue();
    }
    const rows = await service.query<{ step: number }>(
      'select reminder_hours as step from notifications where appointment_id = $1 order by id',
      [id],
    );
    expect(rows).toEqual([{ step: 48 }, { step: 2 }]);
  });

  it('leaves out the reminders whose moment was over when it moved the appointment', async () => {
    service.clock.set('2026-11-30T12:00:00Z');
    await patch(`/appointments/${ids.appointment}`, { start: '16:00', notify: false });
    await service.query('delete from notifications');
    await service.app.get(RemindersService).enqueueDue();
    const about = 'select from notifications where appointment_id = $1';
    expect(await service.query(about, [ids.appointment])).toEqual([]);
  });
});
