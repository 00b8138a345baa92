import { ImportTally, type ImportResult } from '../import-tally';
import { type Outcome, refused, textOf } from '../outcome';
import { RejectedRows } from '../rejected-rows';
import type { EasyRow } from '../../../../importers/easy-appointments/src/row';

/** What a row is called in the report, such as `appointment 77`, and what it was there. */
export interface ReportedRow {
  readonly what: string;
  readonly row: EasyRow;
}

/** Counts what becomes of the rows, and lists those that are refused. */
export class EasyReport {
  private readonly tally = new ImportTally();

  private constructor(private readonly rejected: RejectedRows) {}

  static async create(path: string | undefined): Promise<EasyReport> {
    return new EasyReport(await RejectedRows.create(path, ['what', 'id', 'row']));
  }

  get perSecond(): number {
    return this.tally.perSecond;
  }

  get result(): ImportResult {
    return this.tally.result;
  }

  async add({ what, row }: ReportedRow, outcome: Outcome): Promise<void> {
    this.tally.add(`${what} ${row.id}`, outcome);
    if (outcome.is !== 'refused') return;
    await this.rejected.add([what, String(row.id), JSON.stringify(row, withoutSecrets)], '', textOf(outcome));
  }

  /** Of what came without an id. @param what of which collection it is */
  async addStray(what: string, row: unknown): Promise<void> {
    const outcome = refused('has no id');
    this.tally.add(`one of ${what}`, outcome);
    await this.rejected.add([what, '', JSON.stringify(row, withoutSecrets)], '', outcome.reason);
  }

  close(): Promise<void> {
    return this.rejected.close();
  }
}

/** The settings of a provider hold its keys of other calendars; a hash is the link of a customer there. */
function withoutSecrets(member: string, value: unknown): unknown {
  return member === 'settings' || member === 'hash' ? undefined : value;
}
