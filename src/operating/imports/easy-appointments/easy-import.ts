import { Injectable } from '@nestjs/common';
import { HostLookup } from '../../../platform/outgoing/host-lookup';
import { OutgoingHttp } from '../../../platform/outgoing/outgoing-http';
import { storedZoneName } from '../../../platform/time/zones/zone-rules';
import { ImportRuns } from '../import-runs';
import type { ImportResult } from '../import-tally';
import type { ImportJob, RunWatch } from '../imported-row';
import { ImportRefusedError } from '../imports.errors';
import { EasyReport } from './easy-report';
import type { EasyRequest, EasyRun } from './easy-run';
import { EasyStages } from './easy-stages';
import type { BookingWindow } from './mapping/catalogue';
import { EasyClient } from './reading/easy-client';
import { EasyClocks } from './reading/easy-clocks';
import { easyPages } from './reading/easy-pages';

type OpenRun = Omit<EasyRun, 'job' | 'report'>;

/** Imports what a running Easy!Appointments has, over its REST API (versions 1.5 and 1.6). */
@Injectable()
export class EasyImport {
  constructor(
    private readonly runs: ImportRuns,
    private readonly stages: EasyStages,
  ) {}

  /** @throws ImportRefusedError of a system that cannot be read (any more): what was taken until then stays */
  async run(request: EasyRequest, watch: RunWatch): Promise<ImportResult> {
    // The operator names the address, so it may be one of a private network.
    const http = new OutgoingHttp({ webhookAllowPrivate: 'on' }, new HostLookup());
    try {
      return await this.runWith(await EasyClient.open(http, request), request, watch);
    } finally {
      await http.onApplicationShutdown();
    }
  }

  private async runWith(client: EasyClient, request: EasyRequest, watch: RunWatch): Promise<ImportResult> {
    const { statuses, rejected } = request;
    const clocks = await clocksOf(client, request);
    const open = { client, clocks, statuses, watch, window: await windowOf(client) };
    return this.runs.run(request, watch, (job) => this.takeAll(open, job, rejected), true);
  }

  private async takeAll(open: OpenRun, job: ImportJob, rejected: string | undefined): Promise<ImportResult> {
    const report = await EasyReport.create(rejected);
    const run = { ...open, report, job };
    try {
      for (const { resource, length, take, end } of this.stages.all) {
        const kind = resource.replaceAll('_', ' ');
        for await (const { rows, done, total } of easyPages(run.client, resource, length)) {
          await take(run, rows);
          run.watch.progress(done, total, report.perSecond, kind);
        }
        end?.(run);
      }
      return report.result;
    } finally {
      await report.close();
    }
  }
}

/** @throws ImportRefusedError where no clock is known at all */
async function clocksOf(client: EasyClient, { timezone }: EasyRequest): Promise<EasyClocks> {
  const named = timezone ?? (await client.setting('default_timezone'));
  const business = named === undefined ? undefined : storedZoneName(named);
  if (business === undefined)
    throw new ImportRefusedError(
      'The system does not say in which time zone its times are: say it with --timezone',
    );
  return new EasyClocks(timezone, business);
}

/** How far ahead customers may book, which the settings say for all services. */
async function windowOf(client: EasyClient): Promise<BookingWindow> {
  const numberOf = async (name: string) => {
    const text = await client.setting(name);
    return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
  };
  return {
    minNoticeMin: await numberOf('book_advance_timeout'),
    maxAdvanceDays: await numberOf('future_booking_limit'),
  };
}
