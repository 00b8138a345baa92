import { aBooking, aProvider, aService, MONDAY } from '../support/builders';
import { eventsAfter, latestEvent, numberEvents } from '../support/events';
import { START } from '../support/settable-clock';
import { bookAll, type Pair, startPair, stopPair } from './support/pair';

const END = '2026-11-20T08:10:00Z';

describe('Two instances, at the moment at which a pending appointment ends,', () => {
  let pair: Pair;
  let providerId: number;
  let serviceId: number;

  beforeAll(async () => {
    pair = await startPair();
    serviceId = await aService(pair.one.admin, { confirmWhenPaid: true });
  });

  beforeEach(async () => {
    setClocks(START);
    providerId = await aProvider(pair.one.admin);
  });

  afterAll(() => stopPair(pair));

  const setClocks = (instant: string) => {
    for (const { clock } of [pair.one, pair.other]) clock.set(instant);
  };
  const pending = async (start = '10:00') => {
    const body = aBooking(providerId, serviceId, { start, status: 'pending', expiresInMin: 10 });
    return (await pair.one.admin.post('/appointments', body)).body.data.id as number;
  };
  const instance = (index: number) => (index % 2 === 0 ? pair.one : pair.other);

  it('cancel it once, and show it as cancelled in every answer', async () => {
    const ids = [await pending('10:00'), await pending('11:00'), await pending('12:00')];
    await numberEvents(pair.one);
    const latest = await latestEvent(pair.one);
    setClocks(END);
    const answers = await Promise.all(
      Array.from({ length: 32 }, (_, index) =>
        instance(index).admin.get(`/appointments?providerId=${providerId}&status=cancelled`),
      ),
    );
    expect(answers.map(({ body }) => body.meta?.total)).toEqual(Array(32).fill(3));
    const events = await eventsAfter(pair.one, latest);
    expect(events.map(({ type, resourceId }) => [type, resourceId])).toEqual(
      ids.map((id) => ['appointment.expired', id]),
    );
    const messages = await pair.one.query(
      `select appointment_id from notifications where event = 'cancellation' and appointment_id in (${ids.join()})`,
    );
    expect(messages).toHaveLength(3);
  });

  it('give its time to one of the clients who want it, of whom one wants to confirm it', async () => {
    for (let round = 0; round < 6; round++) {
      setClocks(START);
      providerId = await aProvider(pair.one.admin);
      const id = await pending();
      setClocks(END);
      const [confirmed, paid, ...booked] = await Promise.all([
        pair.other.admin.patch(`/appointments/${id}/status`, { status: 'confirmed' }),
        pair.one.admin.patch(`/appointments/${id}/payment-status`, { payment_status: 'paid' }),
        ...Array.from({ length: 8 }, () => aBooking(providerId, serviceId)).map((body, index) =>
          instance(index).admin.post('/appointments', body),
        ),
      ]);
      expect([confirmed, ...booked].filter(({ status }) => status < 300)).toHaveLength(1);
      expect(paid.body.data.payment_status).toBe('paid');
      const claims = await pair.one.query(
        `select from claims where provider_id = ${providerId} and expires_at is null`,
      );
      expect(claims).toHaveLength(1);
    }
  });

  it('neither lose nor sell twice what is confirmed or paid just before it', async () => {
    for (let round = 0; round < 6; round++) {
      setClocks(START);
      providerId = await aProvider(pair.one.admin);
      const id = await pending();
      const path = round % 2 === 0 ? 'status' : 'payment-status';
      const body = round % 2 === 0 ? { status: 'confirmed' } : { payment_status: 'paid' };
      const changing = pair.other.admin.patch(`/appointments/${id}/${path}`, body);
      pair.one.clock.set(END);
      const booked = await bookAll(
        { ...pair, other: pair.one },
        Array.from({ length: 4 }, () => aBooking(providerId, serviceId)),
      );
      await changing;
      setClocks(END);
      const shown = (await pair.other.admin.get(`/appointments/${id}`)).body.data;
      const taken = booked.filter(({ status }) => status === 201).length;
      expect([shown.status === 'confirmed' ? 1 : 0, taken].reduce((sum, each) => sum + each)).toBe(1);
      const slots = `/availability/slots?providerId=${providerId}&serviceId=${serviceId}&date=${MONDAY}`;
      const times = ((await pair.one.admin.get(slots)).body.data as { time: string }[]).map(
        ({ time }) => time,
      );
      expect(times).not.toContain('10:00');
    }
  });
});
