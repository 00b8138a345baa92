import { CustomerMessages } from '../../../src/booking/diary/writes/customer-messages';
import { PlannedLock } from '../../../src/booking/diary/locks/planned-lock';
import { TimeMoves } from '../../../src/booking/diary/writes/time-moves';
import type { DuePeriod, PeriodKind } from '../../../src/operating/zone-review/due-periods';
import type { Kind } from '../../../src/operating/zone-review/due-times';
import type { ListedTime } from '../../../src/operating/zone-review/listing.statements';
import { ZoneReview } from '../../../src/operating/zone-review/zone-review';
import { Database } from '../../../src/platform/database/database';
import { anAppointment, MONDAY } from '../../support/builders';
import type { TestService } from '../../support/test-service';

export const VANCOUVER = 'America/Vancouver';

/** The review as the command runs it, with the clock of the test. */
export function reviewOf({ app, clock }: TestService): ZoneReview {
  const [lock, moves] = [app.get(PlannedLock), app.get(TimeMoves)];
  return new ZoneReview(app.get(Database), lock, moves, app.get(CustomerMessages), clock);
}

type Lists = Record<Kind, ListedTime[]> & Record<PeriodKind, DuePeriod[]>;

export async function listed(service: TestService): Promise<Lists> {
  const found: Lists = { appointments: [], holds: [], timeOff: [], closures: [] };
  await reviewOf(service).list({
    times: (kind, page) => Promise.resolve(void found[kind].push(...page)),
    periods: (kind, page) => Promise.resolve(void found[kind].push(...page)),
  });
  return found;
}

/** The ids of the appointments that are due, and what is in the way of those that cannot move. */
export async function dueOf(service: TestService) {
  const { appointments } = await listed(service);
  const inTheWay = appointments.filter((each) => each.inTheWay.length > 0);
  return {
    ids: appointments.map(({ id }) => id),
    collisions: Object.fromEntries(inTheWay.map((each) => [each.id, each.inTheWay])),
  };
}

/** Moves what is due. @returns how many of each kind, but for those of which there are none */
export async function applied(service: TestService) {
  const moved = await reviewOf(service).apply(() => undefined);
  return Object.fromEntries(Object.entries(moved).filter(([, count]) => count > 0));
}

/** Says that a time was booked by the rules of 2025, which gave Vancouver -08:00 in winter. @param clock such as `10:00` */
export async function bookedBefore2026(service: TestService, id: number, clock: string): Promise<void> {
  await service.query('update appointments set booked_start = $2 where id = $1', [
    id,
    `${MONDAY}T${clock}:00-08:00`,
  ]);
}

/** Books the instant that the rules of 2025 gave the time of day, an hour after that of today's rules. @param hour such as `10` */
export async function bookBefore2026(
  service: TestService,
  providerId: number,
  serviceId: number,
  hour: number,
  members: object = {},
): Promise<number> {
  const start = { date: MONDAY, start: `${hour + 1}:00` };
  const { id } = await anAppointment(service.admin, providerId, serviceId, { ...start, ...members });
  await bookedBefore2026(service, id, `${String(hour).padStart(2, '0')}:00`);
  return id;
}
