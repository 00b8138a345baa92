import { setImmediate } from 'node:timers/promises';
import { aBooking, aProvider, aService, MONDAY } from '../../support/builders';
import { OpenWrite } from '../../support/open-write';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { tokenIn } from './support/links';

const WAITING = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`;

interface Booked {
  readonly id: number;
  readonly manageUrl: string;
}

describe('A customer with a link', () => {
  let service: TestService;
  let provider: number;
  let cut: number;

  beforeAll(async () => {
    service = await startTestService({ environment: { BUSINESS_PHONE: '+49 30 901820' } });
    provider = await aProvider(service.admin);
    cut = await aService(service.admin, {
      cancelUntilMin: 60,
      moveUntilMin: 120,
      minNoticeMin: 30,
      maxAdvanceDays: 30,
      policyText: 'An hour before.',
      questions: [
        { key: 'allergies', label: 'Allergies?', type: 'text' },
        { key: 'size', label: 'Size?', type: 'choice', choices: ['S', 'L'], required: true },
      ],
    });
  });

  afterEach(async () => {
    service.clock.set(START);
    await service.query('delete from appointments');
    await service.query('delete from notifications');
  });
  afterAll(() => service.stop());

  const booked = async (members: object = {}) =>
    (await service.admin.post('/appointments', aBooking(provider, cut, members))).body.data as Booked;
  const read = async (id: number) => (await service.admin.get(`/appointments/${id}`)).body.data;
  const post = ({ manageUrl }: Booked, action: string, body: object = {}) =>
    service.anonymous.post(`/manage/${tokenIn(manageUrl)}/${action}`, body);
  const messages = () => service.query('select event from notifications order by id');

  it('cancels once, however often the button is pressed', async () => {
    const appointment = await booked();
    const first = await post(appointment, 'cancel', { reason: 'I am ill' });
    expect([first.status, first.body.data.appointments[0].status]).toEqual([200, 'cancelled']);
    const second = await post(appointment, 'cancel', { reason: 'Again' });
    expect([second.status, second.body]).toEqual([200, first.body]);
    expect(await read(appointment.id)).toMatchObject({
      status: 'cancelled',
      cancelledBy: 'customer',
      cancelReason: 'I am ill',
    });
    expect(await messages()).toEqual([{ event: 'confirmation' }, { event: 'cancellation' }]);
  });

  it('moves once, and to where it is already without a change', async () => {
    const appointment = await booked();
    const to = { date: MONDAY, start: '14:00' };
    for (const body of [to, to, { start: `${MONDAY}T14:00:00Z` }]) {
      const { status, body: answer } = await post(appointment, 'move', body);
      expect([status, answer.data.appointments[0].start]).toEqual([200, `${MONDAY}T14:00:00Z`]);
    }
    expect(await messages()).toEqual([{ event: 'confirmation' }, { event: 'reschedule' }]);
  });

  it.each([
    ['cancel', '09:00:00', '09:00:01', {}],
    ['move', '08:00:00', '08:00:01', { date: MONDAY, start: '15:00' }],
  ])(
    'may %s at the last moment of the policy, and not a second later, unlike the staff',
    async (action, last, late, body) => {
      const appointment = await booked();
      service.clock.set(`${MONDAY}T${late}Z`);
      const refused = await post(appointment, action, body);
      expect(refused.status).toBe(422);
      expect(refused.body.error.details).toEqual({
        reason: 'too_late',
        until: `${MONDAY}T${last}Z`,
        policyText: 'An hour before.',
        business: { name: 'Appointments', address: null, email: null, phone: '+49 30 901820' },
        contact: { name: 'Appointments', email: null, phone: '+49 30 901820' },
      });
      expect(await read(appointment.id)).toMatchObject({
        status: 'confirmed',
        start: `${MONDAY}T10:00:00Z`,
      });
      service.clock.set(`${MONDAY}T${last}Z`);
      expect((await post(appointment, action, body)).status).toBe(200);
      service.clock.set(`${MONDAY}T${late}Z`);
      expect((await service.admin.patch(`/appointments/${appointment.id}`, { start: '16:00' })).status).toBe(
        200,
      );
    },
  );

  it.each([
    ['cancel', {}],
    ['move', { date: MONDAY, start: '15:00' }],
  ])(
    'may %s without a policy at the start, and not a second later, but answer until the end',
    async (action, body) => {
      const questions = [{ key: 'note', label: 'Note?', type: 'text' }];
      const free = await aService(service.admin, { questions });
      const { body: made } = await service.admin.post('/appointments', aBooking(provider, free));
      const appointment = made.data as Booked;
      const link = `/manage/${tokenIn(appointment.manageUrl)}`;
      const shown = async () => (await service.anonymous.get(link)).body.data;
      service.clock.set(`${MONDAY}T10:00:01Z`);
      expect(await shown()).toMatchObject({ actions: ['answer'], cancelUntil: null, moveUntil: null });
      expect((await service.anonymous.get(`${link}/slots?from=${MONDAY}&to=${MONDAY}`)).body.data).toEqual(
        [],
      );
      const refused = await post(appointment, action, body);
      expect(refused.status).toBe(422);
      expect(refused.body.error.details).toMatchObject({
        reason: 'too_late',
        until: `${MONDAY}T10:00:00Z`,
      });
      expect((await service.anonymous.patch(link, { answers: { note: 'Late' } })).status).toBe(200);
      service.clock.set(`${MONDAY}T10:00:00Z`);
      expect(await shown()).toMatchObject({ actions: ['cancel', 'move', 'answer'] });
      expect((await post(appointment, action, body)).status).toBe(200);
    },
  );

  it('reads the last moment on the own clock, in real minutes across a change of the clock', async () => {
    const late = await aService(service.admin, { cancelUntilMin: 1_440 });
    const berlin = await aProvider(service.admin, { timezone: 'Europe/Berlin' });
    const where = { providerId: berlin, serviceId: late, date: '2027-03-29', start: '09:00' };
    const body = { ...aBooking(berlin, late), ...where, attendeeTimezone: 'America/New_York' };
    const { data } = (await service.admin.post('/appointments', body)).body as { data: Booked };
    service.clock.set('2027-03-28T07:00:01Z');
    const { error } = (await post(data, 'cancel')).body;
    expect(error.details.until).toBe('2027-03-28T03:00:00-04:00');
    service.clock.set('2027-03-28T07:00:00Z');
    expect((await post(data, 'cancel')).status).toBe(200);
  });

  it('is judged by the service as it is now', async () => {
    const appointment = await booked();
    service.clock.set(`${MONDAY}T09:30:00Z`);
    expect((await post(appointment, 'cancel')).status).toBe(422);
    await service.admin.patch(`/services/${cut}`, { cancelUntilMin: 30 });
    expect((await post(appointment, 'cancel')).status).toBe(200);
    await service.admin.patch(`/services/${cut}`, { cancelUntilMin: 60 });
  });

  it('moves by the rules of a booking: what is taken, notice and horizon', async () => {
    const appointment = await booked();
    await booked({ start: '11:00' });
    const taken = await post(appointment, 'move', { date: MONDAY, start: '11:00' });
    expect(taken.body.error.details.reason).toBe('slot_taken');
    expect(taken.body.error.details.alternatives).toHaveLength(3);
    const reasonOf = async (body: object) =>
      (await post(appointment, 'move', body)).body.error.details.reason as string;
    expect(await reasonOf({ date: '2027-01-04', start: '10:00' })).toBe('too_far_ahead');
    service.clock.set('2026-11-20T09:50:00Z');
    expect(await reasonOf({ date: '2026-11-20', start: '10:00' })).toBe('too_soon');
    expect((await read(appointment.id)).start).toBe(`${MONDAY}T10:00:00Z`);
  });

  it('is shown the times to which it can be moved, its own included', async () => {
    const appointment = await booked();
    await booked({ start: '11:00' });
    const path = `/manage/${tokenIn(appointment.manageUrl)}/slots?from=${MONDAY}&to=${MONDAY}`;
    const { data } = (await service.anonymous.get(path)).body as { data: { time: string }[] };
    const times = data.map(({ time }) => time);
    expect(times).toEqual(expect.arrayContaining(['10:00', '10:30', '11:30']));
    expect(times).not.toContain('11:00');
    await post(appointment, 'cancel');
    expect((await service.anonymous.get(path)).body.data).toEqual([]);
  });

  it('answers the questions, and leaves no required one open', async () => {
    const appointment = await booked({ answers: { size: 'S' } });
    const path = `/manage/${tokenIn(appointment.manageUrl)}`;
    const patch = (answers: object) => service.anonymous.patch(path, { answers });
    expect((await patch({ allergies: 'Nuts' })).body.data.answers).toEqual({ allergies: 'Nuts', size: 'S' });
    expect((await patch({ size: null, pet: 'Rex' })).body.error.details).toEqual({
      'answers.size': 'is required',
      'answers.pet': 'names no question of the service',
    });
    expect((await patch({ size: 'XL' })).body.error.details).toEqual({
      'answers.size': 'must be one of the choices of the question',
    });
    expect((await read(appointment.id)).answers).toEqual({ allergies: 'Nuts', size: 'S' });
  });

  it('adds the appointment to a calendar', async () => {
    const { manageUrl } = await booked();
    const response = await fetch(`${service.url}/api/v1/manage/${tokenIn(manageUrl)}/calendar.ics`);
    expect([response.status, response.headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(await response.text()).toContain('DTSTART:20261123T100000Z');
  });

  it('changes nothing by GET and HEAD on every path', async () => {
    const { manageUrl } = await booked();
    const state = async () =>
      JSON.stringify(
        await service.query(
          `select (select json_agg(a) from appointments a) as a, (select count(*) from audit_entries) as e, (select count(*) from notifications) as n`,
        ),
      );
    const before = await state();
    for (const rest of ['', '/slots', '/calendar.ics', '/cancel', '/move', '/accept', '/decline'])
      for (const method of ['GET', 'HEAD'])
        await fetch(`${service.url}/api/v1/manage/${tokenIn(manageUrl)}${rest}`, { method });
    expect(await state()).toBe(before);
  });

  it('cancels before or after staff move it, and never what is then too late', async () => {
    const appointment = await booked();
    service.clock.set(`${MONDAY}T08:30:00Z`);
    // The move of the staff is not committed yet: the customer waits for it.
    const staff = await OpenWrite.begin(service);
    const [start, end] = [`${MONDAY}T09:00:00Z`, `${MONDAY}T09:30:00Z`];
    await staff.run(`select from providers where id = ${provider} for no key update`);
    await staff.run(
      `update appointments set start_at = '${start}', end_at = '${end}', busy = tstzrange('${start}', '${end}')
        where id = ${appointment.id}`,
    );
    const cancelled = post(appointment, 'cancel');
    while ((await service.query(WAITING)).length === 0) await setImmediate();
    await staff.end('commit');
    expect((await cancelled).body.error.details).toMatchObject({
      reason: 'too_late',
      until: `${MONDAY}T08:00:00Z`,
    });
    expect((await read(appointment.id)).status).toBe('confirmed');
  });

  it('is refused what the thing has not', async () => {
    const appointment = await booked();
    for (const action of ['accept', 'decline'])
      expect((await post(appointment, action)).body.error.details).toEqual({ reason: 'not_possible' });
    await service.admin.patch(`/appointments/${appointment.id}/status`, { status: 'no-show' });
    for (const [action, body] of [
      ['cancel', {}],
      ['move', { date: MONDAY, start: '12:00' }],
    ] as const)
      expect((await post(appointment, action, body)).body.error.details).toEqual({ reason: 'not_possible' });
  });

  it('finds the same 404 at every path of a dead link', async () => {
    const { manageUrl, id } = await booked();
    await service.admin.delete(`/appointments/${id}`);
    const path = `/manage/${tokenIn(manageUrl)}`;
    const answers = await Promise.all([
      service.anonymous.get(`${path}/slots`),
      service.anonymous.get(`${path}/calendar.ics`),
      service.anonymous.post(`${path}/cancel`, {}),
      service.anonymous.post(`${path}/move`, { date: MONDAY, start: '12:00' }),
      service.anonymous.post(`${path}/accept`, {}),
      service.anonymous.post(`${path}/decline`, {}),
      service.anonymous.patch(path, { answers: {} }),
    ]);
    const expected = { error: { message: 'No such link', code: 'NOT_FOUND' } };
    expect(answers.map(({ status, body }) => [status, body])).toEqual(answers.map(() => [404, expected]));
  });
});
