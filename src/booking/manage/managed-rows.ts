import type { PlaceContact } from '../../business/locations/place-contact';
import type { ServiceQuestion } from '../../business/services/questions/service-question';
import type { DurationOption } from '../../business/services/service.entity';
import type { Weekday } from '../../platform/time/weekdays';
import type { LinkKind } from '../links/link-token';
import type { Answers } from '../answers/answers';
import type { CancelledBy, Status } from '../appointment-status';
import type { WaitlistStatus } from '../waitlist/waitlist-status';

/** What all that a link is about has. */
interface Held {
  /** The customer whose link it is. */
  readonly holderId: number;
  readonly linkCounter: number;
  readonly isErased: boolean;
  /** A language tag (BCP 47) and an IANA name, those of the booking or else of the customer; null: not known. */
  readonly language: string | null;
  readonly customerTimezone: string | null;
  readonly serviceName: string;
}

/** An appointment as its customer manages it. Instants in epoch ms. */
export interface ManagedAppointment extends Held {
  readonly id: number;
  /** That of the appointment, also where another link is read; for its own link. */
  readonly ownCounter: number;
  readonly status: Status;
  /** When a pending one ends; null: it does not end by itself. */
  readonly expiresAt: number | null;
  readonly cancelledBy: CancelledBy | null;
  readonly start: number;
  readonly end: number;
  /** IANA name. */
  readonly timezone: string;
  readonly serviceId: number;
  readonly providerId: number;
  readonly locationId: number | null;
  readonly seats: number;
  readonly providerName: string;
  readonly locationName: string | null;
  readonly locationAddress: string | null;
  /** Whom the customer asks; null: the business. */
  readonly contact: PlaceContact | null;
  readonly questions: readonly ServiceQuestion[];
  readonly answers: Answers;
  readonly cancelUntilMin: number | null;
  readonly moveUntilMin: number | null;
  /** That of the service, and then that of the place. */
  readonly policyText: string | null;
  readonly durationOptions: readonly DurationOption[];
  /** Whether the service is deleted. */
  readonly isServiceGone: boolean;
}

/** An offer to an entry of the waitlist. Instants in epoch ms. */
export interface ManagedOffer {
  readonly start: number;
  readonly end: number;
  readonly expiresAt: number;
  readonly timezone: string;
  readonly providerName: string;
  readonly locationName: string | null;
  readonly locationAddress: string | null;
  /** Whom the customer asks; null: the business. */
  readonly contact: PlaceContact | null;
}

/** An entry of the waitlist as its customer manages it. */
export interface ManagedEntry extends Held {
  readonly id: number;
  readonly status: WaitlistStatus;
  /** Null: the entry names none. */
  readonly providerName: string | null;
  readonly locationName: string | null;
  readonly locationAddress: string | null;
  /** Whom the customer asks; null: the business. */
  readonly contact: PlaceContact | null;
  readonly from: string;
  readonly to: string;
  readonly timeFromMin: number | null;
  readonly timeToMin: number | null;
  readonly weekdays: readonly Weekday[] | null;
  readonly timezone: string;
  /** What an accepted offer became; null: nothing. */
  readonly appointmentId: number | null;
  /** The end of the last date; epoch ms. */
  readonly endsAt: number;
  readonly offer: ManagedOffer | null;
}

/** What a link is about, as it is now. */
export interface ManagedThing {
  readonly kind: LinkKind;
  readonly id: number;
  /**
   * Those of the customer in the order of time, cancelled ones too; of a series those that are not over, of the waitlist what an accepted
   * offer became.
   */
  readonly appointments: readonly ManagedAppointment[];
  /** Only of a link of the waitlist. */
  readonly entry: ManagedEntry | null;
  /** When it was read; epoch ms. */
  readonly now: number;
}

/** Whom the customer asks about it: of several, as the messages about them, about the first that takes place. Null: the business. */
export function contactIn({ appointments, entry, now }: ManagedThing): PlaceContact | null {
  const first =
    appointments.find(({ status, end }) => status !== 'cancelled' && end > now) ?? appointments[0];
  return (first ?? entry?.offer ?? entry)?.contact ?? null;
}

/** What the services of some appointments ask. Those of one service share their list. */
export function questionsOf(appointments: readonly ManagedAppointment[]): readonly ServiceQuestion[] {
  return [...new Set(appointments.map(({ questions }) => questions))].flat();
}
