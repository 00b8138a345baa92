import { BookingLoad } from '../../faults/support/booking-load';
import { EventFollower } from '../../faults/support/event-follower';
import { findFaults, NO_FAULTS } from '../../faults/support/find-faults';
import { SampleBusiness } from '../../faults/support/sample-business';
import type { HaCluster } from './ha-cluster';
import { ServiceProbe } from './service-probe';

/** The result of `Storm.faults` for a storm without faults. */
export const NO_STORM_FAULTS = { ...NO_FAULTS, eventGaps: [], notToldOnce: [] };

/** Bookings by many clients, a client that measures the time without service, and a reader of events. */
export class Storm {
  private constructor(
    private readonly cluster: HaCluster,
    readonly business: SampleBusiness,
    readonly load: BookingLoad,
    readonly probe: ServiceProbe,
    private readonly follower: EventFollower,
  ) {}

  /** @param urls where the clients reach the API */
  static async start(cluster: HaCluster, urls: readonly string[] = cluster.urls): Promise<Storm> {
    const [first = ''] = urls;
    const business = await SampleBusiness.open(first, cluster.databaseUrl);
    const follower = await EventFollower.start(first, business.key, cluster.databaseUrl);
    const load = BookingLoad.start(business, ...urls);
    const probe = ServiceProbe.start(business, urls);
    await load.until(10, 201);
    return new Storm(cluster, business, load, probe, follower);
  }

  /** Ends it, and prints the time without service. */
  async end(what: string): Promise<void> {
    await this.load.until(10, 201);
    await this.load.end();
    await this.probe.end();
    await this.follower.end();
    process.stderr.write(`    without service for ${this.probe.longestGap} ms: ${what}\n`);
  }

  /** Lists the faults of each kind that it has left. */
  async faults(): Promise<typeof NO_STORM_FAULTS> {
    const { databaseUrl } = this.cluster;
    const { events } = this.follower;
    const first = events[0]?.id ?? 0;
    return {
      ...(await findFaults({ databaseUrl, load: this.load, processes: [] })),
      eventGaps: events.filter(({ id }, index) => id !== first + index),
      notToldOnce: await this.follower.notToldOnce(),
    } as typeof NO_STORM_FAULTS;
  }
}
