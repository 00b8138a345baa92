import { type Interval, intersect, unite } from '../../platform/time/interval';
import { MINUTE_MS } from '../../platform/time/units';
import { startOfDay } from '../../platform/time/zones/wall-clock';

/** How much of a date appointments fill, for each provider. Appointments that share a session fill its time once. */
export class Workload {
  private readonly united = new Map<number, readonly Interval[]>();

  /** @param appointments the times of each provider's appointments, without buffers */
  constructor(private readonly appointments: ReadonlyMap<number, readonly Interval[]>) {}

  /** Minutes of a local day (days since 1970-01-01) in a zone. */
  minutesOn(day: number, zone: string, providerId: number): number {
    const bounds = { start: startOfDay(day, zone), end: startOfDay(day + 1, zone) };
    const merged = intersect([bounds], this.of(providerId));
    return merged.reduce((sum, { start, end }) => sum + (end - start), 0) / MINUTE_MS;
  }

  /** The same with more appointments of one provider, whom alone it is good for. */
  with(providerId: number, more: readonly Interval[]): Workload {
    if (more.length === 0) return this;
    return new Workload(new Map([[providerId, [...(this.appointments.get(providerId) ?? []), ...more]]]));
  }

  private of(providerId: number): readonly Interval[] {
    const known = this.united.get(providerId);
    if (known !== undefined) return known;
    const united = unite(this.appointments.get(providerId) ?? []);
    this.united.set(providerId, united);
    return united;
  }
}
