import { IntersectionType, OmitType, PartialType, PickType } from '@nestjs/swagger';
import { AppointmentResponse } from '../../dto/appointment.response';

/** The public members: when the provider is busy, and nothing about the customer. */
const BUSY = ['id', 'providerId', 'serviceId', 'start', 'end', 'status'] as const;

/** An appointment in a provider's month (docs/interface.md, Endpoints): whole with a key, without one only its public members. */
export class ProviderAppointmentResponse extends IntersectionType(
  PickType(AppointmentResponse, BUSY),
  PartialType(OmitType(AppointmentResponse, BUSY)),
) {}

export function toBusyAppointment({
  id,
  providerId,
  serviceId,
  start,
  end,
  status,
}: AppointmentResponse): ProviderAppointmentResponse {
  return { id, providerId, serviceId, start, end, status };
}
