import crypto from 'node:crypto';
import { MINUTE_MS, SECOND_MS } from '../../src/platform/time/units';
import { ChallengeSweep } from '../../src/people/challenges/challenge-sweep';
import { Maintenance } from '../../src/operating/worker/maintenance';
import type { Answer, ApiClient } from '../support/api-client';
import { aProvider, aService } from '../support/builders';
import {
  aChallenge,
  EASY_CHALLENGES,
  FUTURE_MONDAY,
  headerOf,
  solutionOf,
  solved,
} from '../support/challenges';
import { aBrowserKey, PAGE } from '../support/pages';
import { startTestService, type TestService } from '../support/test-service';

const TTL_MS = 10 * MINUTE_MS;
const GUEST = { name: 'Eva Berg', email: 'eva@example.com' };

describe('With CHALLENGE=on', () => {
  let service: TestService;
  let visitor: ApiClient;
  let serviceId: number;
  let providerId: number;

  beforeAll(async () => {
    service = await startTestService({ environment: { ...EASY_CHALLENGES, TRUST_PROXY: '1' } });
    service.clock.set(`${FUTURE_MONDAY}T05:00:00Z`);
    serviceId = await aService(service.admin);
  });

  beforeEach(async () => {
    providerId = await aProvider(service.admin);
    ({ visitor } = await aBrowserKey(service));
  });

  afterAll(() => service.stop());

  const where = (start: string) => ({ providerId, serviceId, date: FUTURE_MONDAY, start });
  const booking = (start: string) => ({ ...GUEST, ...where(start) });
  const book = (start: string, headers: Record<string, string> = {}) =>
    visitor.post('/appointments', booking(start), { headers });
  const challengeOf = ({ status, body }: Answer) => [status, body.error?.code, body.error?.details];
  const refused = (challenge: string) => [403, 'forbidden', { challenge }];
  const booked = () => service.query('select from appointments where provider_id = $1', [providerId]);

  /** What books, at times of their own. */
  const FORMS: readonly (readonly [path: string, bodyOf: (start: string) => object])[] = [
    ['/appointments', booking],
    ['/series', (start) => ({ ...booking(start), rrule: 'FREQ=WEEKLY;COUNT=2' })],
    ['/series', (start) => ({ ...booking(start), rrule: 'FREQ=WEEKLY;COUNT=2', dryRun: true })],
    ['/visits', (start) => ({ ...GUEST, date: FUTURE_MONDAY, start, items: [{ serviceId, providerId }] })],
    ['/waitlist', () => ({ ...GUEST, serviceId, providerId, from: FUTURE_MONDAY, to: FUTURE_MONDAY })],
    ['/holds', where],
  ];

  it.each(FORMS)('a page sends POST %s with a solved challenge, and cannot without', async (path, bodyOf) => {
    const body = bodyOf('10:00');
    const without = await visitor.post(path, body);
    expect(challengeOf(without)).toEqual(refused('required'));
    expect(await booked()).toEqual([]);
    const withOne = await visitor.post(path, body, { headers: await solved(visitor, 2) });
    expect([200, 201]).toContain(withOne.status);
  });

  it('an unknown member that is called holdId takes no page around the challenge', async () => {
    const holdId = '00000000-0000-4000-8000-000000000000';
    for (const [path, bodyOf] of FORMS.slice(1)) {
      const answer = await visitor.post(path, { ...bodyOf('10:00'), holdId });
      expect([path, ...challengeOf(answer)]).toEqual([path, ...refused('required')]);
    }
  });

  it('keys of programs book without one', async () => {
    expect((await service.admin.post('/appointments', booking('10:00'))).status).toBe(201);
  });

  it('an answer to a page of the key is not stored, and can be read by the page', async () => {
    const { headers } = await visitor.get('/challenge');
    const refusal = await book('10:00');
    for (const each of [headers, refusal.headers]) {
      expect(each.get('cache-control')).toBe('no-store');
      expect(each.get('access-control-allow-origin')).toBe(PAGE);
    }
  });

  it('getting a challenge takes a key that may book, and counts for its rate limit', async () => {
    expect((await service.anonymous.get('/challenge')).status).toBe(401);
    const { visitor: reader } = await aBrowserKey(service, { scopes: ['services:read'] });
    expect(challengeOf(await reader.get('/challenge'))).toEqual([
      403,
      'forbidden',
      { scope: 'appointments:book' },
    ]);
    const { visitor: limited } = await aBrowserKey(service, { rateLimit: 2 });
    const statuses: number[] = [];
    for (let round = 0; round < 3; round++) statuses.push((await limited.get('/challenge')).status);
    expect(statuses).toEqual([200, 200, 429]);
  });

  describe('a solution', () => {
    it('is good once, with any other payload', async () => {
      const payload = await solutionOf(await aChallenge(visitor));
      expect((await book('10:00', headerOf(payload))).status).toBe(201);
      const { challenge, solution } = payload;
      const respelled = { solution: { ...solution, time: 5 }, challenge, extra: 1 };
      for (const again of [payload, respelled])
        expect(challengeOf(await book('11:00', headerOf(again)))).toEqual(refused('used'));
      expect(await booked()).toHaveLength(1);
    });

    it('is used up by a refused booking', async () => {
      await book('10:00', await solved(visitor));
      const header = await solved(visitor);
      expect((await book('10:00', header)).body.error.details.reason).toBe('slot_taken');
      expect(challengeOf(await book('11:00', header))).toEqual(refused('used'));
      expect((await book('11:00', await solved(visitor))).status).toBe(201);
    });

    it('is not used up by a body that is not valid', async () => {
      const header = await solved(visitor);
      const faulty = { ...booking('10:00'), email: 'no address' };
      expect((await visitor.post('/appointments', faulty, { headers: header })).status).toBe(422);
      expect((await book('10:00', header)).status).toBe(201);
    });

    it('can be used until its challenge expires, and not at that moment', async () => {
      const [first, second] = [await solved(visitor), await solved(visitor)];
      service.clock.advance(TTL_MS - SECOND_MS);
      expect((await book('10:00', first)).status).toBe(201);
      service.clock.advance(SECOND_MS);
      expect(challengeOf(await book('11:00', second))).toEqual(refused('expired'));
    });

    it('is forgotten by the maintenance once its challenge has long expired, and not before', async () => {
      const header = await solved(visitor);
      await book('10:00', header);
      const kept = () => service.query('select from used_solutions');
      service.clock.advance(TTL_MS);
      await service.app.get(ChallengeSweep).run();
      expect((await kept()).length).toBeGreaterThan(0);
      service.clock.advance(61 * MINUTE_MS);
      await service.app.get(Maintenance).run();
      expect(await kept()).toEqual([]);
      expect(challengeOf(await book('11:00', header))).toEqual(refused('expired'));
    });

    it('is refused where anything of it was altered', async () => {
      const { challenge, solution } = await solutionOf(await aChallenge(visitor));
      const { parameters, signature } = challenge;
      const withParameters = (changed: object) => ({
        challenge: { signature, parameters: { ...parameters, ...changed } },
        solution,
      });
      const forged = [
        ...Object.entries(parameters).map(([name, value]) =>
          withParameters({ [name]: typeof value === 'string' ? `0${value.slice(1)}x` : Number(value) + 1 }),
        ),
        withParameters({ data: 'x' }),
        withParameters({ data: { x: 1 } }),
        withParameters({ data: { appointments: 2 } }),
        withParameters({ data: { appointments: { of: 2 } } }),
        withParameters({ keySignature: undefined }),
        withParameters({ expiresAt: undefined }),
        withParameters({ expiresAt: 'never' }),
        { challenge: { parameters }, solution },
        { challenge: { parameters, signature: '' }, solution },
        { challenge: { parameters, signature: signature.toUpperCase() }, solution },
        { challenge: { parameters, signature: { length: signature.length } }, solution },
        { challenge, solution: { ...solution, derivedKey: solution.derivedKey.replace(/.$/, '') } },
        { challenge, solution: { ...solution, derivedKey: '0'.repeat(64) } },
        { challenge, solution: { ...solution, derivedKey: parameters.keySignature } },
        { challenge, solution: { ...solution, counter: -1 } },
        { challenge, solution: {} },
        { challenge, solution: null },
        { challenge: null, solution },
        { challenge: { ...challenge, parameters: [] }, solution },
        { verificationData: 'verified=true', signature, algorithm: 'SHA-256', verified: true },
        ...[null, [], 'x', 1, {}],
      ];
      for (const payload of forged)
        expect([payload, ...challengeOf(await book('10:00', headerOf(payload)))]).toEqual([
          payload,
          ...refused('invalid'),
        ]);
      for (const altcha of ['', 'x', '%%%', 'e30=', Buffer.from('{').toString('base64')])
        expect([altcha, ...challengeOf(await book('10:00', { altcha }))]).toEqual([
          altcha,
          ...refused('invalid'),
        ]);
      expect((await book('10:00', headerOf({ challenge, solution }))).status).toBe(201);
    });
  });

  describe('a challenge for several appointments', () => {
    const several = (path: string, count: number): object =>
      path === '/visits'
        ? {
            ...{ ...GUEST, date: FUTURE_MONDAY, start: '10:00' },
            items: Array.from({ length: count }, () => ({ serviceId, providerId })),
          }
        : { ...booking('10:00'), rrule: `FREQ=DAILY;COUNT=${count}` };
    const MOST = [
      ['/series', 5],
      ['/visits', 3],
    ] as const;

    it.each(MOST)('covers as many as it was asked for, and no more: %s', async (path, count) => {
      const send = async (covered: number | undefined) =>
        visitor.post(path, several(path, count), { headers: await solved(visitor, covered) });
      for (const fewer of [undefined, 1, count - 1])
        expect(challengeOf(await send(fewer))).toEqual(refused('too_small'));
      expect(await booked()).toEqual([]);
      expect((await send(count)).status).toBe(201);
    });

    it('leaves a solution that is too small for fewer appointments', async () => {
      const headers = await solved(visitor, 2);
      const three = await visitor.post('/series', several('/series', 3), { headers });
      expect(challengeOf(three)).toEqual(refused('too_small'));
      expect((await visitor.post('/series', several('/series', 2), { headers })).status).toBe(201);
    });

    it('counts the occurrences that are left, and not the exceptions', async () => {
      const body = { ...several('/series', 3), exdates: [FUTURE_MONDAY] };
      expect((await visitor.post('/series', body, { headers: await solved(visitor, 2) })).status).toBe(201);
    });

    it('takes as many times the tries', async () => {
      const made = jest.spyOn(crypto, 'randomInt');
      await aChallenge(visitor, 12);
      await aChallenge(visitor);
      expect(made.mock.calls.map(([most]) => most)).toEqual([36, 3]);
    });

    it.each([0, 13, 1.5, 'x'])('is a 422 for %s appointments', async (appointments) => {
      const { status, body } = await visitor.get(`/challenge?appointments=${appointments}`);
      expect([status, Object.keys(body.error.details)]).toEqual([422, ['appointments']]);
    });
  });

  describe('an Idempotency-Key', () => {
    const keyed = (start: string, headers: Record<string, string> = {}) =>
      book(start, { 'idempotency-key': `at-${start}`, ...headers });

    it('gets its stored answer again without a second challenge', async () => {
      const header = await solved(visitor);
      const first = await keyed('10:00', header);
      for (const again of [await keyed('10:00'), await keyed('10:00', header)]) {
        expect([again.status, again.headers.get('idempotency-replayed')]).toEqual([201, 'true']);
        expect(again.body).toEqual(first.body);
      }
      expect(await booked()).toHaveLength(1);
      const next = await keyed('11:00', header);
      expect(challengeOf(next)).toEqual(refused('used'));
    });

    it('gets a stored refusal again, whose solution is used up', async () => {
      await book('10:00', await solved(visitor));
      const header = await solved(visitor);
      for (const sent of [header, {}])
        expect((await keyed('10:00', sent)).body.error.details.reason).toBe('slot_taken');
      expect(challengeOf(await keyed('11:00', header))).toEqual(refused('used'));
    });

    it('is free again after a refused challenge', async () => {
      expect(challengeOf(await keyed('10:00'))).toEqual(refused('required'));
      expect(challengeOf(await keyed('10:00', headerOf({})))).toEqual(refused('invalid'));
      expect((await keyed('10:00', await solved(visitor))).status).toBe(201);
    });
  });

  describe('a hold', () => {
    const holdIdOf = ({ body }: Answer) => body.data.id as string;

    it('of the page is booked without a second challenge, once', async () => {
      const held = await visitor.post('/holds', where('10:00'), { headers: await solved(visitor) });
      const take = () => visitor.post('/appointments', { ...GUEST, holdId: holdIdOf(held) });
      expect((await take()).status).toBe(201);
      expect((await take()).body.error.details.reason).toBe('hold_expired');
      expect(await booked()).toHaveLength(1);
    });

    it('of the page is released without a challenge', async () => {
      const held = await visitor.post('/holds', where('10:00'), { headers: await solved(visitor) });
      expect((await visitor.delete(`/holds/${holdIdOf(held)}`)).status).toBe(200);
    });

    it('of another key is not booked, with or without a challenge', async () => {
      const other = (await aBrowserKey(service)).visitor;
      const theirs = [
        await service.admin.post('/holds', where('10:00')),
        await other.post('/holds', where('11:00'), { headers: await solved(other) }),
      ];
      for (const held of theirs)
        for (const headers of [{}, await solved(visitor)]) {
          const body = { ...GUEST, holdId: holdIdOf(held) };
          const answer = await visitor.post('/appointments', body, { headers });
          expect(answer.body.error.details).toEqual({ reason: 'hold_expired' });
        }
      expect(await booked()).toEqual([]);
    });
  });
});

describe('With CHALLENGE=off', () => {
  let service: TestService;

  beforeAll(async () => {
    service = await startTestService();
  });

  afterAll(() => service.stop());

  it('there is no challenge, and a page books without one', async () => {
    const [serviceId, providerId] = [await aService(service.admin), await aProvider(service.admin)];
    const { visitor } = await aBrowserKey(service);
    expect((await visitor.get('/challenge')).status).toBe(404);
    const body = { ...GUEST, serviceId, providerId, date: '2026-11-23', start: '10:00' };
    const headers = { altcha: 'x' };
    expect((await visitor.post('/appointments', body, { headers })).status).toBe(201);
    expect(await service.query('select challenge_secret from instance')).toEqual([
      { challenge_secret: null },
    ]);
  });
});
