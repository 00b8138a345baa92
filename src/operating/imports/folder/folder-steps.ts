import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../../platform/clock';
import type { ExportedList } from '../../business-export/exported-lists';
import { BookingRows } from './booking-rows';
import { BusinessRows } from './business-rows';
import { type ExportedLine, insertRows } from './entity-rows';

type Write = (tx: EntityManager, lines: readonly ExportedLine[]) => Promise<void>;
type ByList = Readonly<Record<string, readonly Write[]>>;

/** Tables of which a list writes rows, too. */
const WRITTEN_WITH: Readonly<Record<string, readonly string[]>> = {
  appointments: ['series_occurrences', 'claims'],
  waitlist: ['waitlist_offers'],
};

/** Writes the rows of one list of an export, or a part of them. */
export interface Step {
  readonly list: ExportedList;
  readonly write: Write;
  /** A step before has written the rows; this one does what needs the rows of other lists. */
  readonly isAgain: boolean;
}

/** The work of an import, in the order in which it can be done. */
@Injectable()
export class FolderSteps {
  /** Of lists whose rows are more than their lines. */
  private readonly own: Readonly<Record<string, Write>>;
  /** What follows when all rows are there. */
  private readonly later: ByList;

  constructor(
    private readonly clock: Clock,
    business: BusinessRows,
    booking: BookingRows,
  ) {
    const services: Write = (tx, lines) => business.services(tx, lines);
    const assignment: Write = (tx, lines) => business.providersOfServices(tx, lines);
    const names: Write = (tx, lines) => business.assertNamed(tx, lines.map(withoutLists));
    this.own = {
      'business-hours': (tx, lines) => business.hours(tx, lines),
      locations: (tx, lines) => business.locations(tx, lines),
      providers: (tx, lines) => business.providers(tx, lines),
      services,
      'deleted-services': services,
      'special-hours': (tx, lines) => business.specialHours(tx, lines),
      appointments: (tx, lines) => booking.appointments(tx, lines),
      waitlist: (tx, lines) => booking.waitlist(tx, lines),
    };
    this.later = {
      providers: [names, (tx, lines) => business.servicesOfProviders(tx, lines)],
      services: [names, assignment],
      'deleted-services': [names, assignment],
      'special-hours': [names],
      appointments: [names],
    };
  }

  of(tx: EntityManager, lists: readonly ExportedList[]): readonly Step[] {
    const first = inOrder(tx, lists).map((list) => {
      return { list, write: this.own[list.name] ?? this.plain(list), isAgain: false };
    });
    const again = lists.flatMap((list) =>
      (this.later[list.name] ?? []).map((write) => ({ list, write, isAgain: true })),
    );
    return [...first, ...again];
  }

  private plain({ table }: ExportedList): Write {
    return (tx, lines) => {
      const updatedAt = new Date(this.clock.now());
      return insertRows(tx, table, lines, ({ start, end }) => ({ startAt: start, endAt: end, updatedAt }));
    };
  }
}

/** Without the lists of services and providers, which are rows of their own. */
function withoutLists(line: ExportedLine): ExportedLine {
  return { ...line, providerIds: null, serviceIds: null };
}

/** What a row names by a foreign key comes before it. */
function inOrder(tx: EntityManager, lists: readonly ExportedList[]): readonly ExportedList[] {
  const ordered = new Set<ExportedList>();
  const add = (list: ExportedList) => {
    const written = [list.table, ...(WRITTEN_WITH[list.name] ?? [])];
    const keys = written.flatMap((table) => tx.dataSource.getMetadata(table).foreignKeys);
    const named = keys.map(({ referencedEntityMetadata }) => referencedEntityMetadata.tableName);
    for (const other of lists) if (other.table !== list.table && named.includes(other.table)) add(other);
    ordered.add(list);
  };
  for (const list of lists) add(list);
  return [...ordered];
}
