import type { ManagedAppointmentResponse } from '../../booking/manage/dto/managed-parts';
import type { ManagedResponse } from '../../booking/manage/dto/managed.response';
import { fill } from '../../telling/wording/fill';
import type { PageLanguage, PageWords } from './page-language';
import type { PageTimes } from './page-times';
import type { AppointmentsView, Link, PageView, Row, StatusView } from './page-view';

type Overview = Pick<
  PageView,
  'status' | 'sentences' | 'appointments' | 'pages' | 'rows' | 'actions' | 'offer' | 'deadlines' | 'policy'
>;

/** What an item of the list shows: an appointment, or an offer. */
type Item = Pick<
  ManagedAppointmentResponse,
  'service' | 'provider' | 'location' | 'start' | 'end' | 'timezone' | 'seats' | 'status' | 'manageUrl'
>;

/** How many appointments of a series the page shows at once: it stays small. */
const MOST_SHOWN = 20;

/** States in which what is booked takes place, or may. */
const ON: ReadonlySet<string> = new Set([
  'pending',
  'confirmed',
  'completed',
  'waiting',
  'offered',
  'booked',
]);

/** What the page shows of a thing, with links to what can be done. @param skipped how many appointments lie on the pages before */
export function overviewOf(
  thing: ManagedResponse,
  home: string,
  skipped: number,
  language: PageLanguage,
  times: PageTimes,
): Overview {
  const { words } = language;
  const items = itemsOf(thing);
  return {
    status: statusOf(thing, language),
    sentences: sentencesOf(thing, language, times),
    appointments: appointmentsView(thing, items.slice(skipped, skipped + MOST_SHOWN), language, times),
    pages: pagesOf(items.length, home, skipped, words),
    rows: rowsOf(thing, language, times),
    actions: actionsOf(thing, home, language),
    offer: offerOf(thing, home, language),
    deadlines: deadlinesOf(thing, language, times),
    policy: policyView(thing, words),
  };
}

/** What the services and places say of cancelling and moving, each paragraph once. */
export function policyView({ appointments }: ManagedResponse, { headings }: PageWords): PageView['policy'] {
  const texts = new Set(appointments.flatMap(({ policyText }) => policyText?.split('\n\n') ?? []));
  return texts.size === 0 ? null : { heading: headings.policy, text: [...texts].join('\n\n') };
}

function itemsOf({ appointments, entry }: ManagedResponse): readonly Item[] {
  if (entry?.offer == null) return appointments;
  const { provider, location, start, end, timezone } = entry.offer;
  const time = { provider, location, start, end, timezone };
  return [{ ...time, service: entry.service, seats: 1, status: 'confirmed', manageUrl: null }];
}

/** Links to the other pages, where there are several. */
function pagesOf(count: number, home: string, skipped: number, { links }: PageWords): PageView['pages'] {
  if (count <= MOST_SHOWN) return null;
  const linkTo = (first: number, text: string): Link => ({ href: `${home}?skip=${first}`, text });
  const next = skipped + MOST_SHOWN;
  return {
    earlier: skipped === 0 ? null : linkTo(Math.max(0, skipped - MOST_SHOWN), links.earlier),
    later: next >= count ? null : linkTo(next, links.later),
  };
}

/** That of one appointment or entry, or of several that share it. What an accepted offer became may have been cancelled since. */
function statusOf({ appointments, entry }: ManagedResponse, language: PageLanguage): StatusView | null {
  const isWaiting = entry !== null && appointments.length === 0;
  const [first, ...others] = new Set(isWaiting ? [entry.status] : appointments.map(({ status }) => status));
  return first === undefined || others.length > 0 ? null : statusView(first, language);
}

function statusView(status: keyof PageWords['statuses'], { words }: PageLanguage): StatusView {
  return { text: words.statuses[status], isOn: ON.has(status) && status !== 'pending' };
}

function sentencesOf(thing: ManagedResponse, { words }: PageLanguage, times: PageTimes): string[] {
  const { entry } = thing;
  if (entry?.offer != null)
    return [fill(words.rules.offer, { until: times.moment(entry.offer.expiresAt, thing) })];
  if (entry?.status === 'waiting') return [words.rules.waiting];
  return [...pendingNote(thing, words, times), ...(hasOpenQuestions(thing) ? [words.rules.open] : [])];
}

/** What happens next to what waits to be confirmed. */
function pendingNote(thing: ManagedResponse, { rules }: PageWords, times: PageTimes): string[] {
  const pending = thing.appointments.filter(({ status }) => status === 'pending');
  const [first] = pending.flatMap(({ expiresAt }) => expiresAt ?? []).toSorted(byInstant);
  if (pending.length === 0) return [];
  if (first === undefined) return [rules.pending];
  return [fill(rules.pendingUntil, { until: times.moment(first, thing) })];
}

/** They have the offset of their places. */
function byInstant(one: string, other: string): number {
  return Date.parse(one) - Date.parse(other);
}

function hasOpenQuestions({ actions, questions, answers }: ManagedResponse): boolean {
  return (
    actions.includes('answer') &&
    questions.some(({ key, required }) => required && !Object.hasOwn(answers, key))
  );
}

function appointmentsView(
  { kind, customerTimezone }: ManagedResponse,
  items: readonly Item[],
  language: PageLanguage,
  times: PageTimes,
): AppointmentsView | null {
  if (items.length === 0) return null;
  const { catalog } = language;
  const isAlone = kind === 'appointment' || kind === 'waitlist';
  return {
    items: items.map((each) => ({
      ...times.span(each, customerTimezone),
      status: isAlone || each.status === 'confirmed' ? null : statusView(each.status, language),
      isOff: !ON.has(each.status),
      what: isAlone ? null : fill(catalog.what, each),
      where: isAlone ? null : (placeOf(each)?.replaceAll('\n', ', ') ?? null),
      hasRows: isAlone,
      rows: isAlone ? rowsOfItem(each, language) : [],
      link: isAlone ? null : each.manageUrl,
    })),
  };
}

function rowsOfItem(item: Item, { catalog, words }: PageLanguage): Row[] {
  const place = placeOf(item);
  return [
    { label: catalog.labels.what, value: item.service },
    { label: catalog.labels.with, value: item.provider },
    ...(place === null ? [] : [{ label: catalog.labels.where, value: place }]),
    ...(item.seats > 1 ? [{ label: words.labels.seats, value: String(item.seats) }] : []),
  ];
}

function placeOf({ location }: Pick<Item, 'location'>): string | null {
  return location && [location.name, ...(location.address === null ? [] : [location.address])].join('\n');
}

/** What an entry waits for, while nothing is offered or booked. */
function rowsOf(
  { appointments, entry }: ManagedResponse,
  { catalog, words }: PageLanguage,
  times: PageTimes,
): Row[] {
  if (entry?.offer !== null || appointments.length > 0) return [];
  const place = placeOf(entry);
  return [
    { label: words.labels.waitingFor, value: entry.service },
    ...(entry.provider === null ? [] : [{ label: catalog.labels.with, value: entry.provider }]),
    ...(place === null ? [] : [{ label: catalog.labels.where, value: place }]),
    { label: words.labels.between, value: `${times.date(entry.from)} – ${times.date(entry.to)}` },
  ];
}

function actionsOf(thing: ManagedResponse, home: string, { words }: PageLanguage): PageView['actions'] {
  const { kind, actions, appointments } = thing;
  const isOpen = hasOpenQuestions(thing);
  const accepted = kind === 'waitlist' ? (appointments[0]?.manageUrl ?? null) : null;
  const links: readonly (Link & { readonly isShown: boolean })[] = [
    { href: accepted ?? '', text: words.links.appointment, isShown: accepted !== null },
    { href: `${home}/answers`, text: words.links.answers, isShown: actions.includes('answer') },
    {
      href: `${home}/calendar.ics`,
      text: words.links.calendar,
      isShown: appointments.some(({ status }) => ON.has(status)),
    },
    { href: `${home}/move`, text: words.links.move, isShown: actions.includes('move') },
    { href: `${home}/cancel`, text: words.links.cancel, isShown: actions.includes('cancel') },
  ];
  const shown = links.filter(({ isShown }) => isShown);
  const main = isOpen
    ? words.links.answers
    : accepted === null
      ? words.links.calendar
      : words.links.appointment;
  return shown.map(({ href, text }) => ({ href, text, isMain: text === main }));
}

function offerOf({ entry }: ManagedResponse, home: string, { words }: PageLanguage): PageView['offer'] {
  if (entry?.offer == null) return null;
  return {
    start: entry.offer.start,
    accept: { href: `${home}/accept`, text: words.buttons.accept },
    decline: { href: `${home}/decline`, text: words.buttons.decline },
  };
}

/** Until when the customer may change it, where there is an end. */
function deadlinesOf(thing: ManagedResponse, { words }: PageLanguage, times: PageTimes): string[] {
  const { actions, cancelUntil, moveUntil } = thing;
  const note = (until: string | null, text: string): string[] =>
    until === null ? [] : [fill(text, { until: times.moment(until, thing) })];
  const { rules } = words;
  return [
    ...note(moveUntil, actions.includes('move') ? rules.moveUntil : rules.movedUntil),
    ...note(cancelUntil, actions.includes('cancel') ? rules.cancelUntil : rules.cancelledUntil),
  ];
}
