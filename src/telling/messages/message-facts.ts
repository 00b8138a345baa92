import type { Status } from '../../booking/appointment-status';
import type { PlaceContact } from '../../business/locations/place-contact';
import type { ServiceQuestion } from '../../business/services/questions/service-question';
import type { WriteReason } from '../../platform/database/write-context';

/** What a message says of one appointment, or of an offer, as it was when the message was queued. */
export interface AppointmentFacts {
  readonly serviceName: string;
  readonly providerName: string;
  readonly locationName: string | null;
  readonly locationAddress: string | null;
  /** Whom the customer asks; null or missing: the business. */
  readonly contact?: PlaceContact | null;
  /** Missing in an offer. */
  readonly status?: Status;
  /** Epoch ms. */
  readonly start: number;
  readonly end: number;
  /** IANA name: the zone of the provider, or of the business when the provider has none. */
  readonly timezone: string;
  /** The date by the rule of its series. Null: it is of none, or of one that a version before has booked. Missing in an offer. */
  readonly recursOn?: string | null;
  /** What it was before the change that the message is about. Null or missing: it is about no change, or the change has booked it. */
  readonly former?: FormerFacts | null;
  /** Whether the change that a message about others is about has booked it. */
  readonly isNew?: boolean;
  /**
   * What the customer answered, in the order of the questions. Only in confirmations; null or missing: nothing, and in another
   * appointment of the same message what the first one has.
   */
  readonly answered?: readonly AnsweredQuestion[] | null;
  /** Only in a message to a provider about a cancellation. */
  readonly cancelReason?: string | null;
  /** Whether it has ended because the time to which it was moved was not confirmed. Missing: no. */
  readonly isLapsed?: boolean;
  /** When the offer ends; epoch ms. Missing in a message about an appointment. */
  readonly expiresAt?: number;
}

/** An appointment before a change. A release before has stored the time alone. */
export interface FormerFacts
  extends
    Pick<AppointmentFacts, 'start' | 'end'>,
    Partial<
      Pick<
        AppointmentFacts,
        | 'timezone'
        | 'status'
        | 'serviceName'
        | 'providerName'
        | 'locationName'
        | 'locationAddress'
        | 'contact'
      >
    > {}

/** A question of the service with the answer of the customer, as they were then. */
export interface AnsweredQuestion extends Pick<ServiceQuestion, 'label' | 'labels' | 'type'> {
  readonly value: string | number | boolean;
}

/** The appointment, or the offer, as it was when a message about it was queued. The message says nothing else. */
export interface MessageFacts extends AppointmentFacts {
  readonly customerName: string;
  /** Whom a message to a provider is for. Missing in one to the customer. */
  readonly recipientName?: string;
  /** The person who comes, where the booking names another one than the customer. Missing in messages of older releases. */
  readonly attendeeName?: string | null;
  /** A language tag (BCP 47), and an IANA name: those of the booking, or else of the customer. Missing in messages of older releases. */
  readonly language?: string | null;
  readonly customerTimezone?: string | null;
  /** The other appointments that the message is about, in the order of time: those of a series. Missing when there are none. */
  readonly others?: readonly OtherFacts[];
  /** The calendar entry that it has with others. Missing: one of its own. */
  readonly shared?: SharedSeries | SharedVisit;
  /** What the staff tells the customers about the change. Missing: nothing. */
  readonly note?: string;
  /** Why the service itself moved it. Missing in other messages. */
  readonly reason?: WriteReason;
}

/** Another appointment of the same message. */
export interface OtherFacts extends AppointmentFacts {
  readonly appointmentId: number;
  /** As that of a message about it alone. */
  readonly sequence: number;
  /** The calendar entry that it has with others, such as `series-5`; null: its own. Missing: that of the first one. */
  readonly entry?: string | null;
}

/** The calendar entry of the occurrences of a series. */
export interface SharedSeries {
  readonly rule: SeriesRule;
  /** The customer's other occurrences that take place or took place. Missing in a message about a single one. */
  readonly rest?: readonly AppointmentFacts[];
  readonly visitId?: undefined;
}

export interface SeriesRule {
  /** The id of the series. */
  readonly id: number;
  readonly rrule: string;
  /** Where the rule begins on the clock of the zone, with the time of day of the series: `2026-12-01T10:15`. */
  readonly firstStart: string;
  /** IANA name. */
  readonly timezone: string;
}

/** The calendar entry of a visit. */
export interface SharedVisit {
  readonly visitId: number;
  /** The customer's other appointments of the visit that take place or took place. */
  readonly rest: readonly AppointmentFacts[];
  readonly rule?: undefined;
}
