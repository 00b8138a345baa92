import { isOccupying } from '../appointments/appointment-status';

/**
 * The SQL that writes claims; nothing else writes them. They are parts of the statements that write appointments, so that a claim
 * costs no round trip of its own, and an appointment never occupies time without its claim. Deleting an appointment deletes its
 * claim: the foreign key cascades.
 */

/**
 * Takes the time of new appointments.
 * @param appointments a relation with their `id`, `provider_id`, `busy` and `status`
 */
export const takeTimeOf = (appointments: string) => `
  insert into claims (provider_id, busy, appointment_id)
  select a.provider_id, a.busy, a.id from ${appointments} a where ${isOccupying('a.status')}`;

/**
 * Common table expressions that take, move or free the time of changed appointments. Each concerns other rows, so their order
 * does not matter.
 * @param appointments a relation with their `id`, `provider_id`, `busy` and `status` after the change
 */
export const adjustTimeOf = (appointments: string) => `
  taken as (
    ${takeTimeOf(appointments)} and not exists (select from claims c where c.appointment_id = a.id)
  ),
  moved as (
    update claims c set provider_id = a.provider_id, busy = a.busy from ${appointments} a
    where c.appointment_id = a.id and ${isOccupying('a.status')}
      and (c.provider_id, c.busy) is distinct from (a.provider_id, a.busy)
  ),
  freed as (
    delete from claims c using ${appointments} a where c.appointment_id = a.id and not ${isOccupying('a.status')}
  )`;
