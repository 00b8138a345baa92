import { LineQueries } from '../../src/booking/waitlist/offers/line.queries';
import { OfferMaker } from '../../src/booking/waitlist/offers/offer-maker';
import { WaitlistWorker } from '../../src/booking/waitlist/offers/waitlist-worker';
import { WORKER } from '../../src/platform/database/write-context';
import { MINUTE_MS } from '../../src/platform/time/units';
import { anAppointment, aProvider, aService, MONDAY } from '../support/builders';
import { anEntry, anEntryOf, entriesNow, type Entry, makeOffers, statusesNow } from '../support/waiting';
import { bookOnce, type Pair, startPair, stopPair } from './support/pair';

const ROUNDS = 5;
const AT_TEN = { schedule: [{ day: 'monday', start: '10:00', end: '10:30' }] };

describe('Two instances with a worker each', () => {
  let pair: Pair;
  let providerId: number;
  let serviceId: number;
  let appointmentId: number;

  beforeAll(async () => {
    pair = await startPair();
  });

  beforeEach(async () => {
    await pair.owner.query('delete from waitlist_entries');
    providerId = await aProvider(pair.one.admin, AT_TEN);
    serviceId = await aService(pair.one.admin, { providerIds: [providerId] });
    appointmentId = (await anAppointment(pair.one.admin, providerId, serviceId)).id;
  });

  afterAll(() => stopPair(pair));

  const workers = () => [pair.one, pair.other].map(({ app }) => app.get(WaitlistWorker));
  const workAtOnce = () => Promise.all(workers().map((worker) => worker.run()));
  const addMany = async (count: number): Promise<Entry[]> => {
    const entries = [];
    for (let nth = 0; nth < count; nth++) entries.push(await anEntryOf(pair.one, serviceId));
    await makeOffers(pair.one);
    await makeOffers(pair.other);
    return entries;
  };
  const cancel = () => pair.one.admin.patch(`/appointments/${appointmentId}`, { status: 'cancelled' });
  const liveOffers = () =>
    pair.owner.query(
      `select waitlist_entry_id as id, count(*)::int as offers from holds
       where waitlist_entry_id is not null and expires_at > '2026-11-20T08:00:00Z' group by 1`,
    );

  it('make one offer of one freed time to the first of twenty', async () => {
    const entries = await addMany(20);
    await cancel();
    await workAtOnce();
    expect(await statusesNow(pair.one, entries)).toEqual(['offered', ...Array<string>(19).fill('waiting')]);
    expect(await liveOffers()).toEqual([{ id: entries[0]?.id, offers: 1 }]);
    expect(
      await pair.owner.query('select from notifications where waitlist_entry_id is not null'),
    ).toHaveLength(1);
  });

  it('make each of twenty one offer, in their order, when twenty times are freed', async () => {
    const entries = await addMany(20);
    const schedule = [{ day: 'monday', start: '07:00', end: '17:30' }];
    await pair.one.admin.put('/business-hours', { workStart: '07:00', workEnd: '20:00' });
    await pair.one.admin.patch(`/providers/${providerId}`, { schedule });
    await workAtOnce();
    await workAtOnce();
    const offers = (await entriesNow(pair.other, entries)).map(({ offer }) => offer?.start);
    expect(offers).not.toContain(undefined);
    expect(offers).toEqual(offers.toSorted());
    expect(new Set(offers).size).toBe(20);
    expect(await liveOffers()).toHaveLength(20);
  });

  it('give a freed time to one of an offer and a booking', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [entry] = await addMany(1);
      await cancel();
      const time = { providerId, serviceId, date: MONDAY, start: '10:00' };
      const customer = { name: 'Mia Keller', email: 'mia@example.com' };
      const [booked] = await Promise.all([bookOnce(pair.other, { ...customer, ...time }), workAtOnce()]);
      const isOffered = entry !== undefined && (await statusesNow(pair.one, [entry]))[0] === 'offered';
      expect([booked.status, isOffered]).toEqual(isOffered ? [422, true] : [201, false]);
      providerId = await aProvider(pair.one.admin, AT_TEN);
      await pair.one.admin.patch(`/services/${serviceId}`, { providerIds: [providerId] });
      appointmentId = (await anAppointment(pair.one.admin, providerId, serviceId)).id;
      await pair.owner.query('delete from waitlist_entries');
    }
  });

  it('let one of several simultaneous answers to an offer win', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const [entry, next] = await addMany(2);
      await cancel();
      await makeOffers(pair.one);
      const path = `/waitlist/${entry?.id}`;
      const answers = await Promise.all([
        pair.one.admin.post(`${path}/accept`),
        pair.other.admin.post(`${path}/accept`),
        pair.one.admin.post(`${path}/decline`),
        pair.other.admin.post(`${path}/decline`),
        workAtOnce(),
      ]);
      const won = answers.slice(0, 4).map((answer) => ('status' in answer ? answer.status : 0));
      expect(won.filter((status) => status < 300)).toHaveLength(1);
      expect(won.filter((status) => status === 422)).toHaveLength(3);
      await makeOffers(pair.other);
      const isAccepted = won.includes(201);
      expect(
        await statusesNow(
          pair.one,
          [entry, next].filter((each) => each !== undefined),
        ),
      ).toEqual(isAccepted ? ['booked', 'waiting'] : ['waiting', 'offered']);
      providerId = await aProvider(pair.one.admin, AT_TEN);
      await pair.one.admin.patch(`/services/${serviceId}`, { providerIds: [providerId] });
      appointmentId = (await anAppointment(pair.one.admin, providerId, serviceId)).id;
      await pair.owner.query('delete from waitlist_entries');
    }
  });

  it('offer a free time to one of many entries that are added at once', async () => {
    await cancel();
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, nth) =>
        (nth % 2 === 0 ? pair.one : pair.other).admin.post('/waitlist', anEntry(serviceId)),
      ),
    );
    expect(answers.map(({ status }) => status)).toEqual(Array(12).fill(201));
    expect(answers.filter(({ body }) => body.data.status === 'offered')).toHaveLength(1);
    expect(await liveOffers()).toHaveLength(1);
  });

  it('never give an entry two offers, even when they make them at once with two providers', async () => {
    for (let round = 0; round < ROUNDS; round++) {
      const providers = [await aProvider(pair.one.admin, AT_TEN), await aProvider(pair.one.admin, AT_TEN)];
      await pair.one.admin.patch(`/services/${serviceId}`, { providerIds: [providerId] });
      const [added] = await addMany(1);
      await pair.one.admin.patch(`/services/${serviceId}`, { providerIds: providers });
      const entry = await pair.one.app.get(LineQueries).entry(added?.id ?? 0, undefined);
      if (entry === undefined) throw new Error('the entry does not wait');
      const start = Date.parse(`${MONDAY}T10:00:00Z`);
      const time = { start, end: start + 30 * MINUTE_MS, timeZone: 'UTC' };
      const onClock = { date: MONDAY, fromMin: 600, toMin: 630, minutes: 0 };
      const outcomes = await Promise.all(
        [pair.one, pair.other].map(({ app }, nth) =>
          app.get(OfferMaker).make(WORKER, entry, { ...time, ...onClock, providerId: providers[nth] ?? 0 }),
        ),
      );
      expect(outcomes.toSorted()).toEqual(['offered', 'settled']);
      expect(await liveOffers()).toMatchObject([{ id: entry.id, offers: 1 }]);
      await pair.owner.query('delete from waitlist_entries');
    }
  });
});
