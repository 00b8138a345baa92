import { Random } from '../random';
import { dayOf, isHoliday, MINUTE_MS, DAY_MS } from './days';
import { notes } from './notes';
import { ALMOST_FULL, CUSTOMERS, FULL_DAYS } from './plan';
import { loads, type Load } from './loads';
import { CELL_MIN, workingDayOf, worksOn } from './schedules';
import { type ServiceRow, SERVICES, servicesOf } from './services';

/** An appointment without its id; instants in epoch ms. */
export interface DiaryRow {
  readonly providerId: number;
  readonly serviceId: number;
  readonly customerId: number;
  readonly locationId: number;
  readonly start: number;
  readonly end: number;
  readonly busyStart: number;
  readonly busyEnd: number;
  readonly status: string;
  readonly paymentStatus: string;
  readonly notes: string | null;
  readonly price: number;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** The free minutes in each day of the almost full provider. */
const GAP_MIN = 20;

const PAST_STATUSES = { completed: 0.82, cancelled: 0.12, 'no-show': 0.06 } as const;
const COMING_STATUSES = { confirmed: 0.87, pending: 0.07, cancelled: 0.06 } as const;
const PAYMENTS = { paid: 0.84, none: 0.11, failed: 0.03, refunded: 0.02 } as const;
const COMING_PAYMENTS = { none: 0.7, paid: 0.15, pending: 0.15 } as const;

/**
 * Makes appointments in time order; always the same ones for one number and anchor.
 * @param anchor a Monday: appointments before it have taken place
 */
export function* diary(size: number, anchor: number): Generator<DiaryRow> {
  const dice = new Random(size);
  const full = [...almostFull(anchor, dice)];
  let next = 0;
  for (const load of loads(size - full.length, anchor, dice)) {
    // The appointments of the almost full provider come first on each day.
    for (let row = full[next]; row !== undefined && dayOf(row.start) <= load.day; row = full[++next])
      yield row;
    yield* dayOfOne(load, anchor, dice);
  }
  yield* full.slice(next);
}

function* dayOfOne({ providerId, day, count }: Load, anchor: number, dice: Random): Generator<DiaryRow> {
  const cells = [...workingDayOf(providerId).cells];
  while (cells.length > count) cells.splice(dice.between(0, cells.length - 1), 1);
  const offered = servicesOf(providerId).filter(({ durationMin }) => durationMin <= CELL_MIN);
  for (const cell of cells) {
    const service = dice.pick(offered);
    const spare = CELL_MIN - service.bufferBeforeMin - service.durationMin - service.bufferAfterMin;
    const late = 5 * dice.between(0, Math.floor(spare / 5));
    yield row(providerId, service, day * DAY_MS + (cell + late) * MINUTE_MS, anchor, dice);
  }
}

/** Appointments without a gap, but for twenty free minutes after a shorter one. */
function* almostFull(anchor: number, dice: Random): Generator<DiaryRow> {
  const [long, short] = [fitting(CELL_MIN), fitting(CELL_MIN - GAP_MIN)];
  const { cells } = workingDayOf(ALMOST_FULL);
  for (let day = anchor; day < anchor + FULL_DAYS; day++) {
    if (!worksOn(ALMOST_FULL, day) || isHoliday(day)) continue;
    const gap = dice.pick(cells);
    for (const cell of cells) {
      const service = cell === gap ? short : long;
      yield {
        ...row(ALMOST_FULL, service, day * DAY_MS + cell * MINUTE_MS, anchor, dice),
        status: 'confirmed',
      };
    }
  }
}

/** A service that takes a given number of minutes with its buffers. */
function fitting(minutes: number): ServiceRow {
  const found = SERVICES.find(
    (each) => each.bufferBeforeMin + each.durationMin + each.bufferAfterMin === minutes,
  );
  if (found === undefined) throw new Error(`no service takes ${minutes} minutes`);
  return found;
}

function row(
  providerId: number,
  service: ServiceRow,
  busyStart: number,
  anchor: number,
  dice: Random,
): DiaryRow {
  const start = busyStart + service.bufferBeforeMin * MINUTE_MS;
  const end = start + service.durationMin * MINUTE_MS;
  const today = anchor * DAY_MS;
  const isPast = start < today;
  // Booked some time ahead, but not after the anchor.
  const createdAt = Math.min(start, today) - dice.between(1, 60 * 24 * 60) * MINUTE_MS;
  const isChanged = dice.next() < 0.2;
  return {
    ...{ providerId, serviceId: service.id, customerId: dice.between(1, CUSTOMERS) },
    locationId: 1 + (providerId % 3),
    ...{ start, end, busyStart, busyEnd: end + service.bufferAfterMin * MINUTE_MS },
    status: isPast ? dice.weighted(PAST_STATUSES) : dice.weighted(COMING_STATUSES),
    paymentStatus: isPast ? dice.weighted(PAYMENTS) : dice.weighted(COMING_PAYMENTS),
    notes: notes(dice),
    price: service.price,
    createdAt,
    updatedAt: isPast ? end : createdAt + (isChanged ? dice.between(1, 50) * MINUTE_MS : 0),
  };
}
