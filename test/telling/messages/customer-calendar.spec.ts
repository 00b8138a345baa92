import fc from 'fast-check';
import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { runs } from '../../support/worlds/runs';
import { tokenIn } from '../../booking/manage/support/links';
import { CustomerCalendar } from './support/customer-calendar';
import { MailServer } from './support/mail-server';
import { readMime } from './support/mime';

const MIA = { name: 'Mia Keller', email: 'mia@example.com' };
const TOM = { firstName: 'Tom', email: 'tom@example.com' };
const RULES = [
  'FREQ=WEEKLY;COUNT=4',
  'FREQ=DAILY;INTERVAL=2;UNTIL=20270330',
  'freq=monthly;byday=-1su;count=3',
];

interface Booked {
  readonly kind: 'series' | 'visits';
  readonly id: number;
  readonly ids: readonly number[];
  readonly manageUrl: string;
}

/** What happens to a booking: to the nth of its appointments, or to all of them from there on. */
const anyStep = fc.record({
  what: fc.constantFrom(
    ...['move', 'move far', 'cancel', 'confirm', 'delete', 'give', 'give back', 'note', 'notify', 'reminder'],
    ...['move all', 'move from', 'other service', 'cancel from', 'cancel all'],
  ),
  nth: fc.nat(3),
  hour: fc.integer({ min: 6, max: 20 }),
});

describe('The calendar of a customer', () => {
  let service: TestService;
  let mail: MailServer;
  let providerId: number;
  let services: readonly [number, number];
  let tom: number;

  beforeAll(async () => {
    mail = await MailServer.start();
    service = await startTestService({
      environment: { SMTP_URL: mail.url, MAIL_FROM: 'Salon <hello@salon.example>' },
    });
    const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
    await service.admin.put('/business-hours', { workStart: '00:00', workEnd: '24:00', days });
    services = [
      await aService(service.admin, { name: 'Cut' }),
      await aService(service.admin, { name: 'Wash' }),
    ];
    tom = (await service.admin.post('/customers', TOM)).body.data.id as number;
  });

  afterAll(async () => {
    await service.stop();
    await mail.stop();
  });

  /** Begins just before the clock changes. */
  const book = async (kind: Booked['kind'], nth: number): Promise<Booked> => {
    const start = { date: '2027-03-28', start: '10:00', ignoreSchedule: true };
    const items = services.map((serviceId) => ({ serviceId, providerId }));
    const what = kind === 'visits' ? { items } : { providerId, serviceId: services[0], rrule: RULES[nth] };
    const { status, body } = await service.admin.post(`/${kind}`, { ...MIA, ...start, ...what });
    expect(status).toBe(201);
    const { id, appointments, manageUrl } = body.data as Booked & { appointments: { id: number }[] };
    return { kind, id, ids: appointments.map((each) => each.id), manageUrl };
  };

  const act = async (
    { kind, id, ids }: Booked,
    { what, nth, hour }: { what: string; nth: number; hour: number },
    mia: number,
  ) => {
    const one = ids[nth % ids.length];
    const start = `${String(hour).padStart(2, '0')}:00`;
    const patch = (body: object) =>
      service.admin.patch(`/appointments/${one}`, { ignoreSchedule: true, ...body });
    const patchAll = (body: object) => service.admin.patch(`/${kind}/${id}`, { onConflict: 'skip', ...body });
    const steps: Record<string, () => Promise<unknown>> = {
      move: () => patch({ start }),
      'move far': () => patch({ date: `2027-05-${10 + hour}`, start }),
      cancel: () => patch({ status: 'cancelled' }),
      confirm: () => patch({ status: 'confirmed' }),
      delete: () => service.admin.delete(`/appointments/${one}`),
      give: () => patch({ customerId: tom }),
      'give back': () => patch({ customerId: mia }),
      note: () => patch({ notes: String(hour) }),
      notify: () => service.admin.post(`/appointments/${one}/notify`),
      reminder: () => service.admin.post(`/appointments/${one}/notify`, { event: 'reminder' }),
      'move all': () => patchAll({ start }),
      'move from': () => patchAll({ start, fromAppointmentId: one }),
      'other service': () => patchAll({ serviceId: services[1] }),
      'cancel from': () => patchAll({ status: 'cancelled', fromAppointmentId: one }),
      'cancel all': () => patchAll({ status: 'cancelled' }),
    };
    service.clock.advance(1_000);
    await steps[what]?.();
  };

  /** The mails of one moment may be sent in any order; each calendar takes its own up. */
  const deliver = async (calendars: ReadonlyMap<string, CustomerCalendar>) => {
    mail.received.length = 0;
    while (await service.app.get(DeliveryService).deliverNext());
    for (const { recipients, source } of mail.received)
      calendars.get(recipients[0] ?? '')?.take(readMime(source));
  };

  /** Opens the files of the link, and of those of the occurrences that it shows, until the link is dead. */
  const openFiles = async ({ manageUrl }: Booked, calendar: CustomerCalendar | undefined) => {
    const shown = await service.anonymous.get(`/manage/${tokenIn(manageUrl)}`);
    const { appointments = [] } = (shown.body.data ?? {}) as {
      appointments?: { manageUrl: string | null }[];
    };
    const urls = [manageUrl, ...appointments.map((each) => each.manageUrl)].filter((url) => url !== null);
    for (const url of shown.status === 404 ? [] : urls) {
      const { body } = await service.anonymous.get(`/manage/${tokenIn(url)}/calendar.ics`);
      calendar?.open(body as string);
    }
  };

  /** What takes place, as the API has it: a visit is one event. */
  const expected = async ({ kind, id }: Booked, customerId: number) => {
    const rows = await service.query<{ start: Date; end: Date; service: string }>(
      `select a.start_at as start, a.end_at as "end", s.name as service
       from appointments a join services s on s.id = a.service_id
       where ${kind === 'series' ? 'series_id' : 'visit_id'} = $1 and customer_id = $2 and status <> 'cancelled' order by a.start_at`,
      [id, customerId],
    );
    const summaries = [...new Set(rows.map((row) => `${row.service} with Ana Silva`))].join(', ');
    const [first] = rows;
    if (kind === 'visits' && first !== undefined) {
      const end = new Date(Math.max(...rows.map((row) => row.end.getTime())));
      return [{ start: first.start.toISOString(), end: end.toISOString(), summary: summaries }];
    }
    return rows.map(({ start, end, service: name }) => ({
      ...{ start: start.toISOString(), end: end.toISOString() },
      summary: `${name} with Ana Silva`,
    }));
  };

  it.each(['series', 'visits'] as const)(
    'shows what takes place of %s that were booked, after all that was done to them, and the files of the link nothing twice',
    async (kind) => {
      await fc.assert(
        fc.asyncProperty(fc.nat(2), fc.array(anyStep, { maxLength: 7 }), async (nth, steps) => {
          await service.query('delete from notifications');
          await service.query('delete from pgboss.job');
          providerId = await aProvider(service.admin, { name: 'Ana Silva', timezone: 'Europe/Berlin' });
          const calendars = new Map([MIA, TOM].map(({ email }) => [email, new CustomerCalendar()]));
          const booked = await book(kind, nth);
          const [mia] = await service.query<{ id: number }>('select id from customers where email = $1', [
            MIA.email,
          ]);
          await deliver(calendars);
          for (const step of steps) {
            await act(booked, step, mia?.id ?? NaN);
            await deliver(calendars);
            expect(calendars.get(MIA.email)?.shown()).toEqual(await expected(booked, mia?.id ?? NaN));
            expect(calendars.get(TOM.email)?.shown()).toEqual(await expected(booked, tom));
            await openFiles(booked, calendars.get(MIA.email));
            expect(calendars.get(MIA.email)?.shown()).toEqual(await expected(booked, mia?.id ?? NaN));
          }
        }),
        { ...runs(12, 3), seed: Number(process.env['FUZZ_SEED'] ?? 20_261_126) },
      );
    },
  );
});
