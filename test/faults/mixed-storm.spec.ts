import { setTimeout as wait } from 'node:timers/promises';
import { query } from '../support/database/query';
import { EventFollower } from './support/event-follower';
import { findCalendarFaults, NO_CALENDAR_FAULTS } from './support/find-faults';
import { MixedLoad } from './support/mixed-load';
import { SCALE } from './support/scale';
import { Testbed } from './support/testbed';

/** Visits of two items of which only one was booked. */
const PARTIAL_VISITS = `
  select visit_id from appointments where visit_id is not null group by visit_id having count(*) <> 2`;
/** Entries of the waitlist with two offers at once, and times that two entries were offered at once. */
const DOUBLE_OFFERS = `
  select a.id, b.id from holds a join holds b on b.id > a.id and b.expires_at > now() and a.expires_at > now()
  where a.waitlist_entry_id = b.waitlist_entry_id
    or (a.waitlist_entry_id is not null and b.waitlist_entry_id is not null and a.provider_id = b.provider_id and a.busy && b.busy
        and (a.service_id, a.start_at) <> (b.service_id, b.start_at))`;

describe('A storm of series, visits, cancellations and offers', () => {
  const bed = Testbed.forEach();

  it('over two instances, of which one is killed, and workers that are killed, leaves no fault, loses no answer and reports each change once', async () => {
    const [killed, staying] = [bed.start(), bed.start()];
    const url = await staying.url();
    const business = await bed.openBusiness(url);
    let worker = bed.startWorker();
    const databaseUrl = bed.database.url;
    const follower = await EventFollower.start(url, business.key, databaseUrl);
    const load = MixedLoad.start(business, await killed.url(), url);
    for (let kills = 0; kills < SCALE.repetitions; kills++) {
      while (load.count('accepted offer') <= kills) await wait(50);
      await worker.kill('SIGKILL');
      worker = bed.startWorker();
    }
    await killed.kill('SIGKILL');
    await wait(SCALE.loadMs);
    await load.end();
    await follower.end();

    const rows = await query<{ id: number }>(databaseUrl, 'select id from appointments');
    const kept = new Set(rows.map(({ id }) => id));
    const lost = load.accepted.filter(({ appointmentIds }) => !appointmentIds.every((id) => kept.has(id)));
    expect(lost).toEqual([]);
    expect(load.unexpected).toEqual([]);
    expect(await findCalendarFaults(databaseUrl)).toEqual(NO_CALENDAR_FAULTS);
    expect(await query(databaseUrl, PARTIAL_VISITS)).toEqual([]);
    expect(await query(databaseUrl, DOUBLE_OFFERS)).toEqual([]);
    // Every change was reported once, in order, whichever worker was killed while it numbered events.
    const first = follower.events[0]?.id ?? 0;
    expect(follower.events.map(({ id }) => id)).toEqual(follower.events.map((_event, nth) => first + nth));
    expect(await follower.notToldOnce()).toEqual([]);
    expect(follower.events.length).toBeGreaterThan(load.accepted.length);
    for (const kind of ['series', 'visit', 'appointment'])
      expect(load.count(`booked ${kind}`)).toBeGreaterThan(0);
    expect([staying.hasEnded(), worker.hasEnded()]).toEqual([false, false]);
  }, 180_000);
});
