import type { ImportJob, RunRequest, RunWatch } from '../imported-row';
import type { StatusNames } from '../status-names';
import type { EasyReport } from './easy-report';
import type { EasyClocks } from '../../../../importers/easy-appointments/src/clocks';
import type { EasyAccess, EasyClient } from '../../../../importers/easy-appointments/src/client';
import type { EasySettings } from '../../../../importers/easy-appointments/src/settings';

export interface EasyRequest extends RunRequest, EasyAccess {
  /** On whose clock all times are read; undefined: each on that of its provider. */
  readonly timezone?: string | undefined;
  readonly statuses: StatusNames;
}

/** One run, with the system open. */
export interface EasyRun {
  readonly client: EasyClient;
  readonly clocks: EasyClocks;
  readonly settings: EasySettings;
  readonly statuses: StatusNames;
  readonly watch: RunWatch;
  readonly job: ImportJob;
  readonly report: EasyReport;
  /** Our ids of the providers that are here. */
  readonly providerIds: number[];
}
