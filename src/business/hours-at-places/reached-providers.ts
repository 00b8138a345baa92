import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { NotFoundError } from '../../platform/errors/errors';
import type { Reach } from '../../platform/restrictions';
import { addDays } from '../../platform/time/local-date';
import { localDateOf } from '../../platform/time/zones/wall-clock';

/** Hours that name a place, or none. */
interface AtPlace {
  readonly locationId?: number;
}

interface HoursOfProvider {
  readonly zone: string | null;
  readonly schedule: readonly (AtPlace & { readonly until?: string })[] | null;
  readonly special: readonly { readonly date: string; readonly hours: readonly AtPlace[] }[];
}

const HOURS = {
  name: 'reached-providers.hours',
  text: `
    select p.timezone as zone, p.schedule, (
      select coalesce(json_agg(json_build_object('date', s.on_date, 'hours', s.hours)), '[]') from special_hours s
      where s.provider_id = p.id and s.on_date >= $2
    ) as special
    from providers p where p.id = $1`,
};

/** Whose absences a narrowed key writes: those of the providers that it names, and of those all of whose hours are at its places. */
@Injectable()
export class ReachedProviders {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** @throws NotFoundError, whether or not there is such a provider */
  async assertReached(id: number, reach: Reach | undefined, tx?: EntityManager): Promise<void> {
    if (reach === undefined || reach.providers?.includes(id) === true) return;
    if (!(await this.worksOnlyAt(id, reach.locations ?? [], tx))) throw new NotFoundError('provider');
  }

  /** Whether all hours that are not over are at these places. Hours without a place are at none, and so are those of the business. */
  private async worksOnlyAt(
    id: number,
    locations: readonly number[],
    tx: EntityManager | undefined,
  ): Promise<boolean> {
    const now = this.clock.now();
    // The date before that in UTC has begun in every zone.
    const values = [id, addDays(localDateOf(now, 'UTC'), -1)];
    const [found] = await this.database.rows<HoursOfProvider>(HOURS, values, tx);
    if (found === undefined) return false;
    const { zone, schedule, special } = found;
    if (schedule === null || schedule.length === 0) return false;
    const today = localDateOf(now, zone ?? this.config.businessTimeZone);
    const hours: readonly AtPlace[] = [
      ...schedule.filter(({ until = today }) => until >= today),
      ...special.filter(({ date }) => date >= today).flatMap((day) => day.hours),
    ];
    return (
      hours.length > 0 &&
      hours.every(({ locationId }) => locationId !== undefined && locations.includes(locationId))
    );
  }
}
