import { dateText, isHoliday, timeText } from '../data/days';
import type { ApiCalls } from '../worst/api-calls';

/** As many as one request may give away. */
const DAYS = 25;
const A_DAY = 20;
export const GIVEN = DAYS * A_DAY;
const OTHERS = 10;
const OPENS_MIN = 8 * 60;
const DURATION_MIN = 30;

export interface Team {
  readonly providerId: number;
  readonly toProviderIds: readonly number[];
}

/** The first dates from a day on at which the business is open, as many as a team has appointments on. */
export function openDates(from: number): readonly string[] {
  const days = Array.from({ length: DAYS * 2 }, (_, index) => from + index);
  return days
    .filter((day) => !isHoliday(day))
    .slice(0, DAYS)
    .map(dateText);
}

/** A provider with appointments of as many customers, and others who are free. */
export async function filledTeam(api: ApiCalls, dates: readonly string[]): Promise<Team> {
  const schedule = [...Array(7).keys()].map((weekday) => ({ weekday, start: '00:00', end: '24:00' }));
  const ids: number[] = [];
  while (ids.length <= OTHERS) {
    const email = `reassign-${performance.now()}@example.com`;
    ids.push(await api.create('/providers', { name: 'Stand-in', email, schedule }));
  }
  const [providerId = NaN, ...toProviderIds] = ids;
  const service = { name: 'Stand-in', durationMin: DURATION_MIN, providerIds: ids };
  const serviceId = await api.create('/services', service);
  for (let count = 0; count < GIVEN; count++) {
    const start = timeText(OPENS_MIN + (count % A_DAY) * DURATION_MIN);
    const when = { date: dates[Math.floor(count / A_DAY)], start };
    await api.create('/appointments', { serviceId, providerId, customerId: count + 1, ...when });
  }
  return { providerId, toProviderIds };
}
