import fc from 'fast-check';
import { DeliveryService } from '../../../src/telling/messages/delivery/delivery.service';
import { aProvider, aService, MONDAY } from '../../support/builders';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import { runs } from '../../support/worlds/runs';
import { MailServer } from './support/mail-server';
import { deleteMessages } from './support/queue';
import {
  type ReadMessage,
  readMessage,
  type ReadText,
  readText,
  type Said,
  type SaidAppointment,
} from './support/read-message';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const NAMES = {
  services: ['Haircut', 'Colour'],
  providers: ['Ana Silva', 'Ben Moss', 'Cem Kaya'],
  places: ['Studio North', 'Studio South'],
};

const MIA = { name: 'Mia Keller', email: 'mia@example.com', phone: '+4930901820' };
const NOTHING: SaidAppointment = { before: {}, isCancelled: false };

interface Shown {
  readonly id: number;
  readonly start: string;
  readonly end: string;
  readonly status: string;
  readonly serviceName: string;
  readonly providerId: number;
  readonly providerName: string;
  readonly locationId: number | null;
}

/** A change of what the nth names; a member that is undefined is not in it. */
const anyChange = fc.record({
  what: fc.constantFrom('one', 'one', 'all', 'all', 'absence', 'by link'),
  nth: fc.nat(2),
  hour: fc.option(fc.integer({ min: 8, max: 14 }), { nil: undefined }),
  provider: fc.option(fc.nat(2), { nil: undefined }),
  service: fc.option(fc.nat(1), { nil: undefined }),
  place: fc.option(fc.constantFrom(0, 1, null), { nil: undefined }),
  status: fc.option(fc.constantFrom('pending', 'confirmed', 'cancelled'), { nil: undefined, freq: 4 }),
  items: fc.integer({ min: 1, max: 3 }),
});
type Change = typeof anyChange extends fc.Arbitrary<infer Value> ? Value : never;

const isOn = ({ status }: Shown) => status !== 'cancelled';
/** A place is said where there is one, or where it has changed. */
const saidOf = ({ place, ...facts }: Required<Said>, isPlaceNews = false) => ({
  ...facts,
  ...((place !== '' || isPlaceNews) && { place }),
});
const saidBy = ({ appointments, subject }: ReadMessage) =>
  appointments.map((each) => ({
    ...each,
    isCancelled: each.isCancelled || subject.startsWith('Cancelled'),
  }));
/** What the SMS beside an e-mail has to say: the same of the first appointment, with its place where that has changed. */
const textBeside = (mail: ReadMessage): ReadText => {
  const [{ start, service, provider, place, before } = NOTHING] = mail.appointments;
  // A former service stands with its provider, whether that has changed or not.
  const whom = before.service === undefined ? {} : { provider };
  return {
    title: mail.subject.split(':')[0] ?? '',
    start,
    service,
    provider,
    ...('place' in before && { place }),
    before: { ...whom, ...before, start: undefined },
    more: mail.appointments.length - 1,
  };
};
const expectExactly = (told: readonly object[], expected: readonly object[]) => {
  expect(told).toEqual(expect.arrayContaining([...expected]));
  expect(told).toHaveLength(expected.length);
};
const expectTitle = ({ subject, about, appointments }: ReadMessage) => {
  expect(appointments[0]).toMatchObject(about);
  if (subject.startsWith('Cancelled')) return;
  // The subject and the SMS tell of the first as if it took place.
  expect(appointments[0]).toMatchObject({ isCancelled: false });
  if (/^(Confirmed|Received)/.test(subject)) return;
  const isMoved = appointments.some(({ before }) => before.start !== undefined);
  expect(subject).toMatch(isMoved ? /^Moved: / : /^Changed: /);
};

const time = (hour: number) => `${String(hour).padStart(2, '0')}:00`;

describe('What is told of a change', () => {
  let service: TestService;
  let mail: MailServer;
  let services: number[];
  let providers: number[];
  let places: number[];

  beforeAll(async () => {
    mail = await MailServer.start();
    service = await startTestService({
      environment: { SMTP_URL: mail.url, NOTIFY_PROVIDERS: 'on', SMS: 'webhook' },
    });
    const { admin } = service;
    await admin.put('/business-hours', { workStart: '00:00', workEnd: '24:00', days: DAYS });
    services = [];
    providers = [];
    places = [];
    for (const [i, name] of NAMES.services.entries())
      services.push(await aService(admin, { name, durationMin: 30 + 15 * i }));
    for (const [i, name] of NAMES.providers.entries())
      providers.push(await aProvider(admin, { name, email: `${i}@salon.example` }));
    for (const name of NAMES.places)
      places.push((await admin.post('/locations', { name })).body.data.id as number);
  });

  beforeEach(() => {
    service.clock.set(START);
  });

  afterAll(async () => {
    await service.stop();
    await mail.stop();
  });

  const all = async () => {
    const { body } = await service.admin.get('/appointments?length=100&sort=start:asc');
    return body.data as Shown[];
  };
  const deliver = async () => {
    mail.received.length = 0;
    while (await service.app.get(DeliveryService).deliverNext());
  };
  const mailTo = (address: string): readonly ReadMessage[] =>
    mail.received
      .filter(({ recipients }) => recipients.includes(address))
      .map(({ source }) => readMessage(source, NAMES));
  /** The SMS since the last call. */
  const texts = async () => {
    const rows = await service.query<{ text: string }>(
      `with read as (delete from notifications where channel = 'sms' returning text) select text from read`,
    );
    return rows.map(({ text }) => readText(text, NAMES));
  };
  const bodyOf = ({ hour, provider, service: what, place, status }: Change) => ({
    ...(hour !== undefined && { start: time(hour) }),
    ...(provider !== undefined && { providerId: providers[provider] }),
    ...(what !== undefined && { serviceId: services[what] }),
    ...(place !== undefined && { locationId: place === null ? null : places[place] }),
    ...(status !== undefined && { status }),
  });
  const itemsOf = ({ items, provider = 0, service: what = 0 }: Change) =>
    Array.from({ length: items }, (_, i) => ({
      serviceId: services[(what + i) % 2],
      providerId: providers[(provider + i) % 3],
    }));

  /** Books one appointment, a series or a visit; they are alone in the world. @returns the path of the whole, and its link */
  const book = async (kind: string, first: Change) => {
    const { admin } = service;
    await service.query('delete from appointments');
    await service.query('delete from time_off');
    const [what, whom] = [services[first.service ?? 0], providers[first.provider ?? 0]];
    const who = { ...MIA, date: MONDAY, start: time(first.hour ?? 9) };
    const place = first.place == null ? {} : { locationId: places[first.place] };
    const one = { ...who, ...place, serviceId: what, providerId: whom };
    const bodies: Record<string, [string, object]> = {
      one: ['/appointments', { ...one, status: first.status === 'pending' ? 'pending' : 'confirmed' }],
      series: ['/series', { ...one, rrule: 'FREQ=DAILY;COUNT=3' }],
      visit: ['/visits', { ...who, ...place, items: itemsOf(first) }],
    };
    const [path, body] = bodies[kind] ?? ['', {}];
    const answer = await admin.post(path, body);
    expect(answer.status).toBe(201);
    const { id, manageUrl } = answer.body.data as { id: number; manageUrl: string };
    await deleteMessages(service);
    return { path: `${path}/${id}`, token: manageUrl.split('/m/')[1] ?? '', kind };
  };

  const act = async ({ path, token, kind }: Awaited<ReturnType<typeof book>>, change: Change) => {
    const { admin, anonymous } = service;
    const known = await all();
    const one = known[change.nth % known.length];
    const day = { from: MONDAY, to: '2026-12-24' };
    switch (change.what) {
      case 'all':
        if (kind !== 'visit') return admin.patch(path, bodyOf(change));
        if (change.status === 'cancelled') return admin.patch(path, { status: 'cancelled' });
        return admin.patch(path, {
          ...(change.hour !== undefined && { start: time(change.hour) }),
          ...(change.provider !== undefined && { items: itemsOf(change) }),
        });
      case 'absence':
        return admin.post('/appointments/reassign', {
          ...day,
          providerId: providers[change.nth],
          otherwise: change.status === 'cancelled' ? 'cancel' : 'keep',
        });
      case 'by link':
        return anonymous.post(`/manage/${token}/move`, { date: MONDAY, start: time(change.hour ?? 9) });
      default:
        return admin.patch(`/appointments/${one?.id}`, { ...bodyOf(change), ignoreSchedule: true });
    }
  };

  const factsOf = (shown: Shown): Required<Said> => ({
    start: shown.start.slice(0, 16),
    service: shown.serviceName,
    provider: shown.providerName,
    place: shown.locationId === null ? '' : (NAMES.places[places.indexOf(shown.locationId)] ?? ''),
  });
  /** What a message has to say of an appointment. @param was undefined: the change has booked it, or given it back its time */
  const expectedOf = (shown: Shown, was: Shown | undefined) => {
    if (was !== undefined && !isOn(shown)) return { ...saidOf(factsOf(was)), before: {}, isCancelled: true };
    const facts = factsOf(shown);
    const former = was === undefined ? facts : factsOf(was);
    const isMoved = was !== undefined && (was.start !== shown.start || was.end !== shown.end);
    const before = {
      ...(isMoved && { start: former.start }),
      ...(former.service !== facts.service && { service: former.service }),
      ...(former.provider !== facts.provider && { provider: former.provider }),
      ...(former.place !== facts.place && { place: former.place }),
    };
    return { ...saidOf(facts, 'place' in before), before, isCancelled: false };
  };
  /** What a message may say of the appointments that are there, and what it has to say. */
  const expectedAfter = (before: ReadonlyMap<number, Shown>, after: readonly Shown[]) => {
    const told = after.flatMap((shown) => {
      const known = before.get(shown.id);
      const was = known !== undefined && isOn(known) ? known : undefined;
      if (was === undefined && !isOn(shown)) return [];
      const expected = expectedOf(shown, was);
      const { before: former, isCancelled } = expected;
      return [{ expected, isNews: was === undefined || isCancelled || Object.keys(former).length > 0 }];
    });
    return {
      allowed: told.map(({ expected }) => expected),
      needed: told.filter(({ isNews }) => isNews).map(({ expected }) => expected),
    };
  };

  /** What a provider has to be told, and nothing else. Who does not have it any more is told what it was. */
  const expectedBy = (provider: number, before: ReadonlyMap<number, Shown>, after: readonly Shown[]) =>
    after.flatMap((shown) => {
      const has = (one: Shown | undefined) => one !== undefined && isOn(one) && one.providerId === provider;
      const known = before.get(shown.id);
      const was = has(known) ? known : undefined;
      if (!has(shown)) return was === undefined ? [] : [expectedOf({ ...was, status: 'cancelled' }, was)];
      const expected = expectedOf(shown, was);
      return was === undefined || Object.keys(expected.before).length > 0 ? [expected] : [];
    });

  it.each(['one', 'series', 'visit'])(
    'says what has changed, from what to what, and nothing else: %s',
    (kind) =>
      fc.assert(
        fc.asyncProperty(
          anyChange,
          fc.array(anyChange, { minLength: 1, maxLength: 3 }),
          async (first, changes) => {
            const booked = await book(kind, first);
            for (const change of changes) {
              const before = new Map((await all()).map((each) => [each.id, each]));
              service.clock.advance(1_000);
              await act(booked, change);
              const after = await all();
              const { allowed, needed } = expectedAfter(before, after);
              await deliver();
              const messages = mailTo(MIA.email);
              const said = messages.flatMap((each) => saidBy(each));
              expect(said).toEqual(expect.arrayContaining(needed));
              expect(allowed).toEqual(expect.arrayContaining(said));
              messages.forEach(expectTitle);
              expectExactly(await texts(), messages.map(textBeside));
              for (const [i, provider] of providers.entries()) {
                const told = mailTo(`${i}@salon.example`).flatMap((each) => saidBy(each));
                expectExactly(told, expectedBy(provider, before, after));
              }
            }
          },
        ),
        runs(12, 3),
      ),
    600_000,
  );
});
