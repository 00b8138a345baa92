import type { Answer, ApiClient } from './api-client';

/** A weekday that every new provider works, 09:00 to 17:00, in UTC; the clock of the tests starts on the Friday before. */
export const MONDAY = '2026-11-23';

let count = 0;

/** Creates a service of 30 minutes, and returns its id. */
export async function aService(client: ApiClient, members: object = {}): Promise<number> {
  return idOf(await client.post('/services', { name: 'Consultation', durationMin: 30, ...members }));
}

/** Creates a provider who works the business's hours, and returns the id. */
export async function aProvider(client: ApiClient, members: object = {}): Promise<number> {
  count++;
  return idOf(
    await client.post('/providers', {
      name: `Provider ${count}`,
      email: `provider${count}@example.com`,
      ...members,
    }),
  );
}

/** A body for POST /appointments: Monday at 10:00, a new customer each time. */
export function aBooking(providerId: number, serviceId: number, members: object = {}): object {
  count++;
  const customer = { name: `Customer ${count}`, email: `customer${count}@example.com` };
  return { ...customer, providerId, serviceId, date: MONDAY, start: '10:00', ...members };
}

/** Books, and returns the appointment. */
export async function anAppointment(
  client: ApiClient,
  providerId: number,
  serviceId: number,
  members: object = {},
) {
  const answer = await client.post('/appointments', aBooking(providerId, serviceId, members));
  idOf(answer);
  return answer.body.data as { id: number; start: string; end: string; customerId: number };
}

function idOf({ status, body }: Answer): number {
  if (status !== 201) throw new Error(`expected 201, got ${status}: ${JSON.stringify(body)}`);
  return body.data.id as number;
}
