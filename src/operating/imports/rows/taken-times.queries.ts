import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Config } from '../../../platform/config/config';
import { epochMs } from '../../../platform/database/columns';
import { Database, type Statement } from '../../../platform/database/database';
import { formatInstant } from '../../../platform/time/instant-text';
import type { Interval } from '../../../platform/time/interval';
import type { Outcome, Refusal } from '../outcome';

/** What takes the time of a row. Its name is found when all rows of the batch are written. */
export interface TakenTime extends Interval {
  readonly providerId: number;
}

/** A row that was refused because its time is taken. */
export interface TakenRefusal extends Refusal {
  readonly by: TakenTime;
}

interface TakenRow {
  readonly position: number;
  /** Null: a hold. */
  readonly id: number | null;
  /** The source of an appointment, and its id there if it has one; null: it was booked here. */
  readonly importedFrom: string | null;
  /** Of an appointment, in epoch ms. */
  readonly start: number | null;
}

/** The first thing in each time. The numbers start at 1. */
const TAKEN: Statement = {
  name: 'imports.taken',
  text: `
    select distinct on (w.position) w.position::int as position, c.appointment_id as id,
      a.metadata ->> 'importedFrom' as "importedFrom", ${epochMs('a.start_at')} as start
    from unnest($1::int[], $2::timestamptz[], $3::timestamptz[]) with ordinality w (provider_id, start_at, end_at, position)
    join claims c on c.provider_id = w.provider_id and c.busy && tstzrange(w.start_at, w.end_at)
    left join appointments a on a.id = c.appointment_id
    order by w.position, lower(c.busy), c.id`,
};

/** Names what is in the way of rows. */
@Injectable()
export class TakenTimes {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
  ) {}

  /** The outcomes, of which those that were refused for a time that is taken say what takes it. */
  async explain(tx: EntityManager, outcomes: readonly Outcome[]): Promise<Outcome[]> {
    const refusals = outcomes.filter(isTakenRefusal);
    if (refusals.length === 0) return [...outcomes];
    const columns = [
      refusals.map(({ by }) => by.providerId),
      refusals.map(({ by }) => new Date(by.start)),
      refusals.map(({ by }) => new Date(by.end)),
    ];
    const rows = await this.database.rows<TakenRow>(TAKEN, columns, tx);
    const found = new Map(rows.map((row) => [row.position, this.nameOf(row)]));
    const names = new Map(refusals.map((refusal, i) => [refusal as Outcome, found.get(i + 1)]));
    return outcomes.map((outcome) => {
      const name = names.get(outcome);
      return name === undefined ? outcome : { ...(outcome as Refusal), detail: `overlaps ${name}` };
    });
  }

  private nameOf({ id, importedFrom, start }: TakenRow): string {
    if (id === null || start === null) return 'a hold';
    if (importedFrom?.includes(':') === true) return `appointment ${importedFrom}`;
    return `appointment ${id} here, of ${formatInstant(start, this.config.businessTimeZone)}`;
  }
}

function isTakenRefusal(outcome: Outcome): outcome is TakenRefusal {
  return 'by' in outcome;
}
