import fc from 'fast-check';
import { aProvider, aService, MONDAY } from '../../support/builders';
import { startTestService, type TestService } from '../../support/test-service';
import { runs } from '../../support/worlds/runs';
import { tokenIn } from './support/links';

const KINDS = ['appointment', 'series', 'visit', 'entry'] as const;
type Kind = (typeof KINDS)[number];

/** Of the nth thing, or the nth appointment; it is given to one of three customers. */
const anyAct = fc.record({ what: fc.constantFrom('give', 'rotate'), nth: fc.nat(5), to: fc.nat(2) });
type Act = typeof anyAct extends fc.Arbitrary<infer Value> ? Value : never;

const at = <Each>(all: readonly Each[], nth: number) => all[nth % all.length] as Each;

describe('The links of what was booked together', () => {
  let service: TestService;
  let provider: number;
  let cut: number;
  let customers: number[];

  beforeAll(async () => {
    service = await startTestService();
    provider = await aProvider(service.admin);
    cut = await aService(service.admin);
    customers = await Promise.all(
      ['Mia', 'Eva', 'Ada'].map((firstName) =>
        created('/customers', { firstName, email: `${firstName}@example.com` }),
      ),
    );
  });
  afterAll(() => service.stop());

  async function created(path: string, body: object): Promise<number> {
    const answer = await service.admin.post(path, body);
    expect(answer.status).toBe(201);
    return answer.body.data.id as number;
  }

  const appointmentsOf = async (query: string) =>
    ((await service.admin.get(`/appointments?${query}`)).body.data as { id: number }[]).map(({ id }) => id);

  /** The paths of what has a link. */
  async function booked(kind: Kind): Promise<{ wholes: string[]; appointments: string[] }> {
    for (const table of ['appointments', 'waitlist_entries', 'holds', 'visits', 'series', 'notifications'])
      await service.query(`delete from ${table}`);
    const customerId = at(customers, 0);
    const [date, start] = [MONDAY, '10:00'];
    const booking = { customerId, providerId: provider, serviceId: cut, date, start };
    const paths = (ids: readonly number[]) => ids.map((id) => `/appointments/${id}`);
    const ways: Record<Kind, () => Promise<{ wholes: string[]; appointments: string[] }>> = {
      appointment: async () => ({
        wholes: [],
        appointments: paths([await created('/appointments', booking)]),
      }),
      series: async () => {
        const id = await created('/series', { ...booking, rrule: 'FREQ=DAILY;COUNT=3' });
        return { wholes: [`/series/${id}`], appointments: paths(await appointmentsOf(`seriesId=${id}`)) };
      },
      visit: async () => {
        const items = [{ serviceId: cut }, { serviceId: cut }];
        const id = await created('/visits', { customerId, items, date, start });
        return { wholes: [`/visits/${id}`], appointments: paths(await appointmentsOf(`visitId=${id}`)) };
      },
      entry: async () => {
        const wait = { customerId, serviceId: cut, providerId: provider, from: MONDAY, to: MONDAY };
        const id = await created('/waitlist', wait);
        return {
          wholes: [`/waitlist/${id}`],
          appointments: paths([await created(`/waitlist/${id}/accept`, {})]),
        };
      },
    };
    return ways[kind]();
  }

  const linkOf = async (path: string) => tokenIn((await service.admin.get(path)).body.data.manageUrl);

  /** The links on the page of a link; undefined: it is dead. */
  async function pageOf(token: string): Promise<readonly string[] | undefined> {
    const { status, body } = await service.anonymous.get(`/manage/${token}`);
    if (status === 404) return undefined;
    const { appointments } = body.data as { appointments: { manageUrl: string | null }[] };
    return appointments.flatMap(({ manageUrl }) => (manageUrl === null ? [] : [tokenIn(manageUrl)]));
  }

  const pagesOf = async (tokens: ReadonlySet<string>) =>
    new Map(await Promise.all([...tokens].map(async (token) => [token, await pageOf(token)] as const)));

  it('end together when one of them is replaced or its appointment goes back and forth, and never live again', async () => {
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...KINDS), fc.array(anyAct, { maxLength: 8 }), async (kind, acts) => {
        const { wholes, appointments } = await booked(kind);
        const all = [...wholes, ...appointments];
        const shown = async () => new Set(await Promise.all(all.map(linkOf)));
        const known = await shown();
        let before = await pagesOf(known);
        for (const act of acts) {
          const ended =
            act.what === 'rotate' ? togetherWith(await linkOf(at(all, act.nth)), before) : new Set();
          await perform(act, all, appointments);
          const now = await shown();
          now.forEach((each) => known.add(each));
          const after = await pagesOf(known);
          for (const [token, page] of after) {
            const isOld = before.has(token);
            const isDead = page === undefined;
            const wasDead = isOld && before.get(token) === undefined;
            const linked = page ?? [];
            // A series shows its customer what staff give to the customer.
            const mayShowNew = !isOld || (act.what !== 'rotate' && kind === 'series');
            expect({
              livesAgain: !isDead && (wasDead || ended.has(token)),
              isShownDead: isDead && now.has(token),
              linksToDead: linked.filter((each) => after.get(each) === undefined),
              linksToNew: mayShowNew ? [] : linked.filter((each) => !before.has(each)),
            }).toEqual({ livesAgain: false, isShownDead: false, linksToDead: [], linksToNew: [] });
          }
          before = after;
        }
      }),
      runs(20, 5),
    );
  });

  async function perform({ what, nth, to }: Act, all: readonly string[], appointments: readonly string[]) {
    const { status } =
      what === 'rotate'
        ? await service.admin.post(`${at(all, nth)}/rotate-link`)
        : await service.admin.patch(at(appointments, nth), { customerId: at(customers, to) });
    expect(status).toBe(200);
  }
});

/** A link with those that its page shows, those whose pages show it, and so on. */
function togetherWith(
  token: string,
  pages: ReadonlyMap<string, readonly string[] | undefined>,
): ReadonlySet<string> {
  const together = new Set([token]);
  for (const one of together)
    for (const [from, page] of pages) {
      if (from === one) page?.forEach((each) => together.add(each));
      if (page?.includes(one) === true) together.add(from);
    }
  return together;
}
