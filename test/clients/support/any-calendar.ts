import fc from 'fast-check';

/** Calendars as programs write them, of the parts that both readers understand. */

const WEEKDAYS = ['MO', 'TU', 'WE', 'TH', 'FR', 'SA', 'SU'] as const;
const REGIONS = [
  'Europe/Berlin',
  'America/New_York',
  'Australia/Lord_Howe',
  'Asia/Kolkata',
  'Pacific/Auckland',
] as const;
const OF_WINDOWS = ['Eastern Standard Time', 'W. Europe Standard Time', 'Tokyo Standard Time'] as const;
const DESCRIBED = ['EST', 'Customized Time Zone'] as const;

const few = <Value>(values: readonly Value[], most = 3) =>
  fc.uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: most });
const seldom = <Value>(value: fc.Arbitrary<Value>) =>
  fc.oneof({ weight: 3, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary: value });
const part = (name: string, values: fc.Arbitrary<readonly unknown[]>) =>
  seldom(values.map((list) => `${name}=${list.join()}`));
const none = fc.constant(undefined);

const anyDays = (numbers: readonly number[]) =>
  fc.oneof(
    few(WEEKDAYS),
    // python-dateutil wants days with and without a number to be met both; by the RFC (section 3.3.10) one of a list is enough.
    ...(numbers.length > 0
      ? [
          fc.uniqueArray(
            fc.tuple(fc.constantFrom(...numbers), fc.constantFrom(...WEEKDAYS)).map((day) => day.join('')),
            { minLength: 1, maxLength: 2 },
          ),
        ]
      : []),
  );

const MONTHS = [1, 2, 3, 4, 6, 9, 10, 12];
const MONTH_DAYS = [1, 2, 15, 28, 29, 30, 31, -1, -2, -31];

/**
 * Weeks that do not begin on Monday dateutil counts wrongly at the end of a year: RFC 5545, section 3.3.10, numbers them as ISO 8601 does.
 */
const WEEKS = 'YEARLY ';

const PARTS = {
  DAILY: [part('BYMONTH', few(MONTHS)), part('BYMONTHDAY', few(MONTH_DAYS)), part('BYDAY', anyDays([]))],
  WEEKLY: [part('BYMONTH', few(MONTHS)), none, part('BYDAY', anyDays([]))],
  MONTHLY: [
    part('BYMONTH', few(MONTHS)),
    part('BYMONTHDAY', few(MONTH_DAYS)),
    part('BYDAY', anyDays([1, 2, 4, 5, -1, -2])),
  ],
  // In a month dateutil fails for weekdays with numbers above five.
  YEARLY: [
    part('BYMONTH', few(MONTHS)),
    part('BYMONTHDAY', few(MONTH_DAYS)),
    part('BYDAY', anyDays([1, 2, 4, -1])),
  ],
  'YEARLY   ': [none, part('BYMONTHDAY', few(MONTH_DAYS)), part('BYDAY', anyDays([1, 2, 5, 20, -1]))],
  [WEEKS]: [part('BYWEEKNO', few([1, 2, 10, 20, 52, 53, -1])), none, part('BYDAY', anyDays([]))],
  'YEARLY  ': [part('BYYEARDAY', few([1, 60, 100, 200, 366, -1, -366])), none, none],
} as const;

/** Dense enough that both find the next occurrence within a few years. */
const anyRule = fc.constantFrom(...(Object.keys(PARTS) as (keyof typeof PARTS)[])).chain((kind) =>
  fc
    .tuple(
      PARTS[kind][0],
      PARTS[kind][1],
      PARTS[kind][2],
      part(
        'INTERVAL',
        fc.constantFrom(2, 3, 5).map((number) => [number]),
      ),
      part(
        'WKST',
        fc.constantFrom('SU', 'WE').map((day) => [day]),
      ),
      // In the week of DTSTART dateutil counts from DTSTART on, not the whole set (section 3.3.10): the same from the end only.
      part('BYSETPOS', few(kind.trim() === 'WEEKLY' ? [-1, -2] : [1, 2, 3, -1, -2], 2)),
      part('BYHOUR', few([0, 2, 9, 17], 2)),
      fc.oneof(
        fc.constant(undefined),
        fc.integer({ min: 1, max: 40 }).map((count) => `COUNT=${count}`),
        fc.constantFrom('20260415', '20260410T120000', '20261101T070000Z').map((until) => `UNTIL=${until}`),
      ),
    )
    .map(([first, second, days, interval, week, positions, hours, end]) => {
      // Whole days have no hours (section 3.3.10), which dateutil does not know: `anyEvent` leaves them out.
      const by = [first, second, days].filter(Boolean);
      return [
        `FREQ=${kind.trim()}`,
        ...by,
        by.length > 0 ? positions : undefined,
        interval,
        kind === WEEKS ? undefined : week,
        hours,
        end,
      ]
        .filter(Boolean)
        .join(';');
    }),
);

/** `YYYYMMDD` of a day, or with the minutes of it. */
const text = (day: number, minutes?: number) => {
  const date = new Date(Date.UTC(2026, 0, 1 + day, 0, minutes ?? 0)).toISOString().replace(/[-:]/g, '');
  return minutes === undefined ? date.slice(0, 8) : date.slice(0, 15);
};

interface Clock {
  readonly parameter: string;
  readonly suffix: string;
}

const anyClock: fc.Arbitrary<Clock> = fc.oneof(
  fc.constant({ parameter: '', suffix: 'Z' }),
  fc.constant({ parameter: '', suffix: '' }),
  fc
    .constantFrom(...REGIONS, ...OF_WINDOWS, ...DESCRIBED)
    .map((name) => ({ parameter: `;TZID=${name}`, suffix: '' })),
);

/** Days around two clock changes, at hours that clocks skip or show twice, and at others. */
const anyDay = fc.oneof(fc.integer({ min: -700, max: 120 }), fc.constantFrom(65, 66, 67, 86, 87, 88, 93, 94));
const anyMinutes = fc.oneof(
  fc.constantFrom(0, 60, 90, 120, 150, 180),
  fc.integer({ min: 0, max: 95 }).map((quarter) => quarter * 15),
);

const anyEvent = (uid: string) =>
  fc
    .record({
      isWholeDay: fc.nat(4).map((number) => number === 0),
      clock: anyClock,
      day: anyDay,
      minutes: anyMinutes,
      length: fc.constantFrom('PT1H', 'PT8H', 'PT90M', 'P1D', 'P1DT2H', 'P1W', 'DTEND', undefined),
      rule: fc.oneof(none, anyRule, anyRule),
      excluded: fc.array(fc.integer({ min: 0, max: 60 }), { maxLength: 3 }),
      additional: fc.array(fc.integer({ min: 1, max: 200 }), { maxLength: 2 }),
      moved: seldom(fc.record({ day: fc.integer({ min: 0, max: 60 }), by: fc.integer({ min: -3, max: 3 }) })),
      mark: fc.constantFrom(
        '',
        '',
        '',
        'STATUS:TENTATIVE',
        'STATUS:CANCELLED',
        'TRANSP:TRANSPARENT',
        'TRANSP:OPAQUE',
      ),
      noise: fc.constantFrom(
        '',
        'DESCRIPTION:DTSTART:20260301\r\n  and more',
        'BEGIN:VALARM\r\nTRIGGER:-PT5M\r\nDURATION:PT3H\r\nEND:VALARM',
      ),
    })
    .map(({ isWholeDay, clock, day, minutes, length, rule, excluded, additional, moved, mark, noise }) => {
      const at = (name: string, aDay: number) =>
        isWholeDay
          ? `${name};VALUE=DATE:${text(aDay)}`
          : `${name}${clock.parameter}:${text(aDay, minutes)}${clock.suffix}`;
      const isNominal = !isWholeDay || length?.startsWith('PT') !== true;
      const lasting = (aDay: number) => {
        if (length !== 'DTEND') return length !== undefined && isNominal ? `DURATION:${length}` : '';
        return isWholeDay
          ? at('DTEND', aDay + 2)
          : `DTEND${clock.parameter}:${text(aDay, minutes + 300)}${clock.suffix}`;
      };
      const exceptions = [
        ...excluded.map((later) => at('EXDATE', day + later)),
        ...additional.map((later) => at('RDATE', day + later)),
      ];
      const lines = [
        `UID:${uid}`,
        at('DTSTART', day),
        lasting(day),
        noise,
        mark,
        ...(rule === undefined
          ? []
          : [`RRULE:${isWholeDay ? rule.replace(/;BYHOUR=[^;]*/, '') : rule}`, ...exceptions]),
      ];
      const event = ['BEGIN:VEVENT', ...lines, 'END:VEVENT'];
      if (rule === undefined || moved === undefined) return event;
      const other = [
        `UID:${uid}`,
        at('RECURRENCE-ID', day + moved.day),
        at('DTSTART', day + moved.day + moved.by),
        lasting(day + moved.day + moved.by),
      ];
      return [...event, 'BEGIN:VEVENT', ...other, 'END:VEVENT'];
    });

const DESCRIPTIONS = DESCRIBED.flatMap((name, nth) => [
  'BEGIN:VTIMEZONE',
  `TZID:${name}`,
  'BEGIN:STANDARD',
  'DTSTART:19701025T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  `RRULE:FREQ=YEARLY;BYMONTH=${nth === 0 ? 10 : 11};BYDAY=${nth === 0 ? '-1SU' : '1SU'}`,
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:19700329T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  `RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=${nth === 0 ? '-1SU' : '2SU'}`,
  'END:DAYLIGHT',
  'END:VTIMEZONE',
]);

export const anyCalendar = fc
  .tuple(fc.option(anyEvent('a')), anyEvent('b'))
  .map((events) =>
    [
      'BEGIN:VCALENDAR',
      'VERSION:2.0',
      'PRODID:-//Test//EN',
      ...DESCRIPTIONS,
      ...events.flatMap((event) => event ?? []),
      'END:VCALENDAR',
      '',
    ]
      .filter((line, nth, all) => line !== '' || nth === all.length - 1)
      .join('\r\n'),
  );
