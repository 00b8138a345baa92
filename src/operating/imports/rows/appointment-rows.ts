import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AppointmentBatches } from '../../../booking/diary/decisions/appointment-batches';
import { AppointmentWrites } from '../../../booking/diary/writes/appointment-writes';
import type { NewAppointment } from '../../../booking/diary/writes/new-appointment';
import {
  approximateStart,
  type Candidate,
  LONGEST_MS,
  readTime,
} from '../../../booking/diary/decisions/candidate';

import type { Snapshot } from '../../../booking/diary/snapshot/snapshot';
import type { Interval } from '../../../platform/time/interval';
import { ValidationError } from '../../../platform/errors/errors';
import { ImportedAppointment } from '../dto/imported-rows';
import { faultOf } from '../faults';
import type { ImportJob, RowWriter, ValidRow } from '../imported-row';
import { isOpen, isOutcome, type Outcome, refused } from '../outcome';
import { type References, SourceReferences } from '../source-references';
import { AppointmentParties, type WantedAppointment } from './appointment-parties';
import { AppointmentPlaces } from './appointment-places';
import { TakenTimes } from './taken-times.queries';

/** Books appointments as with `ignoreSchedule`, several in one batch. Those that are over, and those that never took place, too. */
@Injectable()
export class AppointmentRows implements RowWriter<ImportedAppointment> {
  readonly kind = 'appointments';
  readonly type = ImportedAppointment;

  constructor(
    private readonly batches: AppointmentBatches,
    private readonly writes: AppointmentWrites,
    private readonly references: SourceReferences,
    private readonly parties: AppointmentParties,
    private readonly places: AppointmentPlaces,
    private readonly taken: TakenTimes,
  ) {}

  async write(
    tx: EntityManager,
    job: ImportJob,
    rows: readonly ValidRow<ImportedAppointment>[],
  ): Promise<Outcome[]> {
    const references = await this.references.read(
      tx,
      job,
      rows.map(({ body }) => body),
    );
    const read = rows.map((row) => orRefusal(() => wantedIn(row, references)));
    const wanted = read.filter(isOpen<WantedAppointment>);
    if (wanted.length === 0) return read.filter(isOutcome);
    const pairs = wanted.map(({ candidate }) => candidate);
    const opened = await this.batches.open(tx, { pairs, within: spanOf(pairs) });
    const batch = job.isSystem === true ? opened.under(agreedElsewhere) : opened;
    const named = await this.parties.open(tx, job, wanted, references);
    const places = await this.places.open(tx, job, batch, wanted);
    const decided: (NewAppointment | Outcome)[] = [];
    for (const each of read)
      decided.push(isOutcome(each) ? each : await orRefused(() => places.place(each, named)));
    const inserted = await this.writes.insert(tx, decided.filter(isOpen<NewAppointment>));
    for (const note of places.notes) job.say(note);
    const ids = inserted.map(({ id }) => id)[Symbol.iterator]();
    const outcomes = decided.map((each): Outcome =>
      isOutcome(each) ? each : { is: 'taken', id: ids.next().value ?? 0 },
    );
    return this.taken.explain(tx, outcomes);
  }
}

/** @throws ValidationError of ids that name nothing, and of members that do not go together */
function wantedIn(row: ValidRow<ImportedAppointment>, references: References): WantedAppointment {
  const { body } = row;
  const { cancelledBy, cancelReason, status, seats, locationId } = body;
  if (status !== 'cancelled' && (cancelledBy ?? cancelReason ?? null) !== null)
    throw new ValidationError({ cancelReason: 'goes only with the status cancelled' });
  const ids = {
    serviceId: references.get('serviceId', body.serviceId),
    providerId: references.get('providerId', body.providerId),
    locationId: typeof locationId === 'string' ? references.get('locationId', locationId) : undefined,
  };
  return { row, candidate: { ...ids, ...readTime(body), seats, ignoreSchedule: true } };
}

function spanOf(candidates: readonly Candidate[]): Interval {
  const starts = candidates.map(approximateStart);
  return { start: Math.min(...starts), end: Math.max(...starts) + LONGEST_MS };
}

function orRefusal<T>(read: () => T): T | Outcome {
  try {
    return read();
  } catch (error) {
    return refusalOf(error);
  }
}

async function orRefused<T>(decide: () => Promise<T>): Promise<T | Outcome> {
  try {
    return await decide();
  } catch (error) {
    return refusalOf(error);
  }
}

function refusalOf(error: unknown): Outcome {
  const reason = faultOf(error);
  if (reason === undefined) throw error;
  return refused(reason);
}

/**
 * For what was agreed in another system: the service and the providers count as active, and each provider as offering the service. What
 * is taken stays taken.
 */
function agreedElsewhere(snapshot: Snapshot): Snapshot {
  const service = snapshot.service && { ...snapshot.service, isAvailable: true };
  const calendars = snapshot.calendars.map((calendar) => {
    return { ...calendar, isAvailable: true, offersService: true };
  });
  return { ...snapshot, service, calendars };
}
