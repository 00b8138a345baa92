const MINUTE_MS = 60_000;
const DAY_MS = 24 * 60 * MINUTE_MS;
const PROVIDERS = 30;
const SERVICES = 10;
const SLOTS_A_DAY = 16;
const OPENS_MIN = 9 * 60;
const SLOT_MIN = 30;
/** So that some appointments are over and some are to come. */
const FIRST_DAY = Date.UTC(new Date().getUTCFullYear() - 1, 0, 1);

type Row = Readonly<Record<string, unknown>> & { readonly id: number };

/** A salon of 30 providers, as the API of an Easy!Appointments shows it. The same size gives the same rows. */
export interface Salon {
  /** By the path of their collection. */
  readonly collections: Readonly<Record<string, readonly Row[]>>;
}

/** @param rows how many customers and appointments there are: four customers for six appointments */
export function salonOf(rows: number): Salon {
  const customers = numbers(Math.round(rows * 0.4)).map((id) => ({ id, ...personOf(id) }));
  const appointments = numbers(rows - customers.length).map((id) => ({
    ...{
      id: id + rows,
      ...timeOf(id),
      book: '2024-01-02 08:00:00',
      hash: `bench-hash-${id}`,
      status: 'Booked',
    },
    ...{ color: '#7cbae8', location: null, notes: `Visit ${id}` },
    customerId: 1 + (id % customers.length),
    providerId: 1 + (id % PROVIDERS),
    serviceId: 1 + (id % SERVICES),
  }));
  return { collections: { ...staff(), customers, appointments } };
}

/** The services and the providers alone. */
export function staffOf(): Salon {
  return { collections: staff() };
}

/** The appointments as comma-separated values, with the customers by their addresses. @param ids ours, of services and providers */
export function csvOf(
  { collections }: Salon,
  ids: { readonly services: readonly number[]; readonly providers: readonly number[] },
): string {
  const lines = (collections['appointments'] ?? []).map((row) => {
    const { name, email } = guestOf(Number(row['customerId']));
    const service = ids.services[Number(row['serviceId']) - 1];
    const provider = ids.providers[Number(row['providerId']) - 1];
    return [row.id, service, provider, row['start'], row['end'], name, email, row['notes']].join(',');
  });
  return ['id,serviceId,providerId,start,end,name,email,notes', ...lines, ''].join('\n');
}

function staff(): Salon['collections'] {
  const services = numbers(SERVICES).map((id) => ({
    ...{
      id,
      name: `Service ${id}`,
      duration: SLOT_MIN,
      price: 20 + id,
      currency: 'EUR',
      attendantsNumber: 1,
    },
  }));
  const plan = Object.fromEntries(
    ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'].map((day) => [
      day,
      { start: '09:00', end: '17:00', breaks: [] },
    ]),
  );
  const providers = numbers(PROVIDERS).map((id) => ({
    ...{
      id,
      firstName: 'Provider',
      lastName: String(id),
      email: `provider${id}@example.com`,
      timezone: 'UTC',
    },
    services: services.map((service) => service.id),
    settings: { workingPlan: plan, workingPlanExceptions: [] },
  }));
  return { services, providers };
}

function guestOf(id: number) {
  return { name: `Guest ${id}`, email: `guest${id}@example.com` };
}

function personOf(id: number) {
  return { firstName: 'Guest', lastName: String(id), email: guestOf(id).email, phone: `+49 30 ${id}` };
}

/** Of the provider of an appointment: one after the other. */
function timeOf(id: number) {
  const place = Math.floor(id / PROVIDERS);
  const day = FIRST_DAY + Math.floor(place / SLOTS_A_DAY) * DAY_MS;
  const start = day + (OPENS_MIN + (place % SLOTS_A_DAY) * SLOT_MIN) * MINUTE_MS;
  return { start: textOf(start), end: textOf(start + SLOT_MIN * MINUTE_MS) };
}

function textOf(instant: number): string {
  return new Date(instant).toISOString().slice(0, 19).replace('T', ' ');
}

function numbers(count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => index + 1);
}
