import fc from 'fast-check';
import { startTestService, type TestService } from '../../support/test-service';
import { expectEqual } from '../../support/worlds/expect-equal';
import { runs } from '../../support/worlds/runs';
import {
  type Absence,
  aSmallBusiness,
  AWAY,
  type Shown,
  StoredBusiness,
} from '../../support/worlds/small-businesses';

interface Affected {
  readonly appointmentId: number;
  readonly outcome: 'kept' | 'cancelled' | 'reassigned';
  readonly providerId: number;
  readonly reason: string | null;
}

interface Claim {
  readonly appointmentId: number;
  readonly providerId: number | null;
  readonly resourceId: number | null;
  readonly from: number;
  readonly to: number;
  readonly session: string;
  readonly seats: string | null;
}

/** All that a dry run must leave as it is. */
const STATE = `select md5(concat(
  (select string_agg(a::text, '|' order by id) from appointments a), (select string_agg(c::text, '|' order by id) from claims c),
  (select string_agg(t::text, '|' order by id) from time_off t), (select string_agg(c::text, '|' order by id) from closures c),
  (select count(*) from notifications), (select count(*) from audit_entries), (select count(*) from pgboss.job))) as state`;

const CLAIMS = `
  select appointment_id as "appointmentId", provider_id as "providerId", resource_id as "resourceId", session::text, seats::text,
    (extract(epoch from lower(busy)) * 1000)::float8 as "from", (extract(epoch from upper(busy)) * 1000)::float8 as "to"
  from claims where appointment_id is not null order by appointment_id, provider_id, resource_id`;

const MESSAGES = `
  select customer_id as "customerId", event, snapshot ->> 'note' as note,
    coalesce(jsonb_array_length(snapshot -> 'others'), 0) + 1 as about
  from notifications where event not like 'provider-%' order by customer_id, id`;

const instantOf = (bound: string, isEnd: boolean) =>
  bound.length === 10 ? Date.parse(`${bound}T00:00:00Z`) + (isEnd ? 86_400_000 : 0) : Date.parse(bound);
const isActive = ({ status }: Shown) => status === 'confirmed' || status === 'pending';
const ids = (rooms: Shown['resources']) => rooms.map(({ id }) => id);
const sessionOf = ({ providerId, serviceId, start, end }: Shown) =>
  `${providerId} ${serviceId} ${start} ${end}`;

describe('In a small business whose provider, whose room or all of which is away,', () => {
  let service: TestService;
  let business: StoredBusiness;

  beforeAll(async () => {
    service = await startTestService();
    business = await StoredBusiness.on(service);
  });

  afterAll(() => service.stop());

  const isForClosure = ({ of, treatment }: Absence) => of === 'closure' && treatment === 'reassign';
  const treatmentOf = (absence: Absence) => {
    if (absence.of === 'reassign') return 'reassign';
    return isForClosure(absence) ? 'cancel' : absence.treatment;
  };

  const send = async (absence: Absence, dryRun?: true) => {
    const { of, span, otherwise, message, to } = absence;
    const [away, room] = [business.providers[AWAY], business.rooms[0]];
    const appointments = treatmentOf(absence);
    const telling = {
      dryRun,
      ...(appointments === 'reassign' && { otherwise }),
      ...(appointments !== 'keep' && { message }),
    };
    if (of === 'reassign') {
      const toProviderIds = to?.map((number) => business.providers[number]);
      const body = { from: span.start, to: span.end, providerId: away, toProviderIds, ...telling };
      const { status, body: answer } = await service.admin.post('/appointments/reassign', body);
      expectEqual(status, 200);
      return { affected: answer.data as Affected[], conflicts: undefined };
    }
    const paths = {
      provider: `/providers/${away}/time-off`,
      room: `/resources/${room}/time-off`,
      closure: '/closures',
    };
    const { status, body } = await service.admin.post(paths[of], { ...span, appointments, ...telling });
    expectEqual(status, dryRun ? 200 : 201);
    return {
      affected: body.meta.affected as Affected[],
      conflicts: (body.meta.conflicts as { id: number }[]).map(({ id }) => id),
    };
  };

  const claims = () => service.query<Claim>(CLAIMS);
  const isMet = ({ of, span, now }: Absence, each: Shown) => {
    const [from, to] = [instantOf(span.start, false), instantOf(span.end, true)];
    const [start, end] = [Date.parse(each.start), Date.parse(each.end)];
    const isAhead = isActive(each) && start >= Date.parse(now);
    const meets = start < to && end > from;
    const [busyFrom, busyTo] = business.busyOf(each);
    const isOfAway = each.providerId === business.providers[AWAY];
    const isMetBy = {
      provider: isOfAway && meets,
      reassign: isOfAway && start >= from && start < to,
      room: ids(each.resources).includes(business.rooms[0] ?? 0) && busyFrom < to && busyTo > from,
      closure: meets,
    };
    return isAhead && isMetBy[of];
  };

  /** Who may take what the absent provider gives. */
  const mayTake = ({ to = [1, 2, 3] }: Absence, of: Absence['of'], active: readonly number[]) =>
    (of === 'reassign' ? to : active).map((number) => business.providers[number]);

  /** Outcomes go with the treatment, and with reasons. */
  const expectOutcomes = (absence: Absence, active: readonly number[], affected: readonly Affected[]) => {
    const [treatment, otherwise] = [treatmentOf(absence), absence.otherwise ?? 'keep'];
    const stays = otherwise === 'cancel' ? 'cancelled' : 'kept';
    for (const { outcome, providerId, reason } of affected) {
      if (treatment === 'keep') expectEqual([outcome, reason], ['kept', null]);
      else if (treatment === 'cancel') expectEqual([outcome, reason], ['cancelled', null]);
      else if (reason !== null) expectEqual(outcome, stays);
      else {
        expectEqual(outcome, 'reassigned');
        if (absence.of !== 'room') expect(mayTake(absence, absence.of, active)).toContain(providerId);
      }
    }
  };

  /** What was there is there: with another provider or other rooms at the same time, cancelled, or as before. */
  const expectChanges = (
    { of }: Absence,
    before: readonly Shown[],
    after: readonly Shown[],
    affected: readonly Affected[],
  ) => {
    const kept = ({ id, start, end, serviceId, customerId, seats, price, seriesId, visitId }: Shown) => {
      return { id, start, end, serviceId, customerId, seats, price, seriesId, visitId };
    };
    expectEqual(after.map(kept), before.map(kept));
    for (const [index, was] of before.entries()) {
      const told = affected.find(({ appointmentId }) => appointmentId === was.id);
      const now = after[index] ?? was;
      const { outcome = 'kept', providerId = was.providerId } = told ?? {};
      const status = outcome === 'cancelled' ? 'cancelled' : was.status;
      expectEqual([now.providerId, now.status], [providerId, status]);
      if (outcome === 'kept') expectEqual(now, was);
      if (outcome !== 'reassigned') continue;
      if (of === 'room') {
        expectEqual(providerId, was.providerId);
        expectEqual(now.resources.length, was.resources.length);
        expect(ids(now.resources)).not.toContain(business.rooms[0]);
      } else expectEqual(ids(now.resources), ids(was.resources));
    }
  };

  /** A session, and what is met of a visit, goes as a whole or stays. */
  const expectWhole = (before: readonly Shown[], after: readonly Shown[], affected: readonly Affected[]) => {
    const given = new Map(affected.map((each) => [each.appointmentId, each.outcome === 'reassigned']));
    const met = before.filter(({ id }) => given.has(id));
    for (const each of met) {
      const session = met.filter((other) => sessionOf(other) === sessionOf(each));
      const visit = met.filter(({ visitId }) => visitId !== null && visitId === each.visitId);
      const takers = session.map(({ id }) => after.find((now) => now.id === id)?.providerId);
      expectEqual(new Set(takers).size, 1);
      for (const { id } of [...session, ...visit]) expectEqual(given.get(id), given.get(each.id));
    }
  };

  /** The time of each appointment is claimed for all whom it takes, and for no one else; nothing overlaps. */
  const expectClaims = (after: readonly Shown[], taken: readonly Claim[], maxPerDay: number | null) => {
    const active = after.filter(isActive);
    const wanted = active.flatMap((each) =>
      [
        { providerId: each.providerId, resourceId: null },
        ...each.team.map((providerId) => ({ providerId, resourceId: null })),
        ...each.resources.map(({ id }) => ({ providerId: null, resourceId: id })),
      ].map(({ providerId, resourceId }) => `${each.id} ${providerId} ${resourceId}`),
    );
    const found = taken.map((each) => `${each.appointmentId} ${each.providerId} ${each.resourceId}`);
    expectEqual(found.toSorted(), wanted.toSorted());
    for (const each of taken) {
      const shown = active.find(({ id }) => id === each.appointmentId);
      if (shown === undefined) throw new Error('a claim belongs to no appointment');
      expectEqual([each.from, each.to], business.busyOf(shown));
      for (const other of taken) {
        const isSame = each.providerId === other.providerId && each.resourceId === other.resourceId;
        const meets = each.from < other.to && other.from < each.to;
        const partner = active.find(({ id }) => id === other.appointmentId);
        if (isSame && meets) expectEqual(partner && sessionOf(partner), sessionOf(shown));
      }
    }
    const limited = active.filter(({ providerId }) => providerId === business.providers[1]);
    for (const date of new Set(limited.map(({ start }) => start.slice(0, 10)))) {
      const sessions = new Set(limited.filter(({ start }) => start.startsWith(date)).map(sessionOf));
      expect(sessions.size).toBeLessThanOrEqual(maxPerDay ?? Infinity);
    }
  };

  /** Each customer with an appointment that is cancelled or has another provider gets one message; no one else does. */
  const expectMessages = async ({ message }: Absence, before: readonly Shown[], after: readonly Shown[]) => {
    const changed = after.filter((now, index) => {
      const was = before[index];
      return was?.status !== now.status || was.providerId !== now.providerId;
    });
    const customers = [...new Set(changed.map(({ customerId }) => customerId))].toSorted((a, b) => a - b);
    const expected = customers.map((customerId) => {
      const own = changed.filter((each) => each.customerId === customerId);
      const event = own.some(isActive) ? 'reschedule' : 'cancellation';
      return { customerId, event, note: message ?? null, about: own.length };
    });
    expectEqual(await service.query(MESSAGES), expected);
  };

  const expectConflicts = ({ of, span }: Absence, after: readonly Shown[], conflicts: readonly number[]) => {
    const [from, to] = [instantOf(span.start, false), instantOf(span.end, true)];
    const away = business.providers[AWAY] ?? 0;
    const isIn = (each: Shown) => {
      if (!isActive(each)) return false;
      const [busyFrom, busyTo] = business.busyOf(each);
      if (of === 'room')
        return ids(each.resources).includes(business.rooms[0] ?? 0) && busyFrom < to && busyTo > from;
      const isOwn = of === 'closure' || each.providerId === away || each.team.includes(away);
      return isOwn && Date.parse(each.start) < to && Date.parse(each.end) > from;
    };
    expectEqual(
      conflicts,
      after.filter(isIn).map(({ id }) => id),
    );
  };

  it('the real request answers as the dry run, each appointment is kept, cancelled or given away as it says, and each customer concerned gets one message', async () => {
    const seen = { kept: 0, cancelled: 0, reassigned: 0 };
    await fc.assert(
      fc.asyncProperty(aSmallBusiness, async (world) => {
        const { absence, active, maxPerDay } = world;
        await business.write(world);
        service.clock.set(absence.now);
        const [before, takenBefore] = [await business.appointments(), await claims()];
        const state = await service.query(STATE);
        const told = await send(absence, true);
        expectEqual(await service.query(STATE), state);

        const { affected, conflicts } = await send(absence);
        const [after, taken] = [await business.appointments(), await claims()];
        expectEqual({ affected, conflicts }, told);
        const met = before.filter((each) => isMet(absence, each));
        expectEqual(
          affected.map(({ appointmentId }) => appointmentId),
          met.map(({ id }) => id),
        );
        expectOutcomes(absence, active, affected);
        expectChanges(absence, before, after, affected);
        if (absence.of !== 'room') expectWhole(before, after, affected);
        expectClaims(after, taken, maxPerDay);
        const isOther = ({ appointmentId }: Claim) => !met.some(({ id }) => id === appointmentId);
        expectEqual(taken.filter(isOther), takenBefore.filter(isOther));
        await expectMessages(absence, before, after);
        if (conflicts !== undefined) expectConflicts(absence, after, conflicts);
        for (const { outcome } of affected) seen[outcome]++;
      }),
      runs(40, 20),
    );
    expect(Math.min(...Object.values(seen))).toBeGreaterThan(0);
  });
});
