/** The UID of an appointment with a calendar entry of its own, and in feeds. @param instance the UUID of this installation */
export function appointmentUid(appointmentId: number | null, instance: string): string {
  return `appointment-${appointmentId}@${instance}`;
}

/** The UID of all occurrences of a series. @param instance the UUID of this installation */
export function seriesUid(seriesId: number, instance: string): string {
  return `series-${seriesId}@${instance}`;
}

/** The UID of a whole visit. @param instance the UUID of this installation */
export function visitUid(visitId: number, instance: string): string {
  return `visit-${visitId}@${instance}`;
}
