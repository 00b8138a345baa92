import { RefusedError, ValidationError } from '../../platform/errors/errors';
import { LANGUAGES } from '../../platform/values/language';
import type {
  ManagedAppointmentResponse,
  ManagedEntryResponse,
} from '../../booking/manage/dto/managed-parts';
import type { ManagedResponse } from '../../booking/manage/dto/managed.response';
import { choosePageLanguage } from './page-language';
import { PAGE_STYLE } from './page-style';
import { DONE, Pages } from './pages';

/** The members of a class, which can be spread. */
type Plain<Class> = { readonly [Member in keyof Class]: Class[Member] };

const BUSINESS = {
  name: 'Studio <b>Linde</b>',
  address: 'Lindenstraße 14\n10969 Berlin',
  email: 'hello@studio-linde.example',
  phone: '+49 30 901820',
};
const HOME = 'a-token';

const APPOINTMENT: Plain<ManagedAppointmentResponse> = {
  service: 'Schnitt',
  provider: 'Ana Silva',
  location: { name: 'Salon', address: 'Ring 1' },
  start: '2026-12-01T09:00:00+01:00',
  end: '2026-12-01T09:45:00+01:00',
  timezone: 'Europe/Berlin',
  seats: 2,
  status: 'confirmed',
  expiresAt: null,
  cancelledBy: null,
  cancelUntil: '2026-11-30T09:00:00+01:00',
  moveUntil: '2026-11-30T09:00:00+01:00',
  policyText: '48 h',
  manageUrl: null,
};

const ONE: Plain<ManagedResponse> = {
  kind: 'appointment',
  language: 'en',
  customerTimezone: 'America/New_York',
  appointments: [APPOINTMENT],
  entry: null,
  actions: ['cancel', 'move', 'answer'],
  cancelUntil: '2026-11-30T09:00:00+01:00',
  moveUntil: '2026-11-30T09:00:00+01:00',
  questions: [
    { key: 'a', label: 'A?', type: 'text', required: true, choices: [] },
    { key: 'b', label: 'B?', type: 'number', required: false, choices: [] },
    { key: 'c', label: 'C?', type: 'boolean', required: false, choices: [] },
    { key: 'd', label: 'D?', type: 'choice', required: false, choices: ['x', 'y'] },
    { key: 'e', label: 'E?', type: 'date', required: false, choices: [] },
  ],
  answers: {},
  business: { name: 'Studio Linde', address: null, email: null, phone: null },
};

const ENTRY: Plain<ManagedEntryResponse> = {
  service: 'Schnitt',
  provider: null,
  location: null,
  status: 'waiting',
  from: '2026-12-01',
  to: '2026-12-18',
  timeFrom: null,
  timeTo: null,
  weekdays: null,
  timezone: 'Europe/Berlin',
  offer: null,
};
const WAITING: Plain<ManagedResponse> = {
  ...ONE,
  kind: 'waitlist',
  appointments: [],
  entry: ENTRY,
  actions: [],
  cancelUntil: null,
  moveUntil: null,
  questions: [],
};
const OFFERED: Plain<ManagedResponse> = {
  ...WAITING,
  actions: ['accept', 'decline'],
  entry: { ...ENTRY, status: 'offered', offer: { ...APPOINTMENT, expiresAt: '2026-11-20T14:35:11+01:00' } },
};

/** Of an accepted offer. */
const ACCEPTED: Plain<ManagedResponse> = {
  ...WAITING,
  appointments: [{ ...APPOINTMENT, manageUrl: 'https://booking.salon.example/m/own' }],
  entry: { ...ENTRY, status: 'booked' },
};

const DAYS = { from: '2026-12-01', today: '2026-11-24', day: null };
const SLOTS = ['09:00', '09:30'].map((time) => ({
  start: `2026-12-01T${time}:00+01:00`,
  date: '2026-12-01',
}));

const refusedFor = (reason: string, more: object = {}) => new RefusedError('no', { reason, ...more });

/** A series of 200 appointments, each with the longest link. */
const SERIES: Plain<ManagedResponse> = {
  ...ONE,
  kind: 'series',
  cancelUntil: null,
  moveUntil: null,
  appointments: Array.from({ length: 200 }, (_, i) => ({
    ...APPOINTMENT,
    status: i === 1 ? ('cancelled' as const) : ('confirmed' as const),
    manageUrl: `https://booking.salon.example/m/${'x'.repeat(28)}`,
  })),
};

function pagesIn(language: string): Pages {
  return new Pages(choosePageLanguage(language, [], 'en'), BUSINESS);
}

const PENDING = { ...APPOINTMENT, status: 'pending', expiresAt: '2026-11-24T10:00:00+01:00' } as const;

/** Every state of the page. */
function statesOf(pages: Pages): string[] {
  const statuses = ['pending', 'confirmed', 'completed', 'cancelled', 'no-show'] as const;
  const entryStatuses = ['waiting', 'offered', 'booked', 'expired', 'withdrawn'] as const;
  const faults = { a: '', b: '', c: '', d: '', e: '' };
  const reasons = ['slot_taken', 'hold_expired', 'limit_reached', 'closed'];
  return [
    ...statuses.map((status) => pages.overview({ ...ONE, appointments: [{ ...APPOINTMENT, status }] }, HOME)),
    ...entryStatuses.map((status) => pages.overview({ ...WAITING, entry: { ...ENTRY, status } }, HOME)),
    ...DONE.map((done) => pages.overview(ONE, HOME, { done })),
    pages.overview({ ...ONE, appointments: [PENDING] }, HOME, { done: 'moved' }),
    ...reasons.map((reason) => pages.overview(ONE, HOME, { refusal: refusedFor(reason) })),
    pages.overview({ ...ONE, actions: [] }, HOME, {
      refusal: refusedFor('too_late', { until: '2026-11-30T09:00:00+01:00' }),
    }),
    pages.overview(OFFERED, HOME),
    pages.overview(OFFERED, HOME, { refusal: refusedFor('closed') }),
    pages.overview(ACCEPTED, HOME, { done: 'accepted' }),
    pages.overview({ ...ONE, kind: 'visit', appointments: [APPOINTMENT, APPOINTMENT] }, HOME),
    pages.overview(SERIES, HOME, { skipped: 20 }),
    ...(['appointment', 'visit', 'series'] as const).map((kind) => pages.cancel({ ...ONE, kind }, HOME)),
    pages.cancel(SERIES, HOME, { reason: 'x', isTooLong: true }),
    pages.move(ONE, HOME, { ...DAYS, slots: SLOTS }),
    pages.move(ONE, HOME, { ...DAYS, slots: [] }),
    pages.move(ONE, HOME, { ...DAYS, slots: SLOTS }, new ValidationError({ start: 'is required' })),
    pages.move(ONE, HOME, { ...DAYS, slots: SLOTS }, refusedFor('slot_taken', { alternatives: SLOTS })),
    pages.answers(ONE, HOME, { given: {}, faults: {} }),
    pages.answers(ONE, HOME, { given: { a: 'x', b: 'x', c: 'x', d: 'x', e: 'x' }, faults }),
    pages.answers(ONE, HOME, { given: {}, faults }),
    ...(['dead', 'busy', 'unreadable', 'failed'] as const).map((problem) => pages.problem(problem)),
  ];
}

/** What a reader of a page can read, with the values of its inputs. */
function textOf(html: string): string {
  return html
    .replace(/<style>.*<\/style>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/&#x?\w+;|&\w+;/g, (entity) => ENTITIES[entity] ?? entity)
    .replaceAll(/\s+/g, ' ');
}
const ENTITIES: Readonly<Record<string, string>> = { '&#39;': "'", '&amp;': '&', '&#x2F;': '/' };

/** All texts of a catalog by their paths. */
function leavesOf(words: object, path = ''): [path: string, text: string][] {
  return Object.entries(words).flatMap(([name, value]: [string, unknown]): [string, string][] =>
    typeof value === 'string' ? [[path + name, value]] : leavesOf(value as object, `${path}${name}.`),
  );
}

describe.each(LANGUAGES)('The page in %s', (language) => {
  const states = statesOf(pagesIn(language));

  it('is complete in every state: no variable is left, and nothing is missing', () => {
    for (const html of states) {
      expect(html).toContain(`<html lang="${language}" dir="ltr">`);
      expect(textOf(html)).not.toMatch(/\{\{|undefined|\bnull\b|NaN|\[object|Invalid Date/);
    }
  });

  it('is smaller than 30 KB in every state, a series of 200 appointments included', () => {
    expect(Math.max(...states.map((html) => Buffer.byteLength(html)))).toBeLessThan(30_000);
  });

  it('shows each of its words in some state', () => {
    const shown = states.map(textOf).join(' ');
    const unseen = leavesOf(choosePageLanguage(language, [], 'en').words)
      .filter(([path]) => path !== 'direction')
      .filter(([, text]) => text.split(/\{\{\w+\}\}/).some((part) => !shown.includes(part.trim())));
    expect(unseen).toEqual([]);
  });
});

describe('The page', () => {
  it('escapes what it shows, in texts and attributes', () => {
    const evil = `"><script>alert('x')</script>`;
    const thing: Plain<ManagedResponse> = {
      ...ONE,
      appointments: [
        {
          ...APPOINTMENT,
          service: evil,
          provider: evil,
          policyText: evil,
          location: { name: evil, address: evil },
        },
      ],
      questions: [{ key: evil, label: evil, type: 'choice', required: true, choices: [evil] }],
      answers: { [evil]: evil },
    };
    const pages = pagesIn('en');
    for (const html of [
      pages.overview(thing, HOME),
      pages.cancel(thing, HOME, { reason: `</textarea>${evil}` }),
      pages.move(thing, HOME, { ...DAYS, slots: SLOTS }),
      pages.answers(thing, HOME, { given: {}, faults: {} }),
    ]) {
      expect(html).toContain('&lt;script&gt;');
      expect(html).not.toMatch(/<script|<b>/);
    }
  });

  it('links to the address of the business where that has characters that end one in a URI', () => {
    const language = choosePageLanguage('en', [], 'en');
    const html = new Pages(language, { ...BUSINESS, email: 'a?b%c@salon.example' }).overview(ONE, HOME);
    expect(html).toContain('<a href="mailto:a%3Fb%25c@salon.example"><bdi>a?b%c@salon.example</bdi></a>');
  });

  it('turns with the direction of its language: its style names neither left nor right', () => {
    const language = choosePageLanguage('en', [], 'en');
    const words = { ...language.words, direction: 'rtl' as const };
    expect(new Pages({ ...language, words }, BUSINESS).overview(ONE, HOME)).toContain(
      '<html lang="en" dir="rtl">',
    );
    expect(PAGE_STYLE).not.toMatch(
      /(?<![-\w])(?:left|right|width|height|(?:margin|padding|border)-(?:left|right))\s*:/,
    );
  });

  it('leads from an accepted offer to the appointment, and says when that was cancelled', () => {
    const html = pagesIn('en').overview(ACCEPTED, HOME);
    expect(html.replaceAll('&#x2F;', '/')).toContain(
      '<a class="button main" href="https://booking.salon.example/m/own">Go to the appointment</a>',
    );
    expect(textOf(html)).toMatch(/Confirmed Your appointment Tuesday, 1 December/);
    const appointments = [{ ...APPOINTMENT, status: 'cancelled' as const }];
    const cancelled = pagesIn('en').overview({ ...ACCEPTED, appointments }, HOME);
    expect(textOf(cancelled)).toMatch(/Cancelled Your appointment/);
    expect(cancelled).not.toContain('Go to the appointment');
  });

  it('tells a last moment on the clock of its reader', () => {
    expect(textOf(pagesIn('en').overview(ONE, HOME))).toContain(
      'You can cancel here until Monday, 30 November 2026, 03:00 (Eastern Time, UTC-05:00).',
    );
    expect(textOf(pagesIn('de').overview({ ...ONE, customerTimezone: null }, HOME))).toContain(
      'Absagen können Sie hier bis Montag, 30. November 2026, 09:00 Uhr.',
    );
  });

  it('is in the language of the customer, else in one of the browser, else in that of the business', () => {
    expect(choosePageLanguage('de-AT', ['fr'], 'en').locale).toBe('de-AT');
    expect(choosePageLanguage('pl', ['*', 'sv', 'fr-CH', 'de'], 'en').locale).toBe('fr-CH');
    expect(choosePageLanguage(null, ['*'], 'nl').language).toBe('nl');
  });
});
