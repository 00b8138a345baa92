import { Injectable } from '@nestjs/common';
import { Database } from '../../platform/database/database';
import { dryRun } from '../../platform/database/dry-run';
import { TableStatistics } from '../../platform/database/table-statistics';
import type { WriteContext } from '../../platform/database/write-context';
import type { ImportJob, RunRequest, RunWatch } from './imported-row';
import type { ImportResult } from './import-tally';
import { SeenRows } from './seen-rows';

/** Those that grow with an import, or are asked for each row of it. */
const TABLES = [
  ...[
    'appointments',
    'audit_entries',
    'claims',
    'closures',
    'customers',
    'import_sources',
    'old_links',
    'providers',
  ],
  ...['provider_services', 'services', 'special_hours', 'time_off', 'users'],
];

/** Runs imports of rows, so that a dry run does what the real one does and nothing of it stays. */
@Injectable()
export class ImportRuns {
  constructor(private readonly database: Database) {}

  /** @param isSystem as of ImportJob */
  run(
    { source, pastOverlaps = 'refuse', dryRun: isDryRun }: RunRequest,
    { say }: Pick<RunWatch, 'say'>,
    take: (job: ImportJob) => Promise<ImportResult>,
    isSystem = false,
  ): Promise<ImportResult> {
    const context = { via: 'import', requestId: source } as const satisfies WriteContext;
    const jobIn = (within: WriteContext): ImportJob => {
      const statistics = new TableStatistics(this.database, TABLES, within.transaction);
      return { source, isSystem, pastOverlaps, say, statistics, seen: new SeenRows(), context: within };
    };
    if (isDryRun !== true) return take(jobIn(context));
    return dryRun(this.database, context, (transaction) => take(jobIn({ ...context, transaction })));
  }
}
