import fc from 'fast-check';
import { MINUTE_MS } from '../../../src/platform/time/units';
import type { Answer } from '../../support/api-client';
import { aProvider, aService, MONDAY } from '../../support/builders';
import { START } from '../../support/settable-clock';
import { startTestService, type TestService } from '../../support/test-service';
import {
  type KnownLink,
  OracleOfLinks,
  type Outcome,
  type Policies,
} from '../../support/worlds/oracle-of-links';
import { runs } from '../../support/worlds/runs';
import { tokenIn } from './support/links';

const DAYS = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'];
const ACTS = [
  ...['book', 'move', 'cancel', 'confirm', 'delete', 'give', 'rotate', 'erase'],
  ...['move by link', 'move by link', 'cancel by link', 'cancel by link', 'wait', 'wait'],
] as const;
const MOMENTS = ['cancelUntilMin', 'moveUntilMin', 'end'] as const;

/** Of the nth thing there is; a wait is until a moment of it, which still counts, or until a millisecond later. */
const anyAct = fc.record({
  what: fc.constantFrom(...ACTS),
  nth: fc.nat(5),
  hour: fc.integer({ min: 8, max: 14 }),
  moment: fc.constantFrom(...MOMENTS),
  isLater: fc.boolean(),
});
type Act = typeof anyAct extends fc.Arbitrary<infer Value> ? Value : never;

const anyPolicies: fc.Arbitrary<Policies> = fc.record({
  cancelUntilMin: fc.constantFrom(null, 0, 1, 90),
  moveUntilMin: fc.constantFrom(null, 0, 60, 2_880),
});

/** What staff alone read. */
const SECRET = /Secret|secret|Notes of/;

const ALL = `select md5(concat((select string_agg(a::text, '|' order by id) from appointments a),
  (select count(*) from audit_entries), (select count(*) from notifications), (select count(*) from pgboss.job))) as state`;

const startAt = (hour: number) => Date.parse(`${MONDAY}T${String(hour).padStart(2, '0')}:00:00Z`);
const time = (hour: number) => `${String(hour).padStart(2, '0')}:00`;
const at = <Each>(all: readonly Each[], nth: number): Each | undefined => all[nth % Math.max(1, all.length)];

describe('Links of customers', () => {
  let service: TestService;
  let round = 0;

  beforeAll(async () => {
    service = await startTestService();
    await service.admin.put('/business-hours', { workStart: '00:00', workEnd: '24:00', days: DAYS });
  });
  afterAll(() => service.stop());

  /** A world of one provider and two customers. */
  const aWorld = async (policies: Policies) => {
    round++;
    service.clock.set(START);
    await service.query('delete from appointments');
    const provider = await aProvider(service.admin);
    const cut = await aService(service.admin, policies);
    const customers: number[] = [];
    for (const which of [1, 2]) {
      const body = {
        firstName: `Secret${which}`,
        email: `secret${which}.${round}@example.com`,
        phone: '+49 30 5551',
      };
      customers.push((await service.admin.post('/customers', body)).body.data.id as number);
    }
    return { provider, cut, customers, policies, oracle: new OracleOfLinks(policies) };
  };
  type World = Awaited<ReturnType<typeof aWorld>>;

  const byLink = ({ token }: KnownLink, action: string, body: object = {}) =>
    service.anonymous.post(`/manage/${token}/${action}`, body);
  const expectOutcome = ({ status, body }: Answer, expected: Outcome) => {
    expect([status, body.error?.details?.reason]).toEqual([expected.status, expected.reason]);
  };

  const act = async (world: World, { what, nth, hour, moment, isLater }: Act) => {
    const { oracle, customers, provider, cut, policies } = world;
    const known = at([...oracle.appointments.values()], nth);
    const link = at(oracle.links, nth);
    const now = service.clock.now();
    const patch = async (body: object, accepted: () => void) => {
      const path = `/appointments/${known?.id}`;
      if (known !== undefined && (await service.admin.patch(path, body)).status === 200) accepted();
    };
    /** What an answer shows as the link: none of an erased customer. */
    const issue = (whose: NonNullable<typeof known>, manageUrl: unknown) => {
      expect(manageUrl === null).toBe(oracle.erased.has(whose.holder));
      if (manageUrl !== null) oracle.issue(whose, tokenIn(manageUrl));
    };
    const steps: Record<(typeof ACTS)[number], () => Promise<void> | void> = {
      book: async () => {
        const customerId = at(customers, nth) ?? 0;
        const booking = { customerId, providerId: provider, serviceId: cut, notes: 'Notes of staff' };
        const answer = await service.admin.post('/appointments', {
          ...booking,
          date: MONDAY,
          start: time(hour),
        });
        const { id, manageUrl } = (answer.body.data ?? {}) as { id: number; manageUrl: string };
        if (answer.status === 201) oracle.book(id, customerId, startAt(hour), tokenIn(manageUrl));
      },
      move: () =>
        patch({ start: time(hour), ignoreSchedule: true }, () => {
          if (known !== undefined) known.start = startAt(hour);
        }),
      cancel: () =>
        patch({ status: 'cancelled', cancelReason: 'Secret' }, () => {
          if (known !== undefined) known.status = 'cancelled';
        }),
      confirm: () =>
        patch({ status: 'confirmed' }, () => {
          if (known !== undefined) known.status = 'confirmed';
        }),
      delete: async () => {
        if (known === undefined) return;
        await service.admin.delete(`/appointments/${known.id}`);
        oracle.appointments.delete(known.id);
      },
      give: async () => {
        const customerId = at(customers, nth + hour) ?? 0;
        await patch({ customerId }, () => {
          if (known !== undefined) oracle.give(known, customerId);
        });
        const { body } = await service.admin.get(`/appointments/${known?.id}`);
        if (known !== undefined) issue(known, body.data.manageUrl);
      },
      rotate: async () => {
        if (known === undefined) return;
        const { body } = await service.admin.post(`/appointments/${known.id}/rotate-link`);
        known.ended++;
        issue(known, body.data.manageUrl);
      },
      erase: async () => {
        const customerId = at(customers, nth) ?? 0;
        if ((await service.admin.post(`/customers/${customerId}/erase`)).status === 200)
          oracle.erased.add(customerId);
      },
      'cancel by link': async () => {
        if (link === undefined) return;
        const expected = oracle.cancels(link, now);
        expectOutcome(await byLink(link, 'cancel'), expected);
        const behind = oracle.behind(link, now);
        if (expected.status === 200 && behind !== undefined) behind.status = 'cancelled';
      },
      'move by link': async () => {
        if (link === undefined) return;
        const expected = oracle.moves(link, startAt(hour), now);
        expectOutcome(await byLink(link, 'move', { date: MONDAY, start: time(hour) }), expected);
        const behind = oracle.behind(link, now);
        if (expected.status === 200 && behind !== undefined) behind.start = startAt(hour);
      },
      wait: () => {
        if (known === undefined) return;
        const end = known.start + 30 * MINUTE_MS - 1;
        const until = moment === 'end' ? end : known.start - (policies[moment] ?? 0) * MINUTE_MS;
        service.clock.set(new Date(Math.max(now, until + (isLater ? 1 : 0))).toISOString());
      },
    };
    await steps[what]();
  };

  /** Reads every link that was ever given, as mail scanners do. */
  const readAll = async ({ oracle }: World) => {
    const now = service.clock.now();
    const before = await service.query(ALL);
    for (const link of oracle.links) {
      const path = `/api/v1/manage/${link.token}`;
      await fetch(`${service.url}${path}`, { method: 'HEAD' });
      for (const below of ['slots', 'cancel', 'calendar.ics']) await fetch(`${service.url}${path}/${below}`);
      const { status, body } = await service.anonymous.get(`/manage/${link.token}`);
      const known = oracle.behind(link, now);
      expect(status).toBe(known === undefined ? 404 : 200);
      expect(JSON.stringify(body)).not.toMatch(SECRET);
      if (known === undefined) continue;
      expect(body.data).toMatchObject({
        actions: oracle.actions(known, now),
        appointments: [{ status: known.status }],
      });
      expect(Date.parse(body.data.appointments[0].start as string)).toBe(known.start);
    }
    expect(await service.query(ALL)).toEqual(before);
  };

  it('answer what follows from all that staff and customers have done, to the last moment, and change nothing when they are read', async () => {
    await fc.assert(
      fc.asyncProperty(
        anyPolicies,
        fc.array(anyAct, { minLength: 3, maxLength: 12 }),
        async (policies, acts) => {
          const world = await aWorld(policies);
          for (const hour of [10, 12])
            await act(world, { what: 'book', nth: hour / 2, hour, moment: 'end', isLater: false });
          for (const each of acts) {
            await act(world, each);
            await readAll(world);
          }
        },
      ),
      runs(20, 4),
    );
  });
});
