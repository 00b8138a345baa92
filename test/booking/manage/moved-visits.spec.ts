import { anAppointment, aProvider, aService, MONDAY } from '../../support/builders';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { tokenIn } from './support/links';

const MIA = { name: 'Mia Keller', email: 'mia.keller@example.com' };

interface Visit {
  readonly id: number;
  readonly manageUrl: string;
  readonly appointments: readonly { readonly id: number; readonly start: string }[];
}

describe('The link of a visit', () => {
  let service: TestService;
  let provider: number;
  let cut: number;
  let colour: number;

  beforeAll(async () => {
    service = await startTestService();
    provider = await aProvider(service.admin);
    cut = await aService(service.admin, { durationMin: 30, moveUntilMin: 60 });
    colour = await aService(service.admin, { durationMin: 60, moveUntilMin: 120, policyText: 'Two hours' });
  });

  afterEach(async () => {
    service.clock.set(START);
    for (const table of ['appointments', 'visits', 'notifications'])
      await service.query(`delete from ${table}`);
  });
  afterAll(() => service.stop());

  const visit = async (): Promise<Visit> => {
    const items = [cut, colour].map((serviceId) => ({ serviceId, providerId: provider }));
    const { body } = await service.admin.post('/visits', { ...MIA, items, date: MONDAY, start: '10:00' });
    return body.data as Visit;
  };
  const move = ({ manageUrl }: Visit, body: object) =>
    service.anonymous.post(`/manage/${tokenIn(manageUrl)}/move`, body);
  const slots = async ({ manageUrl }: Visit) => {
    const path = `/manage/${tokenIn(manageUrl)}/slots?from=${MONDAY}&to=${MONDAY}`;
    return ((await service.anonymous.get(path)).body.data as { start: string }[]).map(({ start }) => start);
  };
  const startsOf = async ({ id }: Visit) =>
    ((await service.admin.get(`/visits/${id}`)).body.data as Visit).appointments.map(({ start }) => start);

  it('moves all of it, with one message, and a second click changes nothing', async () => {
    const booked = await visit();
    const click = () => move(booked, { date: MONDAY, start: '14:00' });
    for (const { status, body } of [await click(), await click()]) {
      expect(status).toBe(200);
      expect(body.data).toMatchObject({
        kind: 'visit',
        appointments: [{ start: `${MONDAY}T14:00:00Z` }, { start: `${MONDAY}T14:30:00Z` }],
      });
    }
    expect(await service.query('select event from notifications order by id')).toEqual([
      { event: 'confirmation' },
      { event: 'reschedule' },
    ]);
  });

  it('lists starts to which it can be moved, its own time among them, and every one is accepted', async () => {
    const booked = await visit();
    await anAppointment(service.admin, provider, cut, { start: '13:00' });
    const starts = await slots(booked);
    expect(starts.filter((start) => start < `${MONDAY}T14`)).toEqual(
      ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30', '13:30'].map((time) => `${MONDAY}T${time}:00Z`),
    );
    expect(starts.at(-1)).toBe(`${MONDAY}T15:30:00Z`);
    for (const start of starts) expect([start, (await move(booked, { start })).status]).toEqual([start, 200]);
  });

  it('refuses a time that is taken with other visits, and leaves everything as it is', async () => {
    const booked = await visit();
    await anAppointment(service.admin, provider, cut, { start: '14:30' });
    const { status, body } = await move(booked, { date: MONDAY, start: '14:00' });
    expect(status).toBe(422);
    expect(body.error.details).toMatchObject({ reason: 'slot_taken', item: 1 });
    expect(body.error.details.alternatives[0].start).toBe(`${MONDAY}T15:00:00Z`);
    expect(await startsOf(booked)).toEqual([`${MONDAY}T10:00:00Z`, `${MONDAY}T10:30:00Z`]);
  });

  it('goes by the strictest policy before its first start; the last moment itself still counts', async () => {
    const booked = await visit();
    service.clock.set(`${MONDAY}T08:00:01Z`);
    const late = await move(booked, { date: MONDAY, start: '14:00' });
    expect(late.body.error.details).toMatchObject({ reason: 'too_late', until: `${MONDAY}T08:00:00Z` });
    expect(await slots(booked)).toEqual([]);
    expect((await move(booked, { date: MONDAY, start: '10:00' })).status).toBe(200);
    service.clock.set(`${MONDAY}T08:00:00Z`);
    expect((await move(booked, { date: MONDAY, start: '14:00' })).status).toBe(200);
  });

  it('moves nothing while a part of it is another customer’s, whom it does not name', async () => {
    const booked = await visit();
    const eva = await service.admin.post('/customers', { name: 'Eva Berg', email: 'eva.berg@example.com' });
    await service.admin.patch(`/appointments/${booked.appointments[1]?.id}`, {
      customerId: eva.body.data.id,
    });
    const { status, body } = await move(booked, { date: MONDAY, start: '14:00' });
    expect(status).toBe(422);
    expect(body.error.details).toEqual({ reason: 'not_possible' });
    expect(await startsOf(booked)).toEqual([`${MONDAY}T10:00:00Z`, `${MONDAY}T10:30:00Z`]);
  });

  it('lets one of two moves at the same moment come after the other, so that the visit stays whole', async () => {
    const booked = await visit();
    const answers = await Promise.all([
      move(booked, { date: MONDAY, start: '13:00' }),
      move(booked, { date: MONDAY, start: '14:00' }),
      service.admin.patch(`/visits/${booked.id}`, { start: '15:00' }),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    const [first = '', second = ''] = await startsOf(booked);
    expect(Date.parse(second) - Date.parse(first)).toBe(30 * 60_000);
  });
});
