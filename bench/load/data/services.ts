import { ON_ROSTERS } from './plan';

export interface ServiceRow {
  readonly id: number;
  readonly name: string;
  readonly durationMin: number;
  readonly bufferBeforeMin: number;
  readonly bufferAfterMin: number;
  readonly slotIntervalMin: number | null;
  readonly price: number;
  readonly categoryId: number;
}

export const CATEGORIES = ['Hair', 'Massage', 'Care', 'Movement', 'Advice'] as const;

const KINDS = [
  ...['Haircut', 'Colouring', 'Beard trim', 'Sports massage', 'Deep tissue massage', 'Facial'],
  ...['Manicure', 'Physiotherapy', 'Nutrition advice', 'Yoga lesson', 'Skin check', 'Back training'],
] as const;

/** With its buffers, each fits into one interval of 45 minutes. */
const FORMS = [
  { name: 'short', durationMin: 20, bufferBeforeMin: 0, bufferAfterMin: 5, slotIntervalMin: 15, price: 24 },
  {
    name: 'classic',
    durationMin: 30,
    bufferBeforeMin: 5,
    bufferAfterMin: 10,
    slotIntervalMin: 15,
    price: 38,
  },
  {
    name: 'long',
    durationMin: 45,
    bufferBeforeMin: 0,
    bufferAfterMin: 0,
    slotIntervalMin: null,
    price: 56.5,
  },
  { name: 'at home', durationMin: 40, bufferBeforeMin: 0, bufferAfterMin: 5, slotIntervalMin: 30, price: 65 },
] as const;

/** The service that the measurements book: short, so that it has more slots than they use. */
export const QUICK: ServiceRow = plain(1, 'Quick check', 15, null);
/** The service that the almost full provider is searched for: longer than any of its gaps. */
export const LONG: ServiceRow = plain(2, 'First consultation', 60, 30);

/** Fifty, of which those who are not on rosters offer some. */
export const SERVICES: readonly ServiceRow[] = [
  ...[QUICK, LONG],
  ...KINDS.flatMap((kind, index) =>
    FORMS.map(({ name, ...form }, formIndex) => ({
      id: 3 + index * FORMS.length + formIndex,
      name: `${kind} ${name}`,
      categoryId: 1 + (index % CATEGORIES.length),
      ...form,
    })),
  ),
];

/** The service of the providers on rosters. */
export const ROSTERED: ServiceRow = plain(SERVICES.length + 1, 'Round', 30, 15);
export const ALL_SERVICES: readonly ServiceRow[] = [...SERVICES, ROSTERED];

/** The services that a provider offers in addition to the two that every one offers. Each of these has 33 or 34 providers. */
export const OWN_SERVICES = 8;

export function servicesOf(providerId: number): readonly ServiceRow[] {
  if (ON_ROSTERS.includes(providerId)) return [ROSTERED];
  const others = SERVICES.length - 2;
  const own = Array.from({ length: OWN_SERVICES }, (_, index) => (providerId * 7 + index * 6) % others);
  return [QUICK, LONG, ...SERVICES.filter((_, index) => own.includes(index - 2))];
}

function plain(id: number, name: string, durationMin: number, slotIntervalMin: number | null): ServiceRow {
  return {
    id,
    name,
    durationMin,
    bufferBeforeMin: 0,
    bufferAfterMin: 0,
    slotIntervalMin,
    price: 30,
    categoryId: 5,
  };
}
