import { aBooking, anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { numberEvents } from '../support/events';
import { startTestService, type TestService } from '../support/test-service';

const QUESTIONS = [
  { key: 'allergies', label: 'Do you have allergies?', type: 'text' },
  { key: 'age', label: 'How old is the child?', type: 'number', required: true },
  { key: 'size', label: 'Which size?', type: 'choice', choices: ['S', 'M', 'L'] },
  { key: 'first', label: 'Is it the first visit?', type: 'boolean', required: true },
  { key: 'born', label: 'When were you born?', type: 'date' },
];
const ALL = { allergies: 'Nuts', age: 0, size: 'M', first: false, born: '1964-02-29' };
const NO_QUESTION = 'names no question of the service';

interface Answered {
  readonly id: number;
  readonly answers: object;
  readonly openQuestions: readonly string[];
}

const shown = ({ answers, openQuestions }: Answered) => [answers, openQuestions];

describe('The answers of a booking', () => {
  let service: TestService;
  let ana: number;
  let checkup: number;
  let plain: number;

  beforeAll(async () => {
    service = await startTestService();
    ana = await aProvider(service.admin);
    checkup = await aService(service.admin, { questions: QUESTIONS });
    plain = await aService(service.admin);
  });

  afterEach(() => service.query('truncate appointments, holds, waitlist_entries cascade'));

  afterAll(() => service.stop());

  const post = (members: object = {}) => service.admin.post('/appointments', aBooking(ana, checkup, members));
  const booked = async (members: object = {}) => (await post(members)).body.data as Answered;
  const faultsOf = async (answers: unknown) => {
    const { status, body } = await post({ answers });
    expect(status).toBe(422);
    return body.error.details as object;
  };
  const patch = (id: number, members: object) => service.admin.patch(`/appointments/${id}`, members);
  const read = async (id: number) => (await service.admin.get(`/appointments/${id}`)).body.data as Answered;

  it('are kept by the keys of the questions, and read in every view with a key', async () => {
    const { status, body } = await post({ answers: ALL });
    expect([status, body.data]).toMatchObject([201, { answers: ALL, openQuestions: [] }]);
    const { id } = body.data as Answered;
    expect(await read(id)).toEqual(body.data);
    expect((await service.admin.get('/appointments')).body.data).toEqual([body.data]);
    const month = await service.admin.get(`/providers/${ana}/appointments?month=${MONDAY.slice(0, 7)}`);
    expect(month.body.data).toEqual([body.data]);
  });

  it('are not seen without a key', async () => {
    await booked({ answers: ALL });
    const { body } = await service.anonymous.get(
      `/providers/${ana}/appointments?month=${MONDAY.slice(0, 7)}`,
    );
    expect(body.data).toHaveLength(1);
    expect(JSON.stringify(body.data)).not.toMatch(/Nuts|answers|openQuestions/);
  });

  it('may be left open by staff: the appointment lists the required ones', async () => {
    expect(shown(await booked())).toEqual([{}, ['age', 'first']]);
  });

  it('are none where the text is blank or the value null', async () => {
    const answers = { allergies: '  ', size: null, age: null, first: true };
    expect(shown(await booked({ answers }))).toEqual([{ first: true }, ['age']]);
  });

  it('are refused by the type of the question, all of them at once', async () => {
    expect(
      await faultsOf({ allergies: 5, age: '7', size: 'XL', first: 'yes', born: '1964-02-30', eyes: 'blue' }),
    ).toEqual({
      'answers.allergies': 'must be a string',
      'answers.age': 'must be a number from -1000000000000000 to 1000000000000000',
      'answers.size': 'must be one of the choices of the question',
      'answers.first': 'must be true or false',
      'answers.born': 'must be a date as YYYY-MM-DD, from 1800-01-01 to 2199-12-31',
      'answers.eyes': NO_QUESTION,
    });
    expect(await faultsOf({ allergies: 'x'.repeat(2_001), born: '1799-12-31', size: ['M'] })).toEqual({
      'answers.allergies': 'must be at most 2000 characters long',
      'answers.born': 'must be a date as YYYY-MM-DD, from 1800-01-01 to 2199-12-31',
      'answers.size': 'must be one of the choices of the question',
    });
    expect(await faultsOf(['Nuts'])).toEqual({ answers: 'must be an object' });
    expect(await faultsOf({ constructor: 'x' })).toEqual({ answers: 'must not have the key constructor' });
  });

  it('have 27,000 characters in all, those that stay included', async () => {
    const asked = Array.from({ length: 15 }, (_, i) => ({
      key: `q${i + 10}`,
      label: 'Say all',
      type: 'text',
    }));
    const wordy = await aService(service.admin, { questions: asked });
    const keys = asked.map(({ key }) => key);
    /** Characters of two UTF-16 units each, and keys of three. */
    const long = (count: number, last: number) =>
      Object.fromEntries(
        keys.slice(0, count).map((key, i) => [key, '😀'.repeat(i < count - 1 ? 2_000 : last)]),
      );
    const longest = long(14, 27_000 - 13 * 2_003 - 3);
    const post = (answers: object) => service.admin.post('/appointments', aBooking(ana, wordy, { answers }));
    const tooLong = [422, { answers: 'must have at most 27000 characters in all' }];
    const refused = await post(long(14, 27_000 - 13 * 2_003 - 2));
    expect([refused.status, refused.body.error.details]).toEqual(tooLong);
    const { status, body } = await post(longest);
    expect([status, body.data.answers]).toEqual([201, longest]);
    const more = await patch(body.data.id, { answers: { q24: 'x' } });
    expect([more.status, more.body.error.details]).toEqual(tooLong);
    expect((await patch(body.data.id, { answers: { q24: 'x', q10: null } })).status).toBe(200);
  });

  it('are refused before the time is', async () => {
    await booked();
    const { status, body } = await post({ answers: { eyes: 'blue' } });
    expect([status, body.error.code]).toEqual([422, 'VALIDATION_ERROR']);
    expect(body.error.details).toEqual({ 'answers.eyes': NO_QUESTION });
  });

  it('of a service without questions are faults', async () => {
    const { status, body } = await service.admin.post(
      '/appointments',
      aBooking(ana, plain, { answers: { allergies: null } }),
    );
    expect([status, body.error.details]).toEqual([422, { 'answers.allergies': NO_QUESTION }]);
    expect(await anAppointment(service.admin, ana, plain, { answers: {} })).toMatchObject({
      answers: {},
      openQuestions: [],
    });
  });

  it('are merged by PATCH, and go with null or a blank text', async () => {
    const { id } = await booked({ answers: { allergies: 'Nuts', age: 7, size: 'S' } });
    const { body } = await patch(id, { answers: { allergies: '', age: null, first: true } });
    expect(shown(body.data as Answered)).toEqual([{ size: 'S', first: true }, ['age']]);
    expect((await patch(id, { notes: 'Late' })).body.data).toMatchObject({
      answers: { size: 'S', first: true },
    });
    const refused = await patch(id, { answers: { size: 'XXL', eyes: null }, notes: 'Early' });
    expect([refused.status, refused.body.error.details]).toEqual([
      422,
      { 'answers.size': 'must be one of the choices of the question', 'answers.eyes': NO_QUESTION },
    ]);
    expect(await read(id)).toMatchObject({ notes: 'Late', answers: { size: 'S', first: true } });
  });

  it('stay when their questions are gone, can be written back, and can be taken away', async () => {
    const own = await aService(service.admin, { questions: QUESTIONS });
    const { id } = await anAppointment(service.admin, ana, own, { answers: ALL });
    const fewer = [
      { ...QUESTIONS[0], type: 'number' },
      { key: 'pets', label: 'Pets?', type: 'text', required: true },
    ];
    await service.admin.patch(`/services/${own}`, { questions: fewer });
    const appointment = await read(id);
    expect(appointment).toMatchObject({ answers: ALL, openQuestions: ['pets'] });
    expect((await patch(id, appointment)).body.data).toMatchObject({ answers: ALL });
    const { body } = await patch(id, { answers: { pets: 'Cat', size: null } });
    const left = { allergies: 'Nuts', age: 0, first: false, born: '1964-02-29', pets: 'Cat' };
    expect(shown(body.data as Answered)).toEqual([left, []]);
    expect((await patch(id, { answers: { age: 8 } })).body.error.details).toEqual({
      'answers.age': NO_QUESTION,
    });
  });

  it('stay with another service, which checks those that come with it', async () => {
    const { id } = await booked({ answers: ALL });
    const other = await aService(service.admin, {
      questions: [{ key: 'pets', label: 'How many pets?', type: 'number', required: true }],
    });
    const wrong = await patch(id, { serviceId: other, answers: { age: 7, pets: 'two' } });
    expect(wrong.body.error.details).toMatchObject({ 'answers.age': NO_QUESTION });
    const { body } = await patch(id, { serviceId: other, answers: { pets: 2 } });
    expect(body.data).toMatchObject({ serviceId: other, answers: { ...ALL, pets: 2 }, openQuestions: [] });
  });

  it('of a former customer go, those in the body come', async () => {
    const { id } = await booked({ answers: ALL });
    const { body: created } = await service.admin.post('/customers', { firstName: 'Zoe' });
    const { body } = await patch(id, { customerId: created.data.id, answers: { age: 9 } });
    expect(shown(body.data as Answered)).toEqual([{ age: 9 }, ['first']]);
  });

  it('are 100 at most, those to questions that are gone included', async () => {
    const own = await aService(service.admin);
    const { id } = await anAppointment(service.admin, ana, own);
    const ask = async (from: number) => {
      const keys = Array.from({ length: 30 }, (_, i) => `q${from + i}`);
      const questions = keys.map((key) => ({ key, label: key, type: 'number' }));
      await service.admin.patch(`/services/${own}`, { questions });
      return patch(id, { answers: Object.fromEntries(keys.map((key) => [key, 1])) });
    };
    for (const from of [0, 30, 60]) expect((await ask(from)).status).toBe(200);
    expect((await ask(90)).body.error.details).toEqual({ answers: 'must have at most 100 members' });
  });

  it('come with the booking of a hold, which needs none', async () => {
    const hold = await service.admin.post('/holds', {
      ...{ providerId: ana, serviceId: checkup, date: MONDAY, start: '10:00' },
    });
    const guest = { name: 'Mia Keller', email: 'mia@example.com', holdId: hold.body.data.id };
    const wrong = await service.admin.post('/appointments', { ...guest, answers: { age: 'seven' } });
    expect(Object.keys(wrong.body.error.details as object)).toEqual(['answers.age']);
    const { body } = await service.admin.post('/appointments', { ...guest, answers: { age: 7 } });
    expect(body.data).toMatchObject({ answers: { age: 7 }, openQuestions: ['first'] });
  });

  it('are those of every occurrence of a series, and are changed in all of them', async () => {
    const body = aBooking(ana, checkup, { rrule: 'FREQ=DAILY;COUNT=3', answers: { age: 7 } });
    const dry = await service.admin.post('/series', { ...body, dryRun: true });
    const { body: created } = await service.admin.post('/series', body);
    for (const { data } of [dry.body, created])
      expect(data.appointments).toEqual(
        Array(3).fill(expect.objectContaining({ answers: { age: 7 }, openQuestions: ['first'] })),
      );
    const { body: changed } = await service.admin.patch(`/series/${created.data.id}`, {
      answers: { age: null, first: true },
    });
    expect(changed.data.appointments).toEqual(
      Array(3).fill(expect.objectContaining({ answers: { first: true }, openQuestions: ['age'] })),
    );
    for (const { body: refused } of [
      await service.admin.post('/series', { ...body, answers: { eyes: 'blue' } }),
      await service.admin.patch(`/series/${created.data.id}`, { answers: { eyes: 'blue' } }),
    ])
      expect(refused.error.details).toEqual({ 'answers.eyes': NO_QUESTION });
  });

  it('are given for each item of a visit', async () => {
    const visit = (first: object, second: object) =>
      service.admin.post('/visits', {
        ...{ name: 'Mia Keller', email: 'mia@example.com', date: MONDAY, start: '10:00' },
        items: [
          { serviceId: checkup, providerId: ana, ...first },
          { serviceId: plain, providerId: ana, ...second },
        ],
      });
    const wrong = await visit({ answers: { age: 'seven' } }, { answers: { age: 7 } });
    expect(wrong.body.error.details).toEqual({
      'items[0].answers.age': 'must be a number from -1000000000000000 to 1000000000000000',
      'items[1].answers.age': NO_QUESTION,
    });
    const reserved = await visit({ answers: { age: 7 } }, { answers: { constructor: 'x' } });
    expect(reserved.body.error.details).toEqual({ 'items[1].answers': 'must not have the key constructor' });
    const { body } = await visit({ answers: { age: 7 } }, {});
    expect(body.data.appointments).toMatchObject([
      { answers: { age: 7 }, openQuestions: ['first'] },
      { answers: {}, openQuestions: [] },
    ]);
    const search = { items: [{ serviceId: plain, answers: {} }], from: MONDAY, to: MONDAY };
    const { body: found } = await service.admin.post('/availability/search', search);
    expect(found.meta.ignored).toEqual(['items[0].answers']);
  });

  it('are part of events, with the questions of that time', async () => {
    const own = await aService(service.admin, { questions: QUESTIONS });
    const { id } = await anAppointment(service.admin, ana, own, { answers: { age: 7 } });
    await patch(id, { answers: { age: 8 } });
    await service.admin.patch(`/services/${own}`, { questions: [] });
    await patch(id, { notes: 'Late' });
    await numberEvents(service);
    const { body } = await service.admin.get(`/events?resource=appointment&resourceId=${id}`);
    expect(body.data).toMatchObject([
      { type: 'appointment.booked', data: { answers: { age: 7 }, openQuestions: ['first'] } },
      { data: { answers: { age: 8 } }, previous: { answers: { age: 7 } } },
      { data: { answers: { age: 8 }, openQuestions: [] } },
    ]);
  });

  it('leave with the person', async () => {
    const answer = 'Peanuts and penicillin';
    const { body } = await post({ answers: { allergies: answer } });
    const { id, customerId } = body.data as unknown as { id: number; customerId: number };
    const before = await service.admin.get(`/customers/${customerId}/export`);
    expect(before.body.data.appointments).toMatchObject([{ answers: { allergies: answer } }]);
    await patch(id, { status: 'cancelled' });
    expect((await service.admin.post(`/customers/${customerId}/erase`)).status).toBe(200);
    expect(shown(await read(id))[0]).toEqual({});
    const kept = await service.query(
      `select (select json_agg(a) from appointments a)::text || (select json_agg(e) from audit_entries e)::text as all`,
    );
    expect(JSON.stringify(kept)).not.toContain(answer);
  });
});
