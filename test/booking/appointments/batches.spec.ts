import { AppointmentBatches } from '../../../src/booking/diary/decisions/appointment-batches';
import { AppointmentWrites } from '../../../src/booking/diary/writes/appointment-writes';
import {
  bookedTime,
  type NewAppointment,
  newAppointment,
} from '../../../src/booking/diary/writes/new-appointment';
import type { AppointmentRow } from '../../../src/booking/diary/rows/appointment-row';
import type { Candidate } from '../../../src/booking/diary/decisions/candidate';
import { Database } from '../../../src/platform/database/database';
import { WORKER } from '../../../src/platform/database/write-context';
import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

const HOUR_MS = 3_600_000;
const at = (time: string) => Date.parse(`${MONDAY}T${time}Z`);

interface Part extends Candidate {
  readonly start: number;
}

describe('A batch of bookings', () => {
  let service: TestService;
  let customerId: number;
  let haircut: number;
  let ana: number;
  let ben: number;

  beforeAll(async () => {
    service = await startTestService();
    const answer = await service.admin.post('/customers', { name: 'Mia Keller', email: 'mia@example.com' });
    customerId = answer.body.data.id;
    haircut = await aService(service.admin, { durationMin: 60, price: 40 });
  });

  beforeEach(async () => {
    ana = await aProvider(service.admin);
    ben = await aProvider(service.admin);
  });

  afterAll(() => service.stop());

  /** Books what can be had of some parts. @returns the rows, and the reason of each refused part */
  const book = (parts: readonly Part[]) => {
    const common = { customerId, attendeeName: null, attendeePhone: null, status: 'confirmed' } as const;
    const batches = service.app.get(AppointmentBatches, { strict: false });
    const writes = service.app.get(AppointmentWrites, { strict: false });
    const starts = parts.map(({ start }) => start);
    const within = { start: Math.min(...starts), end: Math.max(...starts) + 24 * HOUR_MS };
    return service.app.get(Database, { strict: false }).transaction(WORKER, async (tx) => {
      const batch = await batches.open(tx, { pairs: parts, within, named: { customerId } });
      const reasons: string[] = [];
      const placed: NewAppointment[] = [];
      for (const part of parts) {
        const decision = batch.decide(part);
        const { verdict } = decision;
        if (!verdict.bookable) reasons.push(verdict.reason);
        else {
          placed.push(newAppointment(bookedTime(decision), common));
          batch.take({ ...part, ...verdict, appointmentId: null });
        }
      }
      return { rows: await writes.insert(tx, placed), reasons };
    });
  };
  const timesOf = (rows: readonly AppointmentRow[]) =>
    rows.map(({ providerId, start }) => [providerId, new Date(start).toISOString().slice(11, 16)]);

  it('gives the appointments in the order of the parts, as GET shows them', async () => {
    const { rows } = await book([
      { providerId: ben, serviceId: haircut, start: at('14:00') },
      { providerId: ana, serviceId: haircut, start: at('09:00') },
    ]);
    expect(timesOf(rows)).toEqual([
      [ben, '14:00'],
      [ana, '09:00'],
    ]);
    expect((await service.admin.get(`/appointments/${rows[1]?.id}`)).body.data).toMatchObject({
      providerId: ana,
      customerId,
      customerName: 'Mia Keller',
      start: `${MONDAY}T09:00:00Z`,
      end: `${MONDAY}T10:00:00Z`,
      status: 'confirmed',
      payment_status: 'none',
    });
  });

  it('keeps the time of each appointment from others', async () => {
    await book([10, 12].map((hour) => ({ providerId: ana, serviceId: haircut, start: at(`${hour}:00`) })));
    for (const start of ['10:30', '12:00']) {
      const refused = await service.admin.post('/appointments', aBooking(ana, haircut, { start }));
      expect(refused.body.error.details.reason).toBe('slot_taken');
    }
  });

  it('refuses a part that overlaps an earlier part or an appointment', async () => {
    await anAppointment(service.admin, ana, haircut, { start: '15:00' });
    const starts = ['10:00', '10:30', '11:00', '15:30'];
    const { rows, reasons } = await book(
      starts.map((start) => ({ providerId: ana, serviceId: haircut, start: at(start) })),
    );
    expect(timesOf(rows)).toEqual([
      [ana, '10:00'],
      [ana, '11:00'],
    ]);
    expect(reasons).toEqual(['slot_taken', 'slot_taken']);
  });

  it('gives two parts of different providers different rooms, and a third none', async () => {
    for (const name of ['Room 1', 'Room 2']) await service.admin.post('/resources', { name, kind: 'room' });
    const massage = await aService(service.admin, { resources: [{ kind: 'room', quantity: 1 }] });
    const providers = [ana, ben, await aProvider(service.admin)];
    const { rows, reasons } = await book(
      providers.map((providerId) => ({ providerId, serviceId: massage, start: at('10:00') })),
    );
    expect(rows.map(({ resources }) => resources.map(({ name }) => name))).toEqual([['Room 1'], ['Room 2']]);
    expect(reasons).toEqual(['resource_unavailable']);
  });

  it('joins a session with the seats that are left', async () => {
    const yoga = await aService(service.admin, { capacity: 3 });
    await anAppointment(service.admin, ana, yoga, { seats: 1 });
    const part = { providerId: ana, serviceId: yoga, start: at('10:00') };
    const { rows, reasons } = await book([part, { ...part, seats: 2 }, part]);
    expect(rows.map(({ seats }) => seats)).toEqual([1, 1]);
    expect(reasons).toEqual(['session_full']);
  });
});
