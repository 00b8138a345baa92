import type { ImportJob } from '../imported-row';
import type { ProgressReport } from '../import-tally';
import type { BookingWindow } from './mapping/catalogue';
import type { StatusNames } from './mapping/statuses';
import type { EasyReport } from './easy-report';
import type { EasyClocks } from './reading/easy-clocks';
import type { EasyAccess, EasyClient } from './reading/easy-client';

export interface EasyRequest extends EasyAccess {
  /** The name of the other system. */
  readonly source: string;
  /** On whose clock all times are read; undefined: each on that of its provider. */
  readonly timezone?: string | undefined;
  readonly statuses: StatusNames;
  /** A file for the rows that are refused. */
  readonly rejected?: string | undefined;
  /** Whether nothing is written. */
  readonly dryRun?: boolean | undefined;
}

/** How an import is watched. */
export interface EasyWatch {
  /** Is told on which clocks times are read. */
  readonly say: (sentence: string) => void;
  readonly progress: ProgressReport;
}

/** One run, with the system open. */
export interface EasyRun {
  readonly client: EasyClient;
  readonly clocks: EasyClocks;
  readonly window: BookingWindow;
  readonly statuses: StatusNames;
  readonly watch: EasyWatch;
  readonly job: ImportJob;
  readonly report: EasyReport;
}
