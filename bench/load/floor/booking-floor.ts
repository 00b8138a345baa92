/** The floor of a booking: its writes in one pipelined transaction, without a look-up, a lock or a check. */
import type { Pool } from 'pg';
import { QUICK } from '../data/services';

export interface Booking {
  readonly providerId: number;
  readonly serviceId: number;
  readonly date: string;
  readonly start: string;
  readonly name: string;
  readonly email: string;
}

const EMAIL = `lower(email collate "und-x-icu")`;

/** What a booking writes; triggers add the audit trail and the tallies. */
const WRITES = [
  {
    name: 'floor.customer',
    text: `insert into customers (first_name, last_name, email, created_at, updated_at) values ($1, '', $2, now(), now())
           on conflict (${EMAIL}) do nothing`,
    values: ({ name, email }: Booking) => [name, email],
  },
  {
    name: 'floor.appointment',
    text: `with booked as (
             insert into appointments (provider_id, service_id, customer_id, start_at, end_at, busy, status, created_at, updated_at)
             select $1, $2, (select id from customers where ${EMAIL} = lower($3 collate "und-x-icu")), $4, $5,
               tstzrange($4, $6), 'confirmed', now(), now()
             returning *
           ),
           claimed as (
             insert into claims (provider_id, busy, session, appointment_id)
             select provider_id, busy, nextval('claims_session_seq'), id from booked
           )
           select * from booked`,
    values: ({ providerId, serviceId, email, date, start }: Booking) => {
      const at = Date.parse(`${date}T${start}Z`);
      const after = (minutes: number) => new Date(at + minutes * 60_000);
      const { durationMin, bufferAfterMin } = QUICK;
      return [
        providerId,
        serviceId,
        email,
        after(0),
        after(durationMin),
        after(durationMin + bufferAfterMin),
      ];
    },
  },
  {
    name: 'floor.message',
    text: `insert into notifications (appointment_id, customer_id, channel, event, recipient, sequence, snapshot, created_at)
           select a.id, a.customer_id, 'email', 'confirmation', c.email, 0,
             jsonb_build_object('customerName', c.first_name, 'serviceName', s.name, 'providerName', u.name, 'status', a.status,
               'start', (extract(epoch from a.start_at) * 1000)::bigint, 'end', (extract(epoch from a.end_at) * 1000)::bigint,
               'timezone', 'UTC'),
             now()
           from appointments a join customers c on c.id = a.customer_id join services s on s.id = a.service_id
             join users u on u.id = a.provider_id
           where a.id = (select currval('appointments_id_seq'))`,
    values: () => [],
  },
  {
    name: 'floor.job',
    // The worker of the service sends the message, as it does for the service's own bookings.
    text: `insert into pgboss.job (name, data, retry_limit, retry_delay, retry_backoff)
           select 'notifications', jsonb_build_object('notificationId', currval('notifications_id_seq')), 12, 14, true`,
    values: () => [],
  },
] as const;

/** Makes the writes of one booking. @returns the row */
export async function writeBooking(pool: Pool, booking: Booking): Promise<{ rows: readonly unknown[] }> {
  const client = await pool.connect();
  try {
    const [, , written] = await Promise.all([
      client.query('begin'),
      ...WRITES.map(({ name, text, values }) => client.query({ name, text, values: values(booking) })),
      client.query('commit'),
    ]);
    return { rows: written?.rows ?? [] };
  } finally {
    client.release();
  }
}
