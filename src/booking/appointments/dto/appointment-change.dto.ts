import { InputOf, only, optional, optionally } from '../../../platform/http/validation/members';
import { queryFlag } from '../../../platform/http/validation/query-types';
import { PatchOf } from '../../../platform/metadata/metadata-fields';
import { APPOINTMENT_MEMBERS } from './appointment.dto';

/** Body of PATCH /appointments/{id}: the members that are present change. */
export class AppointmentPatch extends PatchOf(APPOINTMENT_MEMBERS) {}

/** The members of a body that go with the status `cancelled`. */
const CANCELLATION = ['cancelledBy', 'cancelReason'] as const;

/** They may be given where a status is. */
export const CANCELLATION_MEMBERS = optionally(only(APPOINTMENT_MEMBERS, CANCELLATION));

const TELLING = ['notify'] as const;

/** It may be given in every write that may cause messages. */
export const NOTIFY = optionally(only(APPOINTMENT_MEMBERS, TELLING));

/** Query of DELETE /appointments/{id}. */
export class AppointmentRemoval extends InputOf({
  notify: optional(queryFlag(), { default: true, description: '`false`: the customer gets no message' }),
}) {}

export class StatusPatch extends InputOf({
  ...only(APPOINTMENT_MEMBERS, ['status']),
  ...CANCELLATION_MEMBERS,
  ...NOTIFY,
}) {}

/** Body of PATCH /appointments/{id}/notes; `null` clears them. */
export class NotesPatch extends InputOf(only(APPOINTMENT_MEMBERS, ['notes'])) {}

export class PaymentStatusPatch extends InputOf({
  ...only(APPOINTMENT_MEMBERS, ['payment_status']),
  ...NOTIFY,
}) {}
