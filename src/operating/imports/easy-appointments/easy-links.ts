import { Injectable } from '@nestjs/common';
import { EASY_APPOINTMENTS, type OldLink, OldLinks } from '../../../booking/links/old-links';
import { Database } from '../../../platform/database/database';
import type { ImportJob } from '../imported-row';
import type { Outcome } from '../outcome';
import { customerIdIn } from '../../../../importers/easy-appointments/src/times';
import { type EasyRow, textIn } from '../../../../importers/easy-appointments/src/row';

/** Remembers the links by which customers have managed their appointments there. */
@Injectable()
export class EasyLinks {
  constructor(
    private readonly database: Database,
    private readonly links: OldLinks,
  ) {}

  /**
   * Also of rows that are here already: a run before may have been interrupted.
   * @param customers our ids, by those of the other system
   */
  remember(
    { context }: ImportJob,
    rows: readonly EasyRow[],
    outcomes: readonly Outcome[],
    customers: ReadonlyMap<string, number>,
  ): Promise<void> {
    const links = rows.flatMap((row, i): OldLink[] => {
      const [secret, outcome] = [textIn(row, 'hash'), outcomes[i]];
      const holderId = customers.get(customerIdIn(row) ?? '');
      return secret === undefined ||
        holderId === undefined ||
        outcome === undefined ||
        outcome.is === 'refused'
        ? []
        : [{ secret, appointmentId: outcome.id, holderId }];
    });
    return this.database.transaction(context, (tx) => this.links.remember(tx, EASY_APPOINTMENTS, links));
  }
}
