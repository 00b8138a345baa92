import { Injectable } from '@nestjs/common';
import { EASY_APPOINTMENTS, OldLinks } from '../../../booking/links/old-links';
import { Database } from '../../../platform/database/database';
import type { ImportJob } from '../imported-row';
import type { Outcome } from '../outcome';
import { type EasyRow, textIn } from './reading/easy-row';

/** Remembers the links by which customers have managed their appointments there. */
@Injectable()
export class EasyLinks {
  constructor(
    private readonly database: Database,
    private readonly links: OldLinks,
  ) {}

  /** Also of rows that are here already: a run before may have been interrupted. */
  remember({ context }: ImportJob, rows: readonly EasyRow[], outcomes: readonly Outcome[]): Promise<void> {
    const links = rows.flatMap((row, i): [string, number][] => {
      const [secret, outcome] = [textIn(row, 'hash'), outcomes[i]];
      return secret === undefined || outcome === undefined || outcome.is === 'refused'
        ? []
        : [[secret, outcome.id]];
    });
    return this.database.transaction(context, (tx) => this.links.remember(tx, EASY_APPOINTMENTS, links));
  }
}
