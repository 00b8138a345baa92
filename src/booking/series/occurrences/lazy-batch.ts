import type { ChangedAppointment } from '../../diary/writes/appointment-writes';
import type { Decider } from '../../appointments/changes/changed-appointment';
import type { BookingBatch } from '../../diary/decisions/booking-batch';
import type { CandidateInPlace, Decision } from '../../diary/decisions/decision';
import type { DateZones, Placement, TakenReason } from '../../engine';
import type { Candidate } from '../../diary/decisions/candidate';

/** A batch that is opened when the first change needs time: notes, answers and cancellations need neither locks nor a snapshot. */
export class LazyBatch implements Decider {
  private opened: Promise<BookingBatch> | undefined;

  constructor(
    private readonly openBatch: () => Promise<BookingBatch>,
    readonly answersAfter: Decider['answersAfter'],
  ) {}

  open(): Promise<BookingBatch> {
    return (this.opened ??= this.openBatch());
  }

  async zonesOf(candidate: CandidateInPlace): Promise<DateZones> {
    return (await this.open()).zonesOf(candidate);
  }

  async decide(candidate: Candidate): Promise<Decision> {
    return (await this.open()).decide(candidate);
  }

  async placementOf(candidate: CandidateInPlace): Promise<Placement | TakenReason> {
    return (await this.open()).placementOf(candidate);
  }

  /** Later decisions see what an appointment takes now, or no longer takes. */
  async note(appointmentId: number, { next, claims }: ChangedAppointment): Promise<void> {
    if (this.opened === undefined || claims === 'kept') return;
    const batch = await this.opened;
    if (claims === 'freed') batch.giveUp(appointmentId);
    else batch.take({ ...next, appointmentId, placement: claims });
  }
}
