import { dateText } from '../data/days';
import type { Question } from '../operations/operation';
import { get } from '../operations/operation';
import type { ApiCalls } from './api-calls';
import { worst, type WorstCase } from './worst-case';

const TEN_YEARS_DAYS = 3_650;
const WHOLE_DAY_MIN = 1_440;
/** The longest page. */
const LENGTH = 100;

/** Creates what the requests need: services with a slot each minute, and a provider who works around the clock. */
export async function worstCases(api: ApiCalls, today: number, appointments: number): Promise<WorstCase[]> {
  const around = [...Array(7).keys()].map((weekday) => ({ weekday, start: '00:00', end: '24:00' }));
  const providerId = await api.create('/providers', {
    name: 'Around the clock',
    email: `worst-${Date.now()}@example.com`,
    schedule: around,
  });
  const service = { slotIntervalMin: 1, maxAdvanceDays: TEN_YEARS_DAYS };
  const shortId = await api.create('/services', { name: 'Minute', durationMin: 1, ...service });
  // It never fits next to a break, and its buffers make each candidate expensive.
  const longId = await api.create('/services', {
    name: 'Day',
    durationMin: WHOLE_DAY_MIN,
    bufferBeforeMin: WHOLE_DAY_MIN,
    bufferAfterMin: WHOLE_DAY_MIN,
    ...service,
  });
  const day = (after: number) => dateText(today + after);
  // As many words as a search may have: three without an index entry on appointments, twelve elsewhere.
  const letters = 'a b c d e f g h i j k l';
  const include = 'customer,service,provider,location';
  const refused = { serviceId: longId, providerId, date: day(10), start: '10:00' };
  const customer = { name: 'Worst case', email: 'worst@example.com' };
  return [
    worst(
      'slots',
      'Slots of a day, one each minute',
      get('/availability/slots', { serviceId: shortId, providerId, date: day(1) }),
    ),
    worst(
      'slots-any',
      'Slots of a day, any provider, one each minute',
      get('/availability/slots', { serviceId: shortId, anyProvider: true, date: day(1) }),
    ),
    worst('calendar', 'Calendar of 3 days, one slot each minute', calendar(3, { providerId })),
    worst('calendar-long', 'Calendar of 92 days, one slot each minute', calendar(92, { providerId })),
    worst('calendar-any', 'Calendar of 31 days, any provider', calendar(31, { anyProvider: true })),
    worst(
      'summary-any',
      'Summary of 92 days, any provider',
      get('/availability/summary', { serviceId: shortId, anyProvider: true, from: day(1), to: day(92) }),
    ),
    worst(
      'next',
      'Next available, all providers, nothing free',
      get('/availability/next-available', { serviceId: longId }),
    ),
    worst('check', 'Check that searches alternatives', {
      method: 'POST',
      path: '/api/v1/availability/check',
      body: refused,
    }),
    worst('book-refused', 'Refused booking that searches alternatives', {
      method: 'POST',
      path: '/api/v1/appointments',
      body: { ...refused, ...customer },
    }),
    worst(
      'list-deep',
      'Last page of all appointments',
      get('/appointments', { page: Math.floor(appointments / LENGTH), length: LENGTH, include }),
    ),
    worst(
      'search-letters',
      'Search of three words of one letter',
      get('/appointments/search', { q: letters.slice(0, 5), length: LENGTH }),
    ),
    worst(
      'customers-letters',
      'Customers, twelve words of one letter',
      get('/customers', { q: letters, length: LENGTH }),
    ),
    worst('audit', 'Audit trail, longest page', get('/audit', { length: LENGTH })),
    worst('document', 'OpenAPI document', { method: 'GET', path: '/docs/openapi.json' }),
  ];

  function calendar(days: number, whose: { providerId: number } | { anyProvider: true }): Question {
    return get('/availability/calendar', { serviceId: shortId, ...whose, from: day(1), to: day(days) });
  }
}
