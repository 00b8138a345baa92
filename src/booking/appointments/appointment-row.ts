import type { PaymentStatus, Status } from './appointment.entity';

/** An appointment as it is read: with the names that are shown, and its provider's zone. */
export interface AppointmentRow {
  readonly id: number;
  readonly provider_id: number;
  readonly service_id: number;
  readonly customer_id: number;
  readonly location_id: number | null;
  readonly start_at: Date;
  readonly end_at: Date;
  readonly status: Status;
  readonly payment_status: PaymentStatus;
  readonly notes: string | null;
  readonly created_at: Date;
  readonly updated_at: Date;
  readonly customer_name: string;
  readonly service_name: string;
  readonly provider_name: string;
  /** IANA name; null: the business's. */
  readonly timezone: string | null;
}

/** @param appointments what has the columns of appointments; `c`, `s`, `u` and `p` are the customer, service, user and provider */
export const selectRows = (appointments: string) => `
  select a.id, a.provider_id, a.service_id, a.customer_id, a.location_id, a.start_at, a.end_at, a.status,
    a.payment_status, a.notes, a.created_at, a.updated_at,
    trim(c.first_name || ' ' || c.last_name) as customer_name, s.name as service_name, u.name as provider_name, p.timezone
  from ${appointments} a
  join customers c on c.id = a.customer_id
  join services s on s.id = a.service_id
  join users u on u.id = a.provider_id
  join providers p on p.id = a.provider_id`;

/** Selects AppointmentRows; `a` is the appointment. */
export const SELECT_APPOINTMENTS = selectRows('appointments');
