import { MONDAY } from './builders';
import { day, RichCatalogue } from './rich-catalogue';
import { START } from './settable-clock';
import { SureRequests } from './sure-requests';
import type { TestService } from './test-service';
import { makeOffers } from './waiting';

const at = (provider: number, service: number, when: object, members: object = {}) => ({
  ...{ providerId: provider, serviceId: service, ignoreSchedule: true },
  ...when,
  ...members,
});
const guest = (name: string) => ({ name, email: `${name.toLowerCase().replaceAll(' ', '.')}@example.com` });

/** Fills a business with each kind of row, and with each state that a row may have, over the API. Its clock starts at START. */
export class RichBusiness extends SureRequests {
  private constructor(private readonly service: TestService) {
    super(service.admin);
  }

  static async open(service: TestService): Promise<void> {
    await new RichBusiness(service).fill();
  }

  private async fill(): Promise<void> {
    const { places, people, services } = await new RichCatalogue(this.admin).open();
    await this.book(places, people, services);
    await this.repeat(people, services);
    await this.wait(places, people, services);
    await this.forget(people, services);
  }

  private async book(
    { lisbon, home }: { readonly lisbon: number; readonly home: number },
    people: Readonly<Record<'ana' | 'bo' | 'cy', number>>,
    services: Readonly<Record<string, number>>,
  ): Promise<void> {
    const { ana, bo, cy } = people;
    const { cut = 0, room = 0, duet = 0, group = 0, classes = 0, old = 0 } = services;
    const mia = await this.make('/customers', {
      ...{
        firstName: 'Mia',
        lastName: 'Keller',
        email: 'mia@example.com',
        phone: '+49 30 1',
        address: 'A',
        notes: '=1+1',
        language: 'pt-BR',
      },
      ...{ timezone: 'Asia/Tokyo', metadata: { b: '2', a: '1' } },
    });
    const of = { customerId: mia };
    const book = (body: object) => this.make('/appointments', body);
    await book(
      at(
        ana,
        cut,
        { date: MONDAY, start: '10:00' },
        {
          ...of,
          name: 'Lea Else',
          phone: '+49 30 2',
          attendeeLanguage: 'de',
          attendeeTimezone: 'Europe/Paris',
          answers: { size: 'S', born: '1964-02-29', pets: 0 },
          metadata: { z: 'z', a: 'a' },
        },
      ),
    );
    await book(
      at(
        bo,
        cut,
        { date: MONDAY, start: '10:00' },
        { ...of, price: null, notes: 'Zoë\n"quoted"', locationId: lisbon, durationMin: 90 },
      ),
    );
    const change = (id: number, body: object) => this.send('patch', `/appointments/${id}`, body);
    const cancelled = await book(at(ana, room, { date: MONDAY, start: '12:00' }, of));
    await change(cancelled, { status: 'cancelled', cancelReason: 'Ill' });
    await book(at(ana, room, { date: MONDAY, start: '12:00' }, guest('Takes The Time')));
    const done = await book(at(cy, room, { date: '2026-11-16', start: '09:00' }, of));
    await change(done, {
      status: 'completed',
      payment_status: 'paid',
      price: 12.3,
      arrivedAt: '2026-11-16T08:55:30Z',
      startedAt: '2026-11-16T09:01:02Z',
    });
    const missed = await book(at(cy, room, { date: '2026-11-17', start: '09:00' }, of));
    await change(missed, { status: 'no-show', payment_status: 'refunded' });
    await book(at(ana, duet, { date: day(1), start: '10:00' }, of));
    await book(
      at(
        ana,
        cut,
        { date: day(1), start: '15:00' },
        { ...guest('Still Open'), status: 'pending', expiresInMin: 6_000 },
      ),
    );
    await book(
      at(
        ana,
        cut,
        { date: day(1), start: '17:00' },
        { ...guest('For Ever'), status: 'pending', expiresInMin: null },
      ),
    );
    for (const [name, seats] of [
      ['One Seat', 1],
      ['Two Seats', 2],
      ['Left', 1],
      ['Late', 1],
    ] as const) {
      const id = await book(at(cy, group, { date: day(1), start: '12:00' }, { ...guest(name), seats }));
      if (name === 'Left') await change(id, { status: 'cancelled' });
    }
    await book(
      at(cy, classes, { date: day(4), start: '18:00' }, { ...guest('In Class'), seats: 3, locationId: home }),
    );
    await book(at(ana, old, { date: day(1), start: '08:00' }, { ...of, answers: { why: 'Habit' } }));
    // What was booked keeps its buffers, its session and its questions.
    await this.send('patch', `/services/${cut}`, { bufferAfterMin: 0, bufferBeforeMin: 0 });
    await this.send('patch', `/services/${group}`, { capacity: 2 });
    const alone = await this.make('/services', { name: 'Alone, then together', durationMin: 30 });
    await book(at(bo, alone, { date: day(1), start: '09:00' }, guest('Was Alone')));
    await this.send('patch', `/services/${alone}`, { capacity: 4 });
    const together = await this.make('/services', {
      name: 'Together, then alone',
      durationMin: 30,
      capacity: 4,
    });
    for (const name of ['First Of Two', 'Second Of Two'])
      await book(at(bo, together, { date: day(1), start: '11:00' }, { ...guest(name), seats: 2 }));
    await this.send('patch', `/services/${together}`, { capacity: 1 });
    const { status } = await this.admin.delete(`/services/${old}`);
    if (status !== 200) throw new Error(`the service was not deleted: ${status}`);
  }

  private async repeat(
    { ana, bo, cy }: Readonly<Record<'ana' | 'bo' | 'cy', number>>,
    services: Readonly<Record<string, number>>,
  ): Promise<void> {
    const { room = 0, duet = 0, group = 0 } = services;
    const rule = {
      ...guest('Every Week'),
      date: day(7),
      start: '16:00',
      rrule: 'FREQ=WEEKLY;COUNT=6',
      ignoreSchedule: true,
    };
    await this.make('/appointments', at(ana, duet, { date: day(21), start: '16:00' }, guest('In The Way')));
    const series = await this.answer('post', '/series', {
      ...rule,
      providerId: ana,
      serviceId: room,
      exdates: [day(14)],
      onConflict: 'skip',
    });
    const [first, second, third] = series['appointments'] as { id: number }[];
    await this.send('patch', `/appointments/${first?.id}`, { start: '07:00', ignoreSchedule: true });
    await this.send('patch', `/appointments/${second?.id}`, { status: 'cancelled' });
    await this.send('patch', `/series/${String(series['id'])}`, {
      fromAppointmentId: third?.id,
      start: '14:15',
      notes: 'Later',
    });
    const items = [
      { serviceId: group, providerId: cy },
      { serviceId: duet, providerId: bo },
    ];
    const visit = { ...guest('Makes A Visit'), date: day(7), start: '13:30' };
    await this.send('post', '/visits', { ...visit, items });
    const over = await this.answer('post', '/visits', {
      ...visit,
      items,
      date: day(28),
      notes: 'Cancelled again',
    });
    await this.send('patch', `/visits/${String(over['id'])}`, { status: 'cancelled' });
  }

  private async wait(
    { lisbon }: { readonly lisbon: number },
    { ana, bo }: Readonly<Record<'ana' | 'bo', number>>,
    { cut = 0, room = 0 }: Readonly<Record<string, number>>,
  ): Promise<void> {
    const dates = { from: day(0), to: day(28) };
    await this.make('/waitlist', {
      ...guest('Waits Long'),
      serviceId: cut,
      ...dates,
      timeFrom: '06:00',
      timeTo: '24:00',
      weekdays: ['saturday'],
      notes: 'Early',
      durationMin: 90,
      locationId: lisbon,
      providerId: bo,
    });
    const withdrawn = await this.make('/waitlist', {
      ...guest('Withdraws'),
      serviceId: cut,
      ...dates,
      weekdays: ['saturday'],
    });
    await this.admin.delete(`/waitlist/${withdrawn}`);
    await this.make('/waitlist', {
      ...guest('Was Offered'),
      phone: '+49 30 3',
      serviceId: room,
      ...dates,
      providerId: ana,
    });
    await this.make('/waitlist', {
      ...guest('Waits In Vain'),
      serviceId: room,
      from: day(-3),
      to: day(-2),
      weekdays: ['saturday'],
    });
    await makeOffers(this.service);
    // Offers of that time are over, and times that were offered are not offered again.
    this.service.clock.set(new Date(Date.parse(START) + 3 * 3_600_000).toISOString());
  }

  /** Erases a customer who was here, and one who never was. */
  private async forget(
    { cy }: { readonly cy: number },
    { room = 0 }: Readonly<Record<string, number>>,
  ): Promise<void> {
    const appointment = await this.answer(
      'post',
      '/appointments',
      at(cy, room, { date: '2026-11-18', start: '09:00' }, { ...guest('To Be Erased'), notes: 'Secret' }),
    );
    await this.send('post', `/customers/${String(appointment['customerId'])}/erase`, undefined);
    await this.send(
      'post',
      `/customers/${await this.make('/customers', { firstName: 'Never', email: 'never@example.com' })}/erase`,
      undefined,
    );
    await this.make('/customers', { firstName: 'No', lastName: null });
  }
}
