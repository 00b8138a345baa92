import { aBooking, aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';

/** What an appointment says of the language and the clock of the person who comes. */
interface Shown {
  readonly id: number;
  readonly attendeeLanguage: string | null;
  readonly attendeeTimezone: string | null;
}

describe('The language and time zone of a booking', () => {
  let service: TestService;
  let provider: number;
  let consultation: number;
  let customerId: number;
  let minute = 9 * 60;

  beforeAll(async () => {
    service = await startTestService();
    provider = await aProvider(service.admin);
    consultation = await aService(service.admin, { durationMin: 5 });
    const customer = {
      name: 'Mia Keller',
      email: 'mia@example.com',
      language: 'de',
      timezone: 'Europe/Berlin',
    };
    customerId = (await service.admin.post('/customers', customer)).body.data.id as number;
  });

  afterAll(() => service.stop());

  /** Books the next five minutes. */
  const book = async (members: object) => {
    const start = new Date(minute * 60_000).toISOString().slice(11, 16);
    minute += 5;
    const body = aBooking(provider, consultation, { start, date: MONDAY, ...members });
    return service.admin.post('/appointments', body);
  };
  const booked = async (members: object) => (await book(members)).body.data as Shown;

  it('stay on the appointment where they differ from the customer’s, which are not changed', async () => {
    const mine = { email: 'mia@example.com' };
    const other = await booked({ ...mine, attendeeLanguage: 'PT-br', attendeeTimezone: 'Asia/Tokyo' });
    expect(other).toMatchObject({ attendeeLanguage: 'pt-BR', attendeeTimezone: 'Asia/Tokyo' });
    const same = await booked({ ...mine, attendeeLanguage: 'DE', attendeeTimezone: 'Europe/Berlin' });
    expect(same).toMatchObject({ attendeeLanguage: null, attendeeTimezone: null });
    const silent = await booked({ ...mine, attendeeLanguage: null });
    expect(silent).toMatchObject({ attendeeLanguage: null, attendeeTimezone: null });
    const { body } = await service.admin.get(`/customers/${customerId}`);
    expect(body.data).toMatchObject({ language: 'de', timezone: 'Europe/Berlin' });
  });

  const customerOf = async ({ customerId: id }: { customerId: number }) =>
    (await service.admin.get(`/customers/${id}`)).body.data as object;

  it('are the customer’s from then on when the booking creates it, by a booking of any kind', async () => {
    const said = { name: 'Zoé', attendeeLanguage: 'FR', attendeeTimezone: 'Europe/Paris' };
    const what = { providerId: provider, serviceId: consultation, date: MONDAY, start: '15:00' };
    const bodies: [string, object][] = [
      ['/appointments', what],
      ['/series', { ...what, start: '15:30', rrule: 'FREQ=WEEKLY;COUNT=2' }],
      ['/visits', { date: MONDAY, start: '16:00', items: [{ serviceId: consultation }] }],
    ];
    for (const [i, [path, body]] of bodies.entries()) {
      const answer = await service.admin.post(path, { ...said, ...body, email: `new${i}@example.com` });
      expect([path, answer.status]).toEqual([path, 201]);
      const { data } = answer.body;
      const [first = data] = data.appointments ?? [];
      expect(first).toMatchObject({ attendeeLanguage: null, attendeeTimezone: null });
      expect(await customerOf(first)).toMatchObject({ language: 'fr', timezone: 'Europe/Paris' });
    }
  });

  it('are none of the customer that a booking without them creates', async () => {
    const { body } = await book({ email: 'silent@example.com' });
    expect(await customerOf(body.data)).toMatchObject({ language: null, timezone: null });
  });

  it('change no customer that is known, also with none of its own', async () => {
    const { body } = await book({ email: 'known@example.com' });
    const again = await booked({ email: 'known@example.com', attendeeLanguage: 'nl' });
    expect(again).toMatchObject({ attendeeLanguage: 'nl' });
    expect(await customerOf(body.data)).toMatchObject({ language: null });
  });

  it('are dropped when the appointment gets another customer', async () => {
    const { id } = await booked({
      email: 'mia@example.com',
      attendeeLanguage: 'it',
      attendeeTimezone: 'Asia/Tokyo',
    });
    const { body } = await service.admin.post('/customers', { name: 'Otto Lang' });
    const changed = await service.admin.patch(`/appointments/${id}`, { customerId: body.data.id });
    expect(changed.body.data).toMatchObject({ attendeeLanguage: null, attendeeTimezone: null });
  });

  it('are those of all appointments of a series', async () => {
    const { body } = await service.admin.post('/series', {
      ...{ providerId: provider, serviceId: consultation, customerId, date: MONDAY, start: '13:00' },
      ...{ rrule: 'FREQ=WEEKLY;COUNT=2', attendeeLanguage: 'es', attendeeTimezone: 'Asia/Tokyo' },
    });
    const each = { attendeeLanguage: 'es', attendeeTimezone: 'Asia/Tokyo' };
    expect(body.data.appointments).toMatchObject([each, each]);
  });

  it('are those of all appointments of a visit', async () => {
    const { body } = await service.admin.post('/visits', {
      ...{ customerId, date: MONDAY, start: '14:00', attendeeLanguage: 'nl' },
      items: [{ serviceId: consultation }, { serviceId: consultation }],
    });
    const each = { attendeeLanguage: 'nl', attendeeTimezone: null };
    expect(body.data.appointments).toMatchObject([each, each]);
  });

  it.each([
    ['attendeeLanguage', 'de_DE', 'must be a language tag (BCP 47) such as de or pt-BR'],
    [
      'attendeeLanguage',
      `de-x${'-abcdefgh'.repeat(9)}`,
      'must be a language tag (BCP 47) such as de or pt-BR',
    ],
    ['attendeeLanguage', 7, 'must be a language tag (BCP 47) such as de or pt-BR'],
    ['attendeeTimezone', 'PST', 'must be an IANA time zone such as Europe/Berlin'],
  ])('refuse %s %j', async (member, value, message) => {
    const { status, body } = await book({ [member]: value });
    expect([status, body.error.details]).toEqual([422, { [member]: message }]);
  });
});
