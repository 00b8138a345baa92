import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { aProvider, aService } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { readWithIcalJs } from '../calendars/support/parsers';
import { MailServer } from './support/mail-server';
import { partsOf, readMime } from './support/mime';

const MIA = { name: 'Mia Keller', email: 'mia.keller@example.com' };

interface Booked {
  readonly id: number;
  readonly customerId: number;
  readonly appointments: readonly { id: number }[];
}

describe('The SEQUENCE in the e-mails about an appointment that a version before has booked with others', () => {
  let service: TestService;
  let mail: MailServer;
  let providerId: number;
  let serviceId: number;
  let tom: number;
  let feed: string;

  beforeAll(async () => {
    mail = await MailServer.start();
    service = await startTestService({
      environment: { SMTP_URL: mail.url, MAIL_FROM: 'hello@salon.example' },
    });
    serviceId = await aService(service.admin);
    const customer = { firstName: 'Tom', email: 'tom@example.com' };
    tom = (await service.admin.post('/customers', customer)).body.data.id as number;
  });

  beforeEach(async () => {
    mail.received.length = 0;
    providerId = await aProvider(service.admin);
    feed = new URL((await service.admin.post(`/providers/${providerId}/feed`)).body.data.url as string)
      .pathname;
  });

  afterAll(async () => {
    await service.stop();
    await mail.stop();
  });

  /** As such a version has queued the message. */
  const asBefore = () =>
    service.query(`update notifications set calendar_entry = null, snapshot = snapshot - 'shared'`);
  const aSeries = async (): Promise<Booked> => {
    const body = { ...MIA, providerId, serviceId, date: '2026-12-01', start: '10:00' };
    const { body: answer } = await service.admin.post('/series', { ...body, rrule: 'FREQ=WEEKLY;COUNT=3' });
    await service.query('update series set first_start = null where id = $1', [answer.data.id]);
    await asBefore();
    return { ...answer.data, customerId: answer.data.appointments[0].customerId } as Booked;
  };
  const aVisit = async (): Promise<Booked> => {
    const items = Array(3).fill({ serviceId, providerId });
    const body = { ...MIA, items, date: '2026-12-01', start: '10:00' };
    const { body: answer } = await service.admin.post('/visits', body);
    await service.query('update visits set shares_entry = false where id = $1', [answer.data.id]);
    await asBefore();
    return answer.data as Booked;
  };

  /** What can be done to a booked series or visit, mostly to its second appointment. */
  const steps: Record<string, (booked: Booked) => Promise<{ status: number }>> = {
    give: ({ appointments: [, second] }) =>
      service.admin.patch(`/appointments/${second?.id}`, { customerId: tom }),
    'give back': ({ appointments: [, second], customerId }) =>
      service.admin.patch(`/appointments/${second?.id}`, { customerId }),
    move: ({ appointments: [, second] }) =>
      service.admin.patch(`/appointments/${second?.id}`, { date: '2026-12-10' }),
    note: ({ appointments: [, second] }) =>
      service.admin.patch(`/appointments/${second?.id}`, { notes: 'Bring a towel' }),
    notify: ({ appointments: [, second] }) => service.admin.post(`/appointments/${second?.id}/notify`),
    delete: ({ appointments: [, second] }) => service.admin.delete(`/appointments/${second?.id}`),
    'delete the first': ({ appointments: [first] }) => service.admin.delete(`/appointments/${first?.id}`),
    'move all': ({ id }) => service.admin.patch(`/series/${id}`, { start: '14:00' }),
    'move all back': ({ id }) => service.admin.patch(`/series/${id}`, { start: '10:00' }),
    'cancel all': ({ id }) => service.admin.patch(`/series/${id}`, { status: 'cancelled' }),
    'cancel the visit': ({ id }) => service.admin.patch(`/visits/${id}`, { status: 'cancelled' }),
  };

  /** The SEQUENCE of the appointments' entries in the e-mails that wait. Those of one moment are sent in any order. */
  const sent = async (id: number): Promise<number[]> => {
    mail.received.length = 0;
    const delivery = service.app.get(DeliveryService);
    while (await delivery.deliverNext());
    return mail.received
      .flatMap(({ source }) => partsOf(readMime(source), 'text/calendar'))
      .flatMap(({ body }) => readWithIcalJs(body))
      .filter(({ uid }) => uid.startsWith(`appointment-${id}@`))
      .map(({ sequence }) => sequence)
      .toSorted((a, b) => a - b);
  };
  const shownInFeed = async (id: number): Promise<number | undefined> => {
    const calendar = await (await fetch(`${service.url}${feed}`)).text();
    return readWithIcalJs(calendar).find(({ uid }) => uid.startsWith(`appointment-${id}@`))?.sequence;
  };

  it.each([
    ['a series', ['give']],
    ['a series', ['delete']],
    ['a series', ['notify', 'give', 'notify']],
    ['a series', ['give', 'give back', 'give', 'give back']],
    ['a series', ['move all', 'give']],
    ['a series', ['move all', 'give', 'move all back', 'give back', 'move all', 'delete']],
    ['a series', ['notify', 'move all', 'notify', 'give', 'cancel all']],
    ['a series', ['delete the first', 'give', 'delete']],
    ['a series', ['delete the first', 'move all', 'delete']],
    ['a series', ['move', 'note', 'give', 'give back', 'cancel all']],
    ['a visit', ['give']],
    ['a visit', ['delete']],
    ['a visit', ['notify', 'give', 'give back', 'delete']],
    ['a visit', ['delete the first', 'give', 'give back']],
    ['a visit', ['note', 'give', 'cancel the visit']],
  ])('rises with each e-mail about an appointment of %s, and with its feed: %j', async (kind, names) => {
    const booked = await (kind === 'a series' ? aSeries() : aVisit());
    const id = booked.appointments[1]?.id ?? NaN;
    const [first] = await sent(id);
    expect(first).toBe(0);
    let [last, shown] = [0, await shownInFeed(id)];
    for (const name of names) {
      service.clock.advance(1_000);
      expect((await steps[name]?.(booked))?.status).toBe(200);
      const sequences = await sent(id);
      const isAboutIt = !['note', 'delete the first'].includes(name);
      expect(sequences.length > 0).toBe(isAboutIt);
      for (const sequence of sequences) {
        expect(sequence).toBeGreaterThan(last);
        expect(sequence).toBeGreaterThanOrEqual(shown ?? 0);
        last = sequence;
      }
      shown = await shownInFeed(id);
      expect(shown ?? last).toBeGreaterThanOrEqual(last);
    }
  });
});
