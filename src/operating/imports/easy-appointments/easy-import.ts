import { Injectable } from '@nestjs/common';
import { HostLookup } from '../../../platform/outgoing/host-lookup';
import { OutgoingHttp } from '../../../platform/outgoing/outgoing-http';
import { ImportRuns } from '../import-runs';
import type { ImportResult } from '../import-tally';
import type { ImportJob, RunWatch } from '../imported-row';
import { EasyReport } from './easy-report';
import type { EasyRequest, EasyRun } from './easy-run';
import { EasyStages } from './easy-stages';
import { EasyClient } from '../../../../importers/easy-appointments/src/client';
import { easyPages } from '../../../../importers/easy-appointments/src/pages';
import {
  assertStatuses,
  readClocks,
  readSettings,
} from '../../../../importers/easy-appointments/src/settings';

type OpenRun = Omit<EasyRun, 'job' | 'report' | 'providerIds'>;

/** Imports what a running Easy!Appointments has, over its REST API (versions 1.5 and 1.6). */
@Injectable()
export class EasyImport {
  constructor(
    private readonly runs: ImportRuns,
    private readonly stages: EasyStages,
  ) {}

  /** @throws ImportRefusedError of a system that cannot be read (any more): what was taken until then stays */
  async run(request: EasyRequest, watch: RunWatch): Promise<ImportResult> {
    // The operator names the address, so it may be one of a private network, and any port.
    const anyAddress = { webhookAllowPrivate: 'on', webhookAllowPorts: '*' } as const;
    const http = new OutgoingHttp(anyAddress, new HostLookup());
    try {
      return await this.runWith(await EasyClient.open(http, request), request, watch);
    } finally {
      await http.onApplicationShutdown();
    }
  }

  private async runWith(client: EasyClient, request: EasyRequest, watch: RunWatch): Promise<ImportResult> {
    const { statuses, timezone, rejected } = request;
    const clocks = await readClocks(client, timezone);
    await assertStatuses(client, statuses);
    const open = { client, clocks, statuses, watch, settings: await readSettings(client) };
    return this.runs.run(request, watch, (job) => this.takeAll(open, job, rejected), true);
  }

  private async takeAll(open: OpenRun, job: ImportJob, rejected: string | undefined): Promise<ImportResult> {
    const report = await EasyReport.create(rejected);
    const run = { ...open, report, job, providerIds: [] };
    try {
      for (const { resource, length, take, end } of this.stages.all) {
        const kind = resource.replaceAll('_', ' ');
        for await (const { rows, strays, done, total } of easyPages(run.client, resource, length)) {
          for (const stray of strays) await report.addStray(kind, stray);
          await take(run, rows);
          run.watch.progress(done, total, report.perSecond, kind);
        }
        await end?.(run);
      }
      return report.result;
    } finally {
      await report.close();
    }
  }
}
