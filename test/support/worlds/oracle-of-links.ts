import { MINUTE_MS } from '../../../src/platform/time/units';

/** Until when customers may cancel and move, in minutes before the start. */
export interface Policies {
  readonly cancelUntilMin: number | null;
  readonly moveUntilMin: number | null;
}

/** An appointment as it should be. Instants are epoch ms. */
export interface KnownAppointment {
  readonly id: number;
  holder: number;
  start: number;
  status: 'confirmed' | 'cancelled';
  /** How often its link was ended. */
  ended: number;
}

/** A link as a customer got it. */
export interface KnownLink {
  readonly token: string;
  readonly appointmentId: number;
  readonly holder: number;
  readonly ended: number;
}

export const DURATION_MS = 30 * MINUTE_MS;

/** Knows what links answer, from the acts that the API has accepted. */
export class OracleOfLinks {
  readonly appointments = new Map<number, KnownAppointment>();
  readonly links: KnownLink[] = [];
  readonly erased = new Set<number>();

  constructor(private readonly policies: Policies) {}

  book(id: number, holder: number, start: number, token: string): void {
    const booked: KnownAppointment = { id, holder, start, status: 'confirmed', ended: 0 };
    this.appointments.set(id, booked);
    this.issue(booked, token);
  }

  issue({ id, holder, ended }: KnownAppointment, token: string): void {
    this.links.push({ token, appointmentId: id, holder, ended });
  }

  /** The link of the former customer stays dead, also once the appointment is the customer's again. */
  give(known: KnownAppointment, holder: number): void {
    if (known.holder !== holder) known.ended++;
    known.holder = holder;
  }

  /** What a link is about; undefined: it is dead. */
  behind({ appointmentId, holder, ended }: KnownLink, now: number): KnownAppointment | undefined {
    const known = this.appointments.get(appointmentId);
    if (known?.holder !== holder || known.ended !== ended) return undefined;
    return this.erased.has(holder) || known.start + DURATION_MS <= now ? undefined : known;
  }

  /** What the customer may do. The last moment itself counts: without a policy, the start. */
  actions({ start, status }: KnownAppointment, now: number): string[] {
    const isIn = (min: number | null) => now <= start - (min ?? 0) * MINUTE_MS;
    const { cancelUntilMin, moveUntilMin } = this.policies;
    if (status === 'cancelled') return [];
    return [...(isIn(cancelUntilMin) ? ['cancel'] : []), ...(isIn(moveUntilMin) ? ['move'] : [])];
  }

  /** What a cancellation by a link answers. */
  cancels(link: KnownLink, now: number): Outcome {
    const known = this.behind(link, now);
    if (known === undefined) return { status: 404 };
    if (known.status === 'cancelled') return { status: 200 };
    return this.actions(known, now).includes('cancel') ? { status: 200 } : TOO_LATE;
  }

  /** What a move by a link answers. All appointments have one provider, whose hours are open. */
  moves(link: KnownLink, to: number, now: number): Outcome {
    const known = this.behind(link, now);
    if (known === undefined) return { status: 404 };
    if (known.status === 'cancelled') return { status: 422, reason: 'not_possible' };
    if (known.start === to) return { status: 200 };
    if (!this.actions(known, now).includes('move')) return TOO_LATE;
    if (to < now) return { status: 422, reason: 'in_the_past' };
    return this.isTaken(to, known.id) ? { status: 422, reason: 'slot_taken' } : { status: 200 };
  }

  private isTaken(start: number, except: number): boolean {
    return [...this.appointments.values()].some(
      (each) =>
        each.id !== except && each.status !== 'cancelled' && Math.abs(each.start - start) < DURATION_MS,
    );
  }
}

export interface Outcome {
  readonly status: number;
  readonly reason?: string;
}

const TOO_LATE: Outcome = { status: 422, reason: 'too_late' };
