import type { Answer } from '../support/api-client';
import { aBooking, aProvider, aService } from '../support/builders';
import { expectSuccessOrRefusal, reasonsOf, succeeded } from './support/answers';
import { bookOnce, type Pair, startPair, stopPair } from './support/pair';

const ROUNDS = 8;
const REASONS = ['not_in_timetable', 'outside_working_hours', 'slot_taken'];

interface Class {
  readonly startMin: number;
  readonly providerId: number;
}

/** A state of the service, or a new booking. */
type Written =
  | { readonly timetable: readonly Class[] }
  | (Class & { readonly timetable: null; readonly serviceId: number });

/** The order of the commits: a change of a timetable and a booking with one of its teachers hold a lock in common while they write. */
const WRITTEN = `
  select after -> 'timetable' as timetable, (after ->> 'service_id')::int as "serviceId",
    (after ->> 'provider_id')::int as "providerId",
    (extract(epoch from (after ->> 'start_at')::timestamptz)::int / 60) % 1440 as "startMin"
  from audit_entries
  where resource = 'services' and resource_id = $1 or resource = 'appointments' and action = 'create'
  order by id`;

describe('A timetable that changes while two instances book', () => {
  let pair: Pair;
  let ana: number;
  let ben: number;
  let yoga: number;
  let massage: number;

  beforeEach(async () => {
    pair = await startPair();
    const { admin } = pair.one;
    [ana, ben] = [await aProvider(admin), await aProvider(admin)];
    yoga = await aService(admin, { capacity: 100, startsAt: 'schedule', timetable: classesOf(ana) });
    massage = await aService(admin, { providerIds: [ana] });
  });

  afterEach(() => stopPair(pair));

  const classesOf = (providerId: number) => [
    { day: 'monday', start: providerId === ana ? '10:00' : '14:00', providerId },
  ];

  /**
   * Sends half of the bookings, then the change, then the other half, and waits for none of them.
   * @param waits for the change, and books nothing before it, so that what it allows is booked in any case
   */
  async function race(timetable: object[], waits: boolean): Promise<readonly Answer[]> {
    const half = () =>
      Array.from({ length: 6 }, () => [
        bookOnce(pair.one, aBooking(ana, yoga)),
        bookOnce(pair.other, aBooking(ben, yoga, { start: '14:00' })),
        bookOnce(pair.other, aBooking(ana, massage)),
      ]).flat();
    const first = waits ? [] : half();
    const changed = pair.one.admin.patch(`/services/${yoga}`, { timetable });
    if (waits) await changed;
    const answers = await Promise.all([...first, ...half()]);
    expect((await changed).status).toBe(200);
    return answers;
  }

  /** The bookings that the classes at their commit do not allow, and how many are allowed of each kind. */
  function judged(written: readonly Written[]) {
    const allowed = { 'a class of Ana': 0, 'a class of Ben': 0, 'a massage': 0 };
    const forbidden: Written[] = [];
    let classes: readonly Class[] = [];
    for (const each of written) {
      if (each.timetable !== null) {
        classes = each.timetable;
        continue;
      }
      const { serviceId, providerId, startMin } = each;
      const isHeld = classes.some((one) => one.providerId === providerId && one.startMin === startMin);
      if (isHeld !== (serviceId === yoga)) forbidden.push(each);
      else if (serviceId === massage) allowed['a massage']++;
      else allowed[providerId === ana ? 'a class of Ana' : 'a class of Ben']++;
    }
    return { forbidden, allowed };
  }

  it('allows each booking as it was before the change or as it is after it, and loses none', async () => {
    const { one } = pair;
    let booked = 0;
    for (let i = 0; i < ROUNDS; i++) {
      const answers = await race(classesOf(i % 2 === 0 ? ben : ana), i < 2);
      expectSuccessOrRefusal(answers);
      expect(REASONS).toEqual(expect.arrayContaining(reasonsOf(answers)));
      const standing = await one.query('select from appointments');
      expect(standing).toHaveLength(succeeded(answers));
      booked += standing.length;
      await one.query('delete from appointments');
    }
    const { forbidden, allowed } = judged(await one.query<Written>(WRITTEN, [yoga]));
    expect(forbidden).toEqual([]);
    const counts = Object.values(allowed);
    expect(counts.reduce((sum, count) => sum + count, 0)).toBe(booked);
    expect(Math.min(...counts)).toBeGreaterThan(0);
  });
});
