import { Inject, Injectable, type Type } from '@nestjs/common';
import { type EntityManager, IsNull, MoreThan, Not } from 'typeorm';
import { SELECT_APPOINTMENTS } from '../../booking/diary/rows/appointment-row';
import { SeriesResponse } from '../../booking/series/dto/series.response';
import { SeriesQueries } from '../../booking/series/series.queries';
import { VisitResponse } from '../../booking/visits/dto/visit.response';
import { VisitsQueries } from '../../booking/visits/visits.queries';
import { selectEntries } from '../../booking/waitlist/waitlist-row';
import { selectProviders } from '../../business/providers/provider-row';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { Database, type Statement } from '../../platform/database/database';
import type { JsonObject } from '../../platform/values/json-object';
import { membersOf } from '../../platform/http/validation/members';
import { type EventResource, PATH_NAMES } from '../../telling/events/event-types';
import { RESPONSES } from '../../telling/events/views';
import { isLink } from './json-text';
import { PAGE, pagesOf } from '../personal-data/export/pages';
import { storedMembersOf } from './stored-members';

/** The rows of one resource, as its GET shows them to an admin. */
export interface ExportedList {
  /** The path of the resource: the name of its files. */
  readonly name: string;
  readonly table: string;
  /** The members that a GET shows, and the owners. */
  readonly columns: readonly string[];
  /** Those of the columns that some rows have not. */
  readonly sometimes: ReadonlySet<string>;
  /** Whether its lines have what no GET shows. */
  readonly hasStored: boolean;
  readonly pages: AsyncIterable<readonly ExportedRow[]>;
}

export interface ExportedRow {
  readonly item: JsonObject;
  /** What no GET shows of it; undefined: nothing. */
  readonly stored: object | undefined;
}

/** A row as a line of JSON has it. */
export function lineOf({ item, stored }: ExportedRow): JsonObject {
  return stored === undefined ? item : { ...item, stored };
}

interface Row {
  readonly id: number;
  readonly providerId?: number | null;
}
type Pages = AsyncIterable<readonly Row[]>;

/** A class of answers, and how a row becomes one. */
type Answer = Type<object> & { readonly of: (row: never, zone: string) => object };

/** A list as it is answered. */
interface ExportedAnswers {
  readonly name: string;
  readonly table: string;
  readonly answer: Answer;
  readonly pages: Pages;
  readonly zoneOf: (row: Row) => string;
  readonly owners: readonly string[];
}

/** Behind the id $1. */
const behind = (name: string, select: string, id: string, and = ''): Statement => ({
  name: `business-export.${name}`,
  text: `${select} where ${id} > $1 ${and} order by ${id} limit ${PAGE}`,
});

/** The resources whose answers show rows of several tables. The others are tables of their own. */
const SELECTED: Partial<Readonly<Record<EventResource, Statement>>> = {
  appointment: behind('appointments', SELECT_APPOINTMENTS, 'a.id'),
  provider: behind('providers', selectProviders(), 'p.id'),
  // As they are at the moment $2.
  waitlist: behind('waitlist', selectEntries('$2'), 'e.id'),
};
const SERIES = behind('series', 'select id from series', 'id');
/** A visit whose appointments were all removed is no more. */
const VISITS = behind(
  'visits',
  'select id from visits v',
  'id',
  'and exists (select from appointments where visit_id = v.id)',
);
const ZONES: Statement = {
  name: 'business-export.zones',
  text: 'select id, timezone from providers where timezone is not null',
};

/** What lives for minutes, what this instance sends, and who may do what in it. */
const NOT_EXPORTED = ['hold', 'message', 'user', 'api_key'] as const;
type Exported = Exclude<EventResource, (typeof NOT_EXPORTED)[number]>;

/** The owners that a path names, and an answer does not. */
const OWNERS: Partial<Readonly<Record<EventResource, readonly string[]>>> = {
  special_hours: ['providerId'],
  time_off: ['providerId', 'resourceId'],
};

/** Reads everything that a business has entered, resource by resource, in pages. What has events has an export. */
@Injectable()
export class ExportedLists {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly series: SeriesQueries,
    private readonly visits: VisitsQueries,
    private readonly clock: Clock,
  ) {}

  /** In the order of their names. @param tx a snapshot */
  async in(tx: EntityManager): Promise<readonly ExportedList[]> {
    const zone = this.config.businessTimeZone;
    const zones = await this.zonesOfProviders(tx);
    const now = new Date(this.clock.now());
    const rows = (statement: Statement) =>
      pagesOf<Row>((last) => {
        const values = statement === SELECTED.waitlist ? [last?.id ?? 0, now] : [last?.id ?? 0];
        return this.database.rows<Row>(statement, values, tx);
      });
    const resources = (Object.keys(RESPONSES) as EventResource[]).filter(
      (resource): resource is Exported => !(NOT_EXPORTED as readonly string[]).includes(resource),
    );
    const answered = resources.map((resource): ExportedAnswers => {
      const zoneOf = ({ providerId }: Row) =>
        resource === 'time_off' ? (zones.get(providerId ?? 0) ?? zone) : zone;
      const selected = SELECTED[resource];
      const pages = selected === undefined ? tableOf(tx, resource) : rows(selected);
      const owners = OWNERS[resource] ?? [];
      const places = { name: PATH_NAMES[resource], table: tableNameOf(resource) };
      return { ...places, answer: RESPONSES[resource], pages, zoneOf, owners };
    });
    const others = { zoneOf: () => zone, owners: [] };
    const series = mapped(rows(SERIES), ({ id }) => this.series.get(id, tx));
    const visits = mapped(rows(VISITS), ({ id }) => this.visits.get(id, tx));
    const deleted = tableOf(tx, 'service', Not(IsNull()));
    return [
      ...answered,
      { ...others, name: 'deleted-services', table: 'services', answer: RESPONSES.service, pages: deleted },
      { ...others, name: 'series', table: 'series', answer: SeriesResponse, pages: series },
      { ...others, name: 'visits', table: 'visits', answer: VisitResponse, pages: visits },
    ]
      .map((list) => this.listOf(tx, list))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1));
  }

  private listOf(
    tx: EntityManager,
    { name, table, answer, pages, zoneOf, owners }: ExportedAnswers,
  ): ExportedList {
    const shown = Object.entries(membersOf(answer)).filter(
      ([member, { answer }]) => answer !== undefined && !isLink(member),
    );
    const sometimes = shown.filter(([, { answer }]) => answer?.required === false);
    const itemOf = (row: Row): JsonObject => {
      const named = Object.entries(row).filter(([member]) => owners.includes(member));
      return { ...Object.fromEntries(named), ...answer.of(row as never, zoneOf(row)) };
    };
    const columns = [...owners, ...shown.map(([member]) => member)];
    const rows = tx.dataSource.getMetadata(table).columns.map(({ propertyName }) => propertyName);
    const statement = storedMembersOf(name, columns, rows);
    return {
      ...{ name, table, columns },
      sometimes: new Set(sometimes.map(([member]) => member)),
      hasStored: statement !== undefined,
      pages: this.withStored(tx, statement, pages, itemOf),
    };
  }

  private async *withStored(
    tx: EntityManager,
    statement: Statement | undefined,
    pages: Pages,
    itemOf: (row: Row) => JsonObject,
  ): AsyncGenerator<ExportedRow[]> {
    for await (const page of pages) {
      const ids = page.map(({ id }) => id);
      const found = statement && (await this.database.rows<{ id: number }>(statement, [ids], tx));
      const byId = new Map(found?.map(({ id, ...stored }) => [id, stored]));
      yield page.map((row) => ({ item: itemOf(row), stored: byId.get(row.id) }));
    }
  }

  private async zonesOfProviders(tx: EntityManager): Promise<ReadonlyMap<number, string>> {
    const rows = await this.database.rows<{ id: number; timezone: string }>(ZONES, [], tx);
    return new Map(rows.map(({ id, timezone }) => [id, timezone]));
  }
}

function tableNameOf(resource: EventResource): string {
  return resource === 'waitlist' ? 'waitlist_entries' : PATH_NAMES[resource].replaceAll('-', '_');
}

/** The rows of the table that has the name of the resource. @param deletedAt of those that are marked as deleted; left out: the others */
function tableOf(tx: EntityManager, resource: EventResource, deletedAt = IsNull()): Pages {
  const table = tableNameOf(resource);
  const isMarked = tx.dataSource.getMetadata(table).findColumnWithPropertyName('deletedAt') !== undefined;
  const repository = tx.getRepository<Row & { readonly deletedAt?: Date | null }>(table);
  return pagesOf((last) => {
    const where = { id: MoreThan(last?.id ?? 0), ...(isMarked && { deletedAt }) };
    return repository.find({ where, order: { id: 'asc' }, take: PAGE });
  });
}

async function* mapped<From, To>(
  pages: AsyncIterable<readonly From[]>,
  toItem: (row: From) => To | Promise<To>,
): AsyncGenerator<To[]> {
  for await (const page of pages) {
    const items: To[] = [];
    for (const row of page) items.push(await toItem(row));
    yield items;
  }
}
