import type { DurationOption, ProviderTerms } from '../../../business/services/service.entity';
import { ValidationError } from '../../../platform/errors/errors';
import { DAY_MIN } from '../../../platform/time/units';
import type { Buffers } from '../../engine';

/** The durations and prices of a service. */
export interface OfferedTerms {
  readonly durationMin: number;
  readonly price: number | null;
  readonly terms: readonly ProviderTerms[];
  readonly durationOptions: readonly DurationOption[];
}

/**
 * A service as one provider gives it: with the duration, the price and the buffers in force. A chosen duration brings its own price,
 * with every provider; the buffers are always those of the provider. Where nothing differs, it is the same object.
 * @param providerId undefined: of any provider
 * @param durationMin the duration that was chosen, if one was
 */
export function serviceWith<Service extends OfferedTerms & Buffers>(
  service: Service,
  providerId: number | undefined,
  durationMin: number | undefined,
): Service {
  const own = service.terms.find((terms) => terms.providerId === providerId);
  const chosen = durationMin === undefined ? undefined : optionOf(service, durationMin);
  if (own === undefined && chosen === undefined) return service;
  return {
    ...service,
    durationMin: chosen?.durationMin ?? own?.durationMin ?? service.durationMin,
    price: chosen === undefined ? (own?.price ?? service.price) : chosen.price,
    bufferBeforeMin: own?.bufferBeforeMin ?? service.bufferBeforeMin,
    bufferAfterMin: own?.bufferAfterMin ?? service.bufferAfterMin,
  };
}

/** The most that a price can be: numeric(10,2). */
const MOST = 99_999_999.99;

/** What some seats cost together. @param price of one seat */
export function priceOfSeats(price: number | null, seats = 1): number | null {
  return price === null ? null : (Math.round(price * 100) * seats) / 100;
}

/** As `priceOfSeats`, for an appointment. @throws ValidationError of `seats` when it is more than a price can be */
export function bookedPrice(price: number | null, seats: number): number | null {
  const total = priceOfSeats(price, seats);
  if (total !== null && total > MOST) throw new ValidationError({ seats: `would cost more than ${MOST}` });
  return total;
}

/** A service with the price of some seats together. */
export function ofSeats<Service extends Pick<OfferedTerms, 'price'>>(
  service: Service,
  seats: number | undefined,
): Service {
  return seats === undefined || seats === 1
    ? service
    : { ...service, price: priceOfSeats(service.price, seats) };
}

/** Whether a duration can be chosen: an option of the service, or its own duration. */
export function hasDuration(service: OfferedTerms, durationMin: number | undefined): boolean {
  return durationMin === undefined || optionOf(service, durationMin) !== undefined;
}

/** The fault of a duration that cannot be chosen; undefined: it can be. */
export function faultOfDuration(service: OfferedTerms, durationMin: number | undefined): string | undefined {
  if (hasDuration(service, durationMin)) return undefined;
  const durations = [service, ...service.durationOptions].map((each) => each.durationMin);
  const all = [...new Set(durations)].sort((a, b) => a - b);
  return `must be a duration of the service: ${all.join(', ')}`;
}

/** @throws ValidationError of `durationMin` */
export function assertDuration(service: OfferedTerms, durationMin: number | undefined): void {
  const fault = faultOfDuration(service, durationMin);
  if (fault !== undefined) throw new ValidationError({ durationMin: fault });
}

/** The longest time, in minutes, that a booking of a service may take before its start and after it. */
export function mostTimeAround(service: OfferedTerms & Buffers): {
  readonly before: number;
  readonly after: number;
} {
  const { terms, durationOptions, bufferBeforeMin, bufferAfterMin, durationMin } = service;
  if (terms.length === 0 && durationOptions.length === 0)
    return { before: bufferBeforeMin, after: durationMin + bufferAfterMin };
  return { before: DAY_MIN, after: 2 * DAY_MIN };
}

/** An option wins over the own duration of the service, if both are the same. */
function optionOf(service: OfferedTerms, durationMin: number): DurationOption | undefined {
  const option = service.durationOptions.find((each) => each.durationMin === durationMin);
  return option ?? (service.durationMin === durationMin ? service : undefined);
}
