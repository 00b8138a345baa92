import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type CancelledBy, occupies } from '../../../booking/appointment-status';
import { setBy } from '../../../booking/diary/rows/appointment-columns';
import {
  bookedTime,
  type NewAppointment,
  newAppointment,
} from '../../../booking/diary/writes/new-appointment';
import type { Candidate } from '../../../booking/diary/decisions/candidate';
import type { BookingBatch } from '../../../booking/diary/decisions/booking-batch';
import type { Decision } from '../../../booking/diary/decisions/decision';
import { type Reason, TAKEN_REASONS } from '../../../booking/engine';
import { AppointmentWrites } from '../../../booking/diary/writes/appointment-writes';
import { Clock } from '../../../platform/clock';
import { ValidationError } from '../../../platform/errors/errors';
import { ImportReferences } from '../import-references.queries';
import { type ImportJob, metadataOf } from '../imported-row';
import { MadeAt } from '../made-at';
import { refused } from '../outcome';
import type { Parties, WantedAppointment } from './appointment-parties';
import type { TakenRefusal } from './taken-times.queries';

/** Decides where imported appointments go. */
@Injectable()
export class AppointmentPlaces {
  constructor(
    private readonly writes: AppointmentWrites,
    private readonly references: ImportReferences,
    private readonly madeAt: MadeAt,
    private readonly clock: Clock,
  ) {}

  async open(
    tx: EntityManager,
    job: ImportJob,
    batch: BookingBatch,
    wanted: readonly WantedAppointment[],
  ): Promise<Places> {
    const locationIds = wanted.flatMap(({ candidate }) => candidate.locationId ?? []);
    const locations = await this.references.locations(tx, locationIds);
    const nextSession = () => this.writes.openSession(tx);
    return new Places({ job, batch, locations, nextSession, madeAt: this.madeAt, now: this.clock.now() });
  }
}

interface Known {
  readonly job: ImportJob;
  readonly batch: BookingBatch;
  readonly locations: ReadonlySet<number>;
  readonly nextSession: () => Promise<string>;
  readonly madeAt: MadeAt;
  /** Epoch ms. */
  readonly now: number;
}

/** What becomes of a row. */
interface DecidedRow {
  readonly decision: Decision;
  /** Whether it takes no time although it occupies: it is over, and overlaps others. */
  readonly isIdle: boolean;
  /** Whether it ends with its group, at another time than the row says. */
  readonly endsWithGroup?: boolean;
}

/** Decides on the appointments of one batch, one after the other: each sees what those before it take. */
export class Places {
  /** What is to be said of rows that are taken, once they are written. */
  readonly notes: string[] = [];

  constructor(private readonly known: Known) {}

  /** @throws ValidationError, SlotRefused */
  async place(
    { row, candidate }: WantedAppointment,
    parties: Parties,
  ): Promise<NewAppointment | TakenRefusal> {
    const { batch, locations, madeAt } = this.known;
    const { body } = row;
    const { status = 'confirmed', price, payment_status, notes, cancelReason = null } = body;
    const { locationId } = candidate;
    if (typeof locationId === 'number' && !locations.has(locationId))
      throw new ValidationError({ locationId: 'names no location' });
    const decided = this.decided(candidate, occupies(status));
    const taken = takenBy(candidate, decided.decision);
    if (taken !== undefined) return taken;
    const decision = decided.isIdle ? decided.decision : await this.inSession(decided.decision);
    const time = bookedTime(decision, price);
    const party = await parties.of(body);
    const { verdict } = decision;
    if (!decided.isIdle && verdict.bookable) batch.take({ ...candidate, ...verdict, appointmentId: null });
    const cancelledBy: CancelledBy | null = body.cancelledBy ?? null;
    const said = { ...setBy({ status, payment_status, notes }), cancelledBy, cancelReason };
    const common = { ...said, ...party, metadata: this.metadataOf(row, decided) };
    const createdAt = madeAt.dateOf(body.createdAt)?.getTime();
    return { ...newAppointment(time, common), createdAt, isIdle: decided.isIdle };
  }

  /** An appointment at the start of a group is of the group, whenever it ends: all of a group end together here. */
  private decided(candidate: Candidate, takesTime: boolean): DecidedRow {
    const { batch, job, now } = this.known;
    if (!takesTime) return { decision: batch.decideIdle(candidate), isIdle: true };
    const first = batch.decide(candidate);
    const end = candidate.end === undefined ? undefined : groupEnd(batch, candidate, first);
    const decision = end === undefined ? first : batch.decide({ ...candidate, end });
    const { verdict } = decision;
    const mayOverlap = job.pastOverlaps === 'keep' && !verdict.bookable && isTakenReason(verdict.reason);
    if (mayOverlap && (verdict.end ?? now) < now)
      return { decision: batch.decideIdle(candidate), isIdle: true };
    return { decision, isIdle: false, endsWithGroup: end !== undefined && verdict.bookable };
  }

  private metadataOf(row: WantedAppointment['row'], { endsWithGroup = false }: DecidedRow) {
    const metadata = metadataOf(this.known.job, row);
    if (!endsWithGroup) return metadata;
    const importedEnd = row.body.end ?? '';
    this.notes.push(
      `${row.where ?? 'A row'}: ends with its group, and not at ${importedEnd} (metadata.importedEnd).`,
    );
    return { ...metadata, importedEnd };
  }

  /** Gives a new session its number, so that later rows of the batch can join it. */
  private async inSession(decision: Decision): Promise<Decision> {
    const { verdict } = decision;
    if (!verdict.bookable || verdict.placement.seats === null || verdict.placement.session !== null)
      return decision;
    const placement = { ...verdict.placement, session: await this.known.nextSession() };
    return { ...decision, verdict: { ...verdict, placement } };
  }
}

/** When the group ends that begins when an appointment would; undefined: none does, or nothing is in its way. */
function groupEnd(batch: BookingBatch, candidate: Candidate, { verdict }: Decision): number | undefined {
  if (verdict.bookable || verdict.reason !== 'slot_taken' || verdict.start === undefined) return undefined;
  return batch.sessionEndAt(candidate, verdict.start);
}

function takenBy({ providerId }: Candidate, { verdict }: Decision): TakenRefusal | undefined {
  if (verdict.bookable || verdict.reason !== 'slot_taken') return undefined;
  const [{ start, end } = { start: 0, end: 0 }] = verdict.conflicts;
  return { ...refused(verdict.reason), by: { providerId, start, end } };
}

function isTakenReason(reason: Reason): boolean {
  return (TAKEN_REASONS as readonly Reason[]).includes(reason);
}
