import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { Database, type Statement } from '../../platform/database/database';
import { epochMs } from '../../platform/database/columns';
import { formatAt } from '../../platform/time/instant-text';
import { HOUR_MS } from '../../platform/time/units';
import { nodeOffsets } from '../../platform/time/zones/node-offsets';
import { isUtc } from '../../platform/time/zones/time-zone';
import { offsetsOf } from '../../platform/time/zones/zone-offsets';

const BATCH = 1_000;
const BATCHES_OF_A_RUN = 50;
/** Once all are filled in, an instance of a version before may still book and move some, until the upgrade is done. */
const REST_MS = HOUR_MS;

/**
 * Appointments to come that a version before has booked, or has moved since: then the text is of another instant. Values: now, the limit.
 */
const UNKNOWN: Statement = {
  name: 'booked-starts.unknown',
  text: `
    select a.id, ${epochMs('a.start_at')} as start, p.timezone as zone
    from appointments a join providers p on p.id = a.provider_id
    where a.end_at > $1 and (a.booked_start is null or a.booked_start::timestamptz <> a.start_at)
    order by a.end_at, a.id limit $2`,
};

/** Fills in BookedStarts of appointments that still start then and are not being changed. Values: ids, starts, texts, zones. */
const FILL: Statement = {
  name: 'booked-starts.fill',
  text: `
    with found as (
      select a.id, f.text, f.zone
      from unnest($1::int[], $2::timestamptz[], $3::text[], $4::text[]) f (id, start_at, text, zone)
      join appointments a on a.id = f.id and a.start_at = f.start_at
      for no key update of a skip locked
    )
    update appointments a set booked_start = f.text, booked_zone = f.zone from found f where a.id = f.id`,
};

interface UnknownStart {
  readonly id: number;
  readonly start: number;
  /** IANA name; null: the business's. */
  readonly zone: string | null;
}

/** Fills in the wall clock of appointments to come that versions before have booked: by the rules of Node, as those did. */
@Injectable()
export class BookedStartFill {
  /** Until when there is nothing to do, as far as is known; epoch ms. */
  private restsUntil = -Infinity;

  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    @Inject(Config) private readonly config: Config,
  ) {}

  async run(): Promise<void> {
    const now = this.clock.now();
    if (now < this.restsUntil) return;
    for (let batch = 0; batch < BATCHES_OF_A_RUN; batch++) {
      const rows = await this.database.rows<UnknownStart>(UNKNOWN, [new Date(now), BATCH]);
      if (rows.length > 0) await this.fill(rows);
      if (rows.length < BATCH) {
        this.restsUntil = now + REST_MS;
        return;
      }
    }
  }

  private async fill(rows: readonly UnknownStart[]): Promise<void> {
    const zones = rows.map(({ zone }) => zone ?? this.config.businessTimeZone);
    const textIn = formatter();
    await this.database.rows(FILL, [
      rows.map(({ id }) => id),
      rows.map(({ start }) => new Date(start)),
      rows.map(({ start }, i) => textIn(start, zones[i] ?? '')),
      zones,
    ]);
  }
}

/** Writes instants by the rules of Node. Asks for those of a zone once. */
function formatter(): (instant: number, zone: string) => string {
  const known = new Map<string, (instant: number) => number>();
  return (instant, zone) => {
    if (isUtc(zone)) return formatAt(instant, undefined);
    const offsetAt = known.get(zone) ?? nodeOffsets(zone) ?? ((at) => offsetsOf(zone).at(at));
    known.set(zone, offsetAt);
    return formatAt(instant, offsetAt(instant));
  };
}
