import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { type CancelledBy, occupies } from '../../../booking/appointment-status';
import { setBy } from '../../../booking/appointments/appointment-columns';
import {
  bookedTime,
  type NewAppointment,
  newAppointment,
} from '../../../booking/appointments/new-appointment';
import type { Candidate } from '../../../booking/availability/candidate';
import type { BookingBatch } from '../../../booking/availability/decisions/booking-batch';
import type { Decision } from '../../../booking/availability/decisions/decision';
import { NEXT_SESSION } from '../../../booking/claims/claims.statements';
import { Database } from '../../../platform/database/database';
import { ValidationError } from '../../../platform/errors/errors';
import { ImportReferences } from '../import-references.queries';
import { type ImportJob, metadataOf } from '../imported-row';
import { MadeAt } from '../made-at';
import { refused } from '../outcome';
import type { Parties } from './appointment-parties';
import type { TakenRefusal } from './taken-times.queries';
import type { WantedAppointment } from './wanted-appointment';

/** Decides where imported appointments go. */
@Injectable()
export class AppointmentPlaces {
  constructor(
    private readonly database: Database,
    private readonly references: ImportReferences,
    private readonly madeAt: MadeAt,
  ) {}

  async open(
    tx: EntityManager,
    job: ImportJob,
    batch: BookingBatch,
    wanted: readonly WantedAppointment[],
  ): Promise<Places> {
    const locationIds = wanted.flatMap(({ candidate }) => candidate.locationId ?? []);
    const locations = await this.references.locations(tx, locationIds);
    const nextSession = async () => {
      return (await this.database.one<{ session: string }>(NEXT_SESSION, [], tx)).session;
    };
    return new Places({ job, batch, locations, nextSession, madeAt: this.madeAt });
  }
}

interface Known {
  readonly job: ImportJob;
  readonly batch: BookingBatch;
  readonly locations: ReadonlySet<number>;
  readonly nextSession: () => Promise<string>;
  readonly madeAt: MadeAt;
}

/** Decides on the appointments of one batch, one after the other: each sees what those before it take. */
export class Places {
  constructor(private readonly known: Known) {}

  /** @throws ValidationError, SlotRefused */
  async place(
    { row, candidate }: WantedAppointment,
    parties: Parties,
  ): Promise<NewAppointment | TakenRefusal> {
    const { batch, locations, job, madeAt } = this.known;
    const { body } = row;
    const { status = 'confirmed', price, payment_status, notes, cancelReason = null } = body;
    const { locationId } = candidate;
    if (typeof locationId === 'number' && !locations.has(locationId))
      throw new ValidationError({ locationId: 'names no location' });
    const takesTime = occupies(status);
    const decided = takesTime ? batch.decide(candidate) : batch.decideIdle(candidate);
    const taken = takenBy(candidate, decided);
    if (taken !== undefined) return taken;
    const decision = takesTime ? await this.inSession(decided) : decided;
    const time = bookedTime(candidate, decision, price);
    const party = await parties.of(body);
    const { verdict } = decision;
    if (takesTime && verdict.bookable) batch.take({ ...candidate, ...verdict, appointmentId: null });
    const cancelledBy: CancelledBy | null = body.cancelledBy ?? null;
    const said = { ...setBy({ status, payment_status, notes }), cancelledBy, cancelReason };
    const common = { ...said, ...party, metadata: metadataOf(job, row) };
    return { ...newAppointment(time, common), createdAt: madeAt.dateOf(body.createdAt)?.getTime() };
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

function takenBy({ providerId }: Candidate, { verdict }: Decision): TakenRefusal | undefined {
  if (verdict.bookable || verdict.reason !== 'slot_taken') return undefined;
  const [{ start, end } = { start: 0, end: 0 }] = verdict.conflicts;
  return { ...refused(verdict.reason), by: { providerId, start, end } };
}
