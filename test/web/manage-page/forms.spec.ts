import { aBooking, MONDAY } from '../../support/builders';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { anEntryOf, makeOffers } from '../../support/waiting';
import { aScene, book, open, pathOf, submit, submitAndFollow, textOf } from './support/manage-pages';

const QUESTIONS = [
  { key: 'note', label: 'Note?', type: 'text', required: true },
  { key: 'guests', label: 'Guests?', type: 'number' },
  { key: 'first', label: 'First visit?', type: 'boolean' },
  { key: 'room', label: 'Room?', type: 'choice', choices: ['North', 'South'] },
  { key: 'born', label: 'Born?', type: 'date' },
];

describe('A form of the page', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  beforeEach(() => {
    service.clock.set(START);
  });

  afterEach(async () => {
    await service.query('delete from waitlist_entries');
    await service.query('delete from holds');
    await service.query('delete from appointments');
  });

  afterAll(() => service.stop());

  const appointment = async (id: number) =>
    (await service.admin.get(`/appointments/${id}`)).body.data as Record<string, unknown>;

  describe('cancels', () => {
    it('with a reason, once, however often it is sent', async () => {
      const { id, path } = await book(service, await aScene(service));
      const answers = await Promise.all(
        [1, 2].map(() => submit(service, `${path}/cancel`, { reason: 'Ill' })),
      );
      expect(answers.map(({ status }) => status)).toEqual([303, 303]);
      expect((await submit(service, `${path}/cancel`, { reason: 'Again' })).status).toBe(303);
      expect(await appointment(id)).toMatchObject({
        status: 'cancelled',
        cancelledBy: 'customer',
        cancelReason: 'Ill',
      });
      const page = await open(service, `${path}?done=cancelled`);
      expect(textOf(page)).toMatch(/The cancellation is done\..*Cancelled/);
      expect(page.text).not.toContain('/cancel"');
    });

    it('without a reason, and keeps a reason that is too long for another try', async () => {
      const { id, path } = await book(service, await aScene(service));
      const reason = 'x'.repeat(5_001);
      const refused = await submit(service, `${path}/cancel`, { reason });
      expect(refused).toMatchObject({ status: 422, text: expect.stringContaining('aria-invalid="true"') });
      expect(refused.text).toContain(reason);
      expect(textOf(await submitAndFollow(service, `${path}/cancel`, { reason: '' }))).toContain('Cancelled');
      expect(await appointment(id)).toMatchObject({ status: 'cancelled', cancelReason: null });
    });

    it('until the last moment, which a refusal names on the clock of the reader', async () => {
      const { id, path } = await book(service, await aScene(service, { cancelUntilMin: 120 }), {
        attendeeTimezone: 'America/New_York',
      });
      service.clock.set(`${MONDAY}T08:00:01Z`);
      const refused = await submit(service, `${path}/cancel`);
      expect(refused.status).toBe(422);
      expect(textOf(refused)).toContain(
        'The last moment was Monday, 23 November 2026, 03:00 (Eastern Time, UTC-05:00). Please contact us.',
      );
      expect(await appointment(id)).toMatchObject({ status: 'confirmed' });
      expect((await open(service, `${path}/cancel`)).text).not.toContain('<form');
    });

    it('all that lies ahead of a series, and a visit as a whole', async () => {
      const { providerId, serviceId } = await aScene(service);
      const series = await service.admin.post('/series', {
        ...aBooking(providerId, serviceId),
        rrule: 'FREQ=WEEKLY;COUNT=3',
      });
      const visit = await service.admin.post('/visits', {
        name: 'Mia',
        email: 'mia@example.com',
        date: MONDAY,
        start: '12:00',
        items: [
          { serviceId, providerId },
          { serviceId, providerId },
        ],
      });
      for (const { body } of [series, visit]) {
        const path = pathOf(body.data.manageUrl);
        const listed = textOf(await open(service, path));
        for (const { start } of body.data.appointments as { start: string }[])
          expect(listed).toContain(start.slice(11, 16));
        await submitAndFollow(service, `${path}/cancel`, {});
        for (const { id } of body.data.appointments as { id: number }[])
          expect(await appointment(id)).toMatchObject({ status: 'cancelled', cancelledBy: 'customer' });
      }
    });
  });

  describe('moves', () => {
    it('to a time that was offered, once, however often it is sent', async () => {
      const { id, path } = await book(service, await aScene(service));
      const choices = await open(service, `${path}/move?day=2026-11-24`);
      expect(choices.text).toContain('value="2026-11-24T15:00:00Z"');
      const start = { start: '2026-11-24T15:00:00Z' };
      const answers = await Promise.all([1, 2].map(() => submit(service, `${path}/move`, start)));
      expect(answers.map(({ status }) => status)).toEqual([303, 303]);
      expect(await appointment(id)).toMatchObject({ start: '2026-11-24T15:00:00Z' });
      expect(textOf(await open(service, `${path}?done=moved`))).toMatch(
        /The time has been changed\..*Tuesday, 24 November 2026 15:00 to 15:30/,
      );
    });

    it('offers other times in the place of one that was taken', async () => {
      const scene = await aScene(service);
      const { id, path } = await book(service, scene);
      await book(service, scene, { start: '12:00' });
      const refused = await submit(service, `${path}/move`, { start: `${MONDAY}T12:00:00Z` });
      expect(refused.status).toBe(422);
      expect(textOf(refused)).toContain('That time has just been taken. Please choose another one.');
      expect(refused.text).toContain(`value="${MONDAY}T12:30:00Z"`);
      expect(await appointment(id)).toMatchObject({ start: `${MONDAY}T10:00:00Z` });
    });

    it.each<Record<string, string>>([{}, { start: 'tomorrow' }, { start: '' }])(
      'asks for a time when it gets %j',
      async (inputs) => {
        const { path } = await book(service, await aScene(service));
        const refused = await submit(service, `${path}/move`, inputs);
        expect(refused.status).toBe(422);
        expect(textOf(refused)).toContain('Please choose a time.');
      },
    );

    it('shows the time to which the staff has moved it meanwhile', async () => {
      const { id, path } = await book(service, await aScene(service));
      await service.admin.patch(`/appointments/${id}`, { date: '2026-11-25', start: '14:00' });
      expect(textOf(await open(service, path))).toContain('Wednesday, 25 November 2026 14:00 to 14:30');
    });
  });

  describe('answers', () => {
    it('questions of each type, and takes answers back', async () => {
      const { id, path } = await book(service, await aScene(service, { questions: QUESTIONS }));
      const inputs = {
        note: 'Two\r\nlines',
        guests: '2.5',
        first: 'false',
        room: 'South',
        born: '1990-02-28',
      };
      const named = Object.fromEntries(
        Object.entries(inputs).map(([key, value]) => [`answer.${key}`, value]),
      );
      expect(textOf(await submitAndFollow(service, `${path}/answers`, named))).toContain(
        'Your answers are saved.',
      );
      const answers = { note: 'Two\nlines', guests: 2.5, first: false, room: 'South', born: '1990-02-28' };
      expect(await appointment(id)).toMatchObject({ answers });
      const shown = await open(service, `${path}/answers`);
      for (const text of [
        'Two\nlines</textarea>',
        'value="2.5"',
        'value="false" checked',
        'value="South" checked',
      ])
        expect(shown.text).toContain(text);
      await submitAndFollow(service, `${path}/answers`, { 'answer.guests': '', 'answer.first': '' });
      expect(await appointment(id)).toMatchObject({ answers: { note: 'Two\nlines', room: 'South' } });
    });

    it('says beside each input what is wrong, and keeps what was typed', async () => {
      const { id, path } = await book(service, await aScene(service, { questions: QUESTIONS }), {
        attendeeLanguage: 'de',
      });
      const refused = await submit(service, `${path}/answers`, {
        'answer.note': 'Kept',
        'answer.guests': 'two',
        'answer.room': 'West',
        'answer.born': '1990-02-30',
      });
      expect(refused.status).toBe(422);
      for (const text of [
        'Bitte geben Sie eine Zahl ein.',
        'Bitte wählen Sie eine der Antworten.',
        'Bitte geben Sie ein Datum ein.',
      ])
        expect(textOf(refused)).toContain(text);
      expect(refused.text).toContain('Kept</textarea>');
      expect(refused.text).toContain('aria-describedby="q1-fault"');
      expect(await appointment(id)).toMatchObject({ answers: {} });
    });
  });

  describe('of an offer', () => {
    /** An entry of the waitlist with an offer, and the path of its page. */
    const anOffer = async () => {
      const { providerId, serviceId } = await aScene(service, {}, {});
      await service.admin.patch(`/services/${serviceId}`, { providerIds: [providerId] });
      const entry = await anEntryOf(service, serviceId);
      await makeOffers(service);
      const { body } = await service.admin.get(`/waitlist/${entry.id}`);
      return { id: entry.id, path: pathOf(body.data.manageUrl) };
    };
    const entry = async (id: number) =>
      (await service.admin.get(`/waitlist/${id}`)).body.data as Record<string, unknown>;

    it('books the time that is offered, once, however often it is sent', async () => {
      const { id, path } = await anOffer();
      expect(textOf(await open(service, path))).toMatch(
        /We keep this time for you until .*Take this time.*Decline/,
      );
      const answers = await Promise.all([1, 2].map(() => submit(service, `${path}/accept`)));
      expect(answers.map(({ status }) => status)).toEqual([303, 303]);
      expect(await entry(id)).toMatchObject({ status: 'booked' });
    });

    it('leads to the page of the appointment, until that is over', async () => {
      const { id, path } = await anOffer();
      const page = await submitAndFollow(service, `${path}/accept`);
      expect(textOf(page)).toContain('The time is booked for you.');
      const { appointmentId } = await entry(id);
      const { manageUrl } = await appointment(Number(appointmentId));
      expect(page.text.replaceAll('&#x2F;', '/')).toContain(`href="${String(manageUrl)}"`);
      expect(textOf(await open(service, pathOf(manageUrl)))).toMatch(/Change time Cancel/);
      service.clock.set(`${MONDAY}T23:00:00Z`);
      expect((await open(service, pathOf(manageUrl))).status).toBe(404);
      expect((await open(service, path)).text).not.toContain('Go to the appointment');
    });

    it('declines it, and the entry goes on waiting', async () => {
      const { id, path } = await anOffer();
      const page = await submitAndFollow(service, `${path}/decline`);
      expect(textOf(page)).toContain('You have declined the offer.');
      expect(await entry(id)).toMatchObject({ status: 'waiting' });
      expect((await submit(service, `${path}/decline`)).status).toBe(303);
    });

    it('tells that it has ended', async () => {
      const { path } = await anOffer();
      service.clock.advance(31 * 60_000);
      const refused = await submit(service, `${path}/accept`);
      expect(refused.status).toBe(422);
      expect(textOf(refused)).toContain('This offer has ended.');
    });

    it('says of one that cannot be booked any more that it can be declined', async () => {
      const { id, path } = await anOffer();
      const { offer } = await entry(id);
      const { providerId } = offer as { providerId: number };
      await service.admin.post(`/providers/${providerId}/time-off`, { start: MONDAY, end: MONDAY });
      const refused = await submit(service, `${path}/accept`);
      expect(refused.status).toBe(422);
      expect(textOf(refused)).toMatch(/That time cannot be booked any more\. Please decline it .*Decline/);
      await service.query('delete from time_off');
    });
  });

  it('gives the calendar entry of the appointment', async () => {
    const { path } = await book(service, await aScene(service));
    const { headers, text } = await open(service, `${path}/calendar.ics`);
    expect(headers.get('content-type')).toContain('text/calendar');
    expect(text).toContain('SUMMARY:Haircut with Ana Silva');
  });
});
