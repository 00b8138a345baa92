import { Client } from 'pg';
import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { startTestService, type TestService } from '../support/test-service';
import { TAKE_TIME_OF_WRITTEN } from '../../src/booking/diary/claims/claims.statements';

describe('At a hair salon,', () => {
  let salon: TestService;
  let ana: number;
  let haircut: number;

  beforeAll(async () => {
    salon = await startTestService();
  });

  beforeEach(async () => {
    ana = await aProvider(salon.admin, { name: 'Ana' });
    haircut = await aService(salon.admin, { durationMin: 60, bufferAfterMin: 15, slotIntervalMin: 30 });
  });

  afterAll(() => salon.stop());

  const slots = async () =>
    (await salon.admin.get(`/availability/slots?providerId=${ana}&serviceId=${haircut}&date=${MONDAY}`)).body
      .data;

  it('a cancellation restores exactly the slots that the booking removed', async () => {
    const before = await slots();
    const { id } = await anAppointment(salon.admin, ana, haircut, { start: '11:00' });
    const times = (await slots()).map(({ time }: { time: string }) => time);
    expect(times).not.toContain('11:00');
    expect(times).not.toContain('10:00'); // its buffer would end at 11:15
    expect(times).not.toContain('12:00'); // the buffer of the appointment at 11:00 ends at 12:15
    expect(times).toEqual(expect.arrayContaining(['09:30', '12:30']));
    await salon.admin.patch(`/appointments/${id}/status`, { status: 'cancelled' });
    expect(await slots()).toEqual(before);
  });

  it('a move to a time that another booking takes at the same moment is refused and changes nothing', async () => {
    const { id } = await anAppointment(salon.admin, ana, haircut, { start: '09:00' });
    const rival = new Client({ connectionString: salon.databaseUrl });
    await rival.connect();
    await rival.query('begin');
    await rival.query('select id from providers where id = $1 for no key update', [ana]);
    const move = salon.admin.patch(`/appointments/${id}`, { start: '14:00' });
    await rival.query(
      `insert into appointments (provider_id, service_id, customer_id, start_at, end_at, busy, status, created_at, updated_at)
       select provider_id, service_id, customer_id, start_at + '5 h', end_at + '5 h',
         tstzrange(lower(busy) + '5 h', upper(busy) + '5 h'), status, created_at, updated_at
       from appointments where id = $1`,
      [id],
    );
    await rival.query(TAKE_TIME_OF_WRITTEN);
    await rival.query('commit');
    await rival.end();
    const { status, body } = await move;
    expect([status, body.error.details.reason]).toEqual([422, 'slot_taken']);
    const kept = await salon.admin.get(`/appointments/${id}`);
    expect(kept.body.data.start).toBe(`${MONDAY}T09:00:00Z`);
  });

  it('a closure and time off remove their slots and prevent bookings at once', async () => {
    await salon.admin.post('/closures', {
      start: `${MONDAY}T16:00:00Z`,
      end: `${MONDAY}T17:00:00Z`,
      reason: 'Party',
    });
    await salon.admin.post(`/providers/${ana}/time-off`, {
      start: `${MONDAY}T12:00:00Z`,
      end: `${MONDAY}T14:00:00Z`,
    });
    expect((await slots()).map(({ time }: { time: string }) => time)).toEqual([
      '09:00',
      '09:30',
      '10:00',
      '10:30',
      '11:00',
      '14:00',
      '14:30',
      '15:00',
    ]);
    const at = async (start: string) =>
      (await salon.admin.post('/appointments', aBooking(ana, haircut, { start }))).body.error.details.reason;
    expect(await at('15:30')).toBe('closed');
    expect(await at('11:30')).toBe('time_off');
  });
});
