import { Injectable } from '@nestjs/common';
import { dryRun } from '../../../platform/database/dry-run';
import { Database } from '../../../platform/database/database';
import type { WriteContext } from '../../../platform/database/write-context';
import { HostLookup } from '../../../platform/outgoing/host-lookup';
import { OutgoingHttp } from '../../../platform/outgoing/outgoing-http';
import { storedZoneName } from '../../../platform/time/zones/zone-rules';
import type { ImportResult } from '../import-tally';
import { ImportRefusedError } from '../imports.errors';
import { EasyReport } from './easy-report';
import type { EasyRequest, EasyRun, EasyWatch } from './easy-run';
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
    private readonly database: Database,
    private readonly stages: EasyStages,
  ) {}

  /** @throws ImportRefusedError of a system that cannot be read (any more): what was taken until then stays */
  async run(request: EasyRequest, watch: EasyWatch): Promise<ImportResult> {
    // The operator names the address, so it may be one of a private network.
    const http = new OutgoingHttp({ webhookAllowPrivate: 'on' }, new HostLookup());
    try {
      return await this.runWith(await EasyClient.open(http, request), request, watch);
    } finally {
      await http.onApplicationShutdown();
    }
  }

  private async runWith(client: EasyClient, request: EasyRequest, watch: EasyWatch): Promise<ImportResult> {
    const { source, statuses } = request;
    const clocks = await clocksOf(client, request);
    const open = { client, clocks, statuses, watch, window: await windowOf(client) };
    const context = { via: 'import', requestId: source } as const satisfies WriteContext;
    if (request.dryRun !== true) return this.takeAll(open, request, context);
    return dryRun(this.database, context, (transaction) =>
      this.takeAll(open, request, { ...context, transaction }),
    );
  }

  private async takeAll(
    open: OpenRun,
    { source, rejected }: EasyRequest,
    context: WriteContext,
  ): Promise<ImportResult> {
    const report = await EasyReport.create(rejected);
    const run = { ...open, report, job: { source, isSystem: true, context } };
    try {
      for (const stage of this.stages.all) {
        for await (const { rows, done, total } of easyPages(run.client, stage.resource, stage.length)) {
          await stage.take(run, rows);
          run.watch.progress(done, total, report.perSecond, stage.resource.replaceAll('_', ' '));
        }
        stage.end?.(run);
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
