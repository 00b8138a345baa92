import { dateText } from '../data/days';
import { get, type Question } from '../operations/operation';
import { filledTeam, openDates } from '../reassign/filled-team';
import type { ApiCalls } from './api-calls';
import { worst, type WorstCase } from './worst-case';

/** More providers than all decisions of one request suffice for, with as many occurrences as a series may have. */
const PROVIDERS = 41;
const TRIED = 20;
const OCCURRENCES = 200;
/** The answers, and the texts of the questions, are about as long as they may be in all. */
const QUESTIONS = 10;
const ANSWER_CHARACTERS = 1_900;
const LANGUAGES = ['de', 'fr', 'es', 'it', 'pt'];
const LABEL_CHARACTERS = 400;
const FIRST_DAY_OF_REASSIGNMENT = 30;
const ITEMS = 10;

const RULE = { rrule: `FREQ=DAILY;COUNT=${OCCURRENCES}`, email: 'worst@example.com', name: 'Worst case' };
/** The largest series whose answer is within the bound. */
const LINKED = { rrule: 'FREQ=DAILY;COUNT=140', onConflict: 'skip' };
const LINKS = 6;

/** Things with as much as they may have, by the names of their resources. */
export interface Heavy {
  readonly cases: readonly WorstCase[];
  readonly ids: Readonly<Record<string, string | number>>;
}

/** Books series, a visit and 500 appointments, and gives the worst requests about them. The last ones cancel them. */
export async function writeCases(api: ApiCalls, today: number): Promise<Heavy> {
  const day = (after: number) => dateText(today + after);
  const providerIds = await openProviders(api, day(OCCURRENCES));
  const serviceId = await api.create('/services', { ...FORM, maxAdvanceDays: 3_650, providerIds });
  const series = { ...RULE, serviceId, date: day(1), answers: answersOf('a') };
  const anyOf = (count: number, start: string) =>
    post('/series', {
      ...{ ...series, start, anyProvider: true, providerIds: providerIds.slice(0, count) },
      ...{ onConflict: 'skip', dryRun: true },
    });
  const booked: BookedSeries[] = [];
  for (const providerId of providerIds.slice(0, LINKS))
    booked.push(await bookedSeries(api, { ...series, ...LINKED, providerId, start: '12:00' }));
  const [changed, ...linked] = booked;
  if (changed === undefined) throw new Error('no series was booked');
  const tokenOf = (run: number) => linked[run]?.token ?? '';
  const items = Array.from({ length: ITEMS }, () => ({ serviceId }));
  const visit = { email: RULE.email, name: RULE.name, date: day(3), items };
  const visitId = await api.create('/visits', { ...visit, start: '15:00' });
  const dates = openDates(today + FIRST_DAY_OF_REASSIGNMENT);
  const team = await filledTeam(api, dates);
  const [from = '', to = ''] = [dates[0], dates.at(-1)];
  const away = { start: from, end: to, appointments: 'reassign', otherwise: 'cancel', dryRun: true };
  const shown = { length: 100, include: 'customer,service,provider,location' };
  const { id, customerId } = changed;
  const cases = [
    worst('series-any', 'Series of 200, 20 providers of whom none can have all', anyOf(TRIED, '10:00')),
    worst('series-budget', 'Series of 200, 41 providers', anyOf(PROVIDERS, '10:00')),
    worst('series-refused', 'Series of 200 refused dates, with alternatives', anyOf(TRIED, '23:30')),
    worst('series-book', 'Series of 140, booked', (run) =>
      post('/series', { ...series, ...LINKED, providerId: providerIds[10 + run], start: '11:00' }),
    ),
    worst('series-change', 'Series of 140, moved', (run) => patch(`/series/${id}`, { start: `13:0${run}` })),
    worst(
      'series-list',
      'Appointments of a long form, with all that they include',
      get('/appointments', { seriesId: id, ...shown }),
    ),
    worst('visit-book', 'Refused visit of ten items', post('/visits', { ...visit, start: '23:30' })),
    worst('visit-change', 'Visit of ten items, moved', (run) =>
      patch(`/visits/${visitId}`, { start: `16:0${run}` }),
    ),
    worst(
      'visit-search',
      'Search of visits of ten items, 92 days',
      post('/availability/search', { items, from: day(1), to: day(92) }),
    ),
    worst(
      'reassign',
      'Dry run of a reassignment of 500',
      post('/appointments/reassign', { from, to, ...team, dryRun: true }),
    ),
    worst(
      'time-off',
      'Dry run of time off that 500 meet',
      post(`/providers/${team.providerId}/time-off`, away),
    ),
    worst(
      'closure',
      'Dry run of a closure that 500 meet',
      post('/closures', { ...away, appointments: 'cancel', otherwise: undefined }),
    ),
    worst(
      'customer-export',
      'Export of a customer of about 900 appointments',
      get(`/customers/${customerId}/export`, {}),
    ),
    worst('utilisation', 'Report of 92 days', get('/reports/utilisation', { from: day(1), to: day(92) })),
    worst('mcp', 'Ten calls in one batch, with the largest answers', {
      method: 'POST',
      path: '/mcp',
      body: Array.from({ length: 10 }, (_, index) =>
        call(index, 'list_appointments', { customerId, length: 100 }),
      ),
    }),
    worst('link-read', 'The page of a link of a series of 140', get(`/manage/${tokenOf(4)}`, {})),
    worst('link-answers', 'Answers by the link of a series of 140', (run) =>
      patch(`/manage/${tokenOf(4)}`, { answers: answersOf(`${run}`) }),
    ),
    worst('link-cancel', 'A series of 140 cancelled by its link', (run) =>
      post(`/manage/${tokenOf(run)}/cancel`, {}),
    ),
  ];
  const ids = {
    ...{
      appointments: 1,
      categories: 1,
      locations: 1,
      holds: 1,
      waitlist: 1,
      resources: 1,
      webhooks: 1,
      closures: 1,
    },
    ...{
      series: id,
      visits: visitId,
      customers: customerId,
      services: serviceId,
      providers: providerIds[0] ?? 0,
    },
    manage: tokenOf(4),
  };
  return { cases, ids };
}

/** With questions and answers that are about as long as they may be. */
const FORM = {
  name: 'Form',
  durationMin: 1,
  slotIntervalMin: 1,
  description: 'd'.repeat(2_000),
  questions: Array.from({ length: QUESTIONS }, (_, index) => ({
    ...{ key: `q${index}`, label: `Question ${index}`, type: 'text' },
    labels: Object.fromEntries(LANGUAGES.map((language) => [language, 'q'.repeat(LABEL_CHARACTERS)])),
  })),
};

interface BookedSeries {
  readonly id: number;
  readonly customerId: number;
  readonly token: string;
}

async function bookedSeries(api: ApiCalls, body: object): Promise<BookedSeries> {
  const { status, text } = await api.send(post('/series', body));
  if (status !== 201) throw new Error(`POST /series answered ${status}: ${text.slice(0, 500)}`);
  const { data } = JSON.parse(text) as {
    data: { id: number; manageUrl: string; appointments: readonly { customerId: number }[] };
  };
  const token = new URL(data.manageUrl).pathname.split('/').at(-1) ?? '';
  return { id: data.id, customerId: data.appointments[0]?.customerId ?? 0, token };
}

/** Providers who work all day, but for one day far ahead: none of them can have a series that reaches it. */
async function openProviders(api: ApiCalls, away: string): Promise<readonly number[]> {
  const schedule = [...Array(7).keys()].map((weekday) => ({ weekday, start: '00:00', end: '23:00' }));
  const ids: number[] = [];
  while (ids.length < PROVIDERS) {
    const email = `open-${performance.now()}@example.com`;
    const id = await api.create('/providers', { name: 'Open', email, schedule });
    await api.create(`/providers/${id}/time-off`, { start: away, end: away });
    ids.push(id);
  }
  return ids;
}

function answersOf(letter: string): Readonly<Record<string, string>> {
  return Object.fromEntries(FORM.questions.map(({ key }) => [key, letter.repeat(ANSWER_CHARACTERS)]));
}

function call(id: number, name: string, args: object) {
  return { jsonrpc: '2.0', id, method: 'tools/call', params: { name, arguments: args } };
}

function post(path: string, body: object): Question {
  return { method: 'POST', path: `/api/v1${path}`, body };
}

function patch(path: string, body: object): Question {
  return { method: 'PATCH', path: `/api/v1${path}`, body };
}
