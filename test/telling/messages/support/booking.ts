import { aProvider, anAppointment, aService } from '../../../support/builders';
import type { TestService } from '../../../support/test-service';

export type Book = (members?: object) => ReturnType<typeof anAppointment>;

/** Returns a function that books half-hour appointments on Monday 2026-11-23, one each hour, with a provider in Berlin. */
export async function aBook(service: TestService, provider: object = {}): Promise<Book> {
  const providerId = await aProvider(service.admin, { timezone: 'Europe/Berlin', ...provider });
  const serviceId = await aService(service.admin);
  let hour = 0;
  return (members = {}) => {
    const start = `${String(hour).padStart(2, '0')}:00`;
    hour++;
    return anAppointment(service.admin, providerId, serviceId, {
      start,
      ignoreSchedule: true,
      ...members,
    });
  };
}
