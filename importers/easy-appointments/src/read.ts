import { categoryOf, serviceOf } from './catalogue';
import { type EasyAccess, EasyClient } from './client';
import type { EasyClocks } from './clocks';
import { specialDaysOf } from './exceptions';
import { isJsonObject } from './json';
import { type FileName, type Line, lineOf, type Page, type Said } from './line';
import { easyPages } from './pages';
import { customerOf, providerOf } from './people';
import type { EasyRow } from './row';
import { assertStatuses, type EasySettings, readClocks, readSettings } from './settings';
import type { StatusNames } from './statuses';
import { appointmentOf, closureOf, timeOffOf } from './times';

export interface EasyRequest extends EasyAccess {
  /** On whose clock all times are read; undefined: each on that of its provider. */
  readonly timezone?: string | undefined;
  readonly statuses: StatusNames;
  /** Is told how the system is read. */
  readonly say: (sentence: string) => void;
}

/** A system whose settings are read. */
interface OpenSystem extends Pick<EasyRequest, 'statuses' | 'say'> {
  readonly client: EasyClient;
  readonly clocks: EasyClocks;
  readonly settings: EasySettings;
}

/** A collection of the API. */
interface Collection {
  /** Its path. */
  readonly resource: string;
  /** How many rows are read at once. */
  readonly length: number;
  /** What a row is called. */
  readonly what: string;
  readonly list: FileName;
  readonly said: (row: EasyRow, system: OpenSystem) => Said;
}

const PAGE = 250;
/** The server asks its database four times for each provider. */
const PAGE_OF_PROVIDERS = 25;

/** In the order in which they name each other. */
const COLLECTIONS: readonly Collection[] = [
  { resource: 'service_categories', length: PAGE, what: 'category', list: 'categories', said: categoryOf },
  {
    ...{ resource: 'services', length: PAGE, what: 'service', list: 'services' },
    said: (row, { settings }) => serviceOf(row, settings),
  },
  {
    ...{ resource: 'providers', length: PAGE_OF_PROVIDERS, what: 'provider', list: 'providers' },
    said: (row, system) => providerOf(row, learnClock(system, row)),
  },
  {
    ...{ resource: 'customers', length: PAGE, what: 'customer', list: 'customers' },
    said: (row, { settings }) => customerOf(row, settings.fieldLabels),
  },
  {
    ...{ resource: 'appointments', length: PAGE, what: 'appointment', list: 'appointments' },
    said: (row, { clocks, statuses }) => appointmentOf(row, clocks, statuses),
  },
  {
    ...{ resource: 'unavailabilities', length: PAGE, what: 'unavailability', list: 'time-off' },
    said: (row, { clocks }) => timeOffOf(row, clocks),
  },
  {
    ...{ resource: 'blocked_periods', length: PAGE, what: 'blocked period', list: 'closures' },
    said: (row, { clocks }) => closureOf(row, clocks),
  },
];

/**
 * Reads what a running Easy!Appointments has, over its REST API (versions 1.5 and 1.6): its settings now, its rows page by page as they
 * are asked for. @throws EasyAppointmentsError of a system that cannot be read
 */
export async function openEasyAppointments(request: EasyRequest): Promise<AsyncGenerator<Page>> {
  const { statuses, say, timezone } = request;
  const client = await EasyClient.open(request);
  const clocks = await readClocks(client, timezone);
  await assertStatuses(client, statuses);
  return pagesOf({ client, clocks, statuses, say, settings: await readSettings(client) });
}

async function* pagesOf(system: OpenSystem): AsyncGenerator<Page> {
  for (const { resource, length, what, list, said } of COLLECTIONS) {
    const kind = resource.replaceAll('_', ' ');
    for await (const { rows, strays, ...progress } of easyPages(system.client, resource, length)) {
      const stray = strays.map((row): Line => ({ what: kind, refused: 'has no id', row }));
      const lines = rows.map((row) => lineOf(what, row, said(row, system)));
      yield { list, kind, lines: [...stray, ...lines], ...progress };
      if (list !== 'providers') continue;
      for (const exceptions of rows.map(exceptionsOf))
        yield { list: 'special-hours', kind, lines: exceptions, ...progress };
    }
    if (list === 'providers') sayClocks(system);
  }
}

function learnClock({ clocks, say }: OpenSystem, row: EasyRow): string {
  const { zone, isKnown } = clocks.learn(row.id, row);
  if (!isKnown) say(`Provider ${row.id} has no time zone there: times are read on the clock of ${zone}.`);
  return zone;
}

/** Says which clocks the times are read on: the answers name no offset, and a wrong one moves every appointment. */
function sayClocks({ clocks, say }: OpenSystem): void {
  const zones = [...clocks.counts].map(([zone, count]) => `${zone} (${count})`);
  if (zones.length > 0) say(`Times are read on the clocks of the providers: ${zones.join(', ')}.`);
}

/** The dates on which the hours of a provider are others than those of the working plan. */
function exceptionsOf({ id, settings }: EasyRow): readonly Line[] {
  const { days, faults } = specialDaysOf(
    isJsonObject(settings) ? settings['workingPlanExceptions'] : undefined,
  );
  const of = (what: string) => ({ what: `${what} of provider`, at: String(id) });
  return [
    ...[...days].map(([date, hours]): Line => {
      const body = { providerId: String(id), date, hours };
      return { ...of(`exception of ${date}`), id: `${id}:${date}`, body, row: { id, date, hours } };
    }),
    ...faults.map((refused): Line => ({ ...of('exceptions'), refused, row: { id } })),
  ];
}
