import { SubCommand } from 'nest-commander';
import { CliCommand } from '../../../platform/cli/cli-command';
import { table } from '../../../platform/cli/table';
import { formatInstant } from '../../../platform/time/instant-text';
import { zoneRulesVersion } from '../../../platform/time/zones/zone-rules';
import { type Review, ZoneReview, ZoneReviewModule } from '../zone-review';

/** An appointment whose instant is no longer its wall clock. */
interface ReviewedAppointment {
  readonly id: number;
  readonly providerId: number;
  readonly timezone: string;
  readonly localStart: string;
  /** RFC 3339, by the rules of today. */
  readonly start: string;
  /** When its wall clock is, by the rules of today; null: the clock skips it. */
  readonly due: string | null;
  /** What has that time: ids of appointments, `hold` for a hold. */
  readonly collidesWith: readonly (number | 'hold')[];
}

interface Report {
  readonly zoneRules: string;
  readonly appointments: readonly ReviewedAppointment[];
}

@SubCommand({
  name: 'review',
  description: 'List the appointments to come that changed zone rules have taken from their wall clock',
})
export class ReviewZonesCommand extends CliCommand {
  async run(): Promise<void> {
    await this.services.use(async (services) => {
      this.print(reportOf(await services.get(ZoneReview).review()), toText);
    }, ZoneReviewModule);
  }
}

/** By zone, provider and time. */
function reportOf({ due, collisions }: Review): Report {
  const sorted = due.toSorted(
    (a, b) =>
      a.bookedZone.localeCompare(b.bookedZone) ||
      a.providerId - b.providerId ||
      a.start - b.start ||
      a.id - b.id,
  );
  return {
    zoneRules: zoneRulesVersion(),
    appointments: sorted.map(({ id, providerId, bookedZone, bookedStart, start, due: to }) => ({
      id,
      providerId,
      timezone: bookedZone,
      localStart: bookedStart.slice(0, 'YYYY-MM-DDTHH:MM'.length),
      start: formatInstant(start, bookedZone),
      due: to === undefined ? null : formatInstant(to, bookedZone),
      collidesWith: collisions.get(id) ?? [],
    })),
  };
}

function toText({ zoneRules, appointments }: Report): string {
  if (appointments.length === 0)
    return `Every appointment to come has its wall clock by the zone rules of ${zoneRules}.`;
  const rows = appointments.map(({ id, providerId, timezone, localStart, start, due, collidesWith }) => [
    timezone,
    String(providerId),
    localStart.replace('T', ' '),
    String(id),
    start,
    due ?? 'the clock skips it',
    collidesWith.join(', '),
  ]);
  const headings = ['ZONE', 'PROVIDER', 'BOOKED FOR', 'ID', 'STARTS AT', 'SHOULD START AT', 'COLLIDES WITH'];
  return table(headings, rows);
}
