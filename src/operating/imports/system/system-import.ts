import { Injectable, type ModuleMetadata } from '@nestjs/common';
import { type OldLink, OldLinks } from '../../../booking/links/old-links';
import { BusinessHoursModule } from '../../../business/business-hours/business-hours.module';
import { CategoriesModule } from '../../../business/categories/categories.module';
import { ClosuresModule } from '../../../business/closures/closures.module';
import { ProvidersModule } from '../../../business/providers/providers.module';
import { SpecialHoursModule } from '../../../business/special-hours/special-hours.module';
import { Database } from '../../../platform/database/database';
import type { JsonObject } from '../../../platform/values/json-object';
import { type ImportBatch, ImportRuns, type NamedRow } from '../import-runs';
import { ImportsModule } from '../imports.module';
import { ImportSources, keyOfId } from '../import-sources';
import type { ImportResult } from '../import-tally';
import type { ImportJob, RowWriter, RunRequest, RunWatch } from '../imported-row';
import { ImportedHours } from '../imported-hours';
import { isOutcome, type Outcome, refused } from '../outcome';
import { AppointmentRows } from '../rows/appointment-rows';
import { CategoryRows, ClosureRows, ProviderRows, SpecialDayRows } from './system-rows';
import { CustomerRows } from '../rows/customer-rows';
import { ServiceRows } from '../rows/service-rows';
import { TimeOffRows } from '../rows/time-off-rows';
import { withInstants } from './clock-times';
import type { SystemLine, SystemList, SystemPage, SystemRow } from './system-line';
import { SystemReferences } from './system-references.queries';

/** What another system has. */
export interface OtherSystem {
  readonly pages: AsyncIterable<SystemPage>;
  /** The name of the system in the addresses of its links here; undefined: it has none. */
  readonly links?: string | undefined;
}

/** One run, and what has become of the providers so far. */
interface SystemRun extends Pick<OtherSystem, 'links'> {
  readonly job: ImportJob;
  /** Our ids of those that are here. */
  readonly providerIds: number[];
  /** Theirs of those that were refused. */
  readonly refusedProviders: Set<string>;
}

/** Imports all that another system has, list by list, each row in the words of the API. */
@Injectable()
export class SystemImport {
  private readonly writers: Readonly<Record<SystemList, RowWriter<object>>>;

  constructor(
    private readonly database: Database,
    private readonly runs: ImportRuns,
    private readonly sources: ImportSources,
    private readonly references: SystemReferences,
    private readonly hours: ImportedHours,
    private readonly oldLinks: OldLinks,
    appointments: AppointmentRows,
    categories: CategoryRows,
    closures: ClosureRows,
    customers: CustomerRows,
    providers: ProviderRows,
    services: ServiceRows,
    specialDays: SpecialDayRows,
    timeOff: TimeOffRows,
  ) {
    const periods = { closures, 'special-hours': specialDays, 'time-off': timeOff };
    this.writers = { appointments, categories, customers, providers, services, ...periods };
  }

  /** @throws ImportRefusedError of what cannot be read any more: what was taken until then stays */
  run(request: RunRequest, { pages, links }: OtherSystem, watch: RunWatch): Promise<ImportResult> {
    return this.runs.run(request, watch, {
      columns: ['what', 'id', 'row'],
      isSystem: true,
      batches: (job) => this.batches({ job, links, providerIds: [], refusedProviders: new Set() }, pages),
    });
  }

  private async *batches(run: SystemRun, pages: AsyncIterable<SystemPage>): AsyncGenerator<ImportBatch> {
    let isOfProviders = false;
    for await (const page of pages) {
      const wasOfProviders = isOfProviders;
      isOfProviders = page.list === 'providers' || page.list === 'special-hours';
      if (wasOfProviders && !isOfProviders) await this.hours.cover(run.job, run.providerIds);
      if (page.list === 'closures') yield* this.closures(run, page);
      else yield await this.batchOf(run, page);
    }
    if (isOfProviders) await this.hours.cover(run.job, run.providerIds);
  }

  private async batchOf(
    run: SystemRun,
    { list, lines: given, ...progress }: SystemPage,
  ): Promise<ImportBatch> {
    // The refusal of a provider stands for all that is theirs.
    const isRefused = ({ body, at }: SystemLine) =>
      run.refusedProviders.has(String(body === undefined ? at : body['providerId']));
    const wanted = list === 'special-hours' ? given.filter((line) => !isRefused(line)) : given;
    const lines = await this.references.withOurs(run.job, list, wanted);
    const batch = { writer: this.writers[list], rows: lines.map((line) => namedRow(list, line)), progress };
    if (list === 'providers') return { ...batch, end: rememberProviders(run, lines) };
    if (list !== 'appointments') return batch;
    return { ...batch, end: (outcomes) => this.rememberLinks(run, lines, outcomes) };
  }

  /** A closure is the same time for all. Where the clocks differ, and no run before has made it one, it is time off of each provider. */
  private async *closures(run: SystemRun, { lines, ...progress }: SystemPage): AsyncGenerator<ImportBatch> {
    const { job } = run;
    const keys = lines.flatMap(({ id }) => (id === undefined ? [] : [keyOfId(id)]));
    const known = await this.database.transaction(job.context, (tx) =>
      this.sources.find(tx, job.source, 'closures', keys),
    );
    const isOne = (line: SystemLine) => known.has(keyOfId(line.id ?? '')) || isSameForAll(line);
    const rows = lines.filter(isOne).map((line) => namedRow('closures', line));
    yield { writer: this.writers.closures, rows, progress };
    for (const { each = [], what, at, id, row } of lines.filter((line) => !isOne(line))) {
      const providerOf = ({ body }: SystemRow) => String(body?.['providerId']);
      const here = await this.references.find(job, 'providers', each.map(providerOf));
      const own = each.filter((one) => here.has(providerOf(one)));
      const named = own.map((one): SystemLine => {
        return { what: `provider ${providerOf(one)} in ${what}`, at: at ?? id ?? '', row, ...one };
      });
      yield {
        writer: this.writers['time-off'],
        rows: named.map((line) => namedRow('time-off', line)),
        progress,
      };
    }
  }

  /** Also of rows that are here already: a run before may have been interrupted. */
  private async rememberLinks(
    { job, links }: SystemRun,
    lines: readonly SystemLine[],
    outcomes: readonly Outcome[],
  ): Promise<void> {
    if (links === undefined) return;
    const customerOf = ({ body }: SystemLine) => String(body?.['customerId']);
    const customers = await this.references.find(job, 'customers', lines.map(customerOf));
    const kept = lines.flatMap((line, i): OldLink[] => {
      const [secret, outcome, holderId] = [line.oldLink, outcomes[i], customers.get(customerOf(line))];
      const isHere = outcome !== undefined && outcome.is !== 'refused';
      if (secret === undefined || holderId === undefined || !isHere) return [];
      return [{ secret, appointmentId: outcome.id, holderId }];
    });
    await this.database.transaction(job.context, (tx) => this.oldLinks.remember(tx, links, kept));
  }
}

function rememberProviders({ providerIds, refusedProviders }: SystemRun, lines: readonly SystemLine[]) {
  return (outcomes: readonly Outcome[]): void => {
    for (const [i, outcome] of outcomes.entries())
      if (outcome.is !== 'refused') providerIds.push(outcome.id);
      else refusedProviders.add(lines[i]?.id ?? '');
  };
}

function namedRow(list: SystemList, line: SystemLine): NamedRow {
  const { id, what, at = id, body = {}, row = body } = line;
  const where = at === undefined ? `one of ${what}` : `${what} ${at}`;
  const cells = [what, at ?? '', JSON.stringify(row)];
  if (line.refused !== undefined) return { where, cells, row: refused(line.refused) };
  const read = withInstants(body, list === 'appointments');
  return { where, cells, row: isOutcome(read) ? read : { sourceId: id, body: read, where } };
}

/** Whether a period is the same time on the clocks of all providers. */
function isSameForAll({ body, each = [] }: SystemLine): boolean {
  const times = [{ body }, ...each].map((row) => {
    const { start, end } = withInstants(row.body ?? {}, false) as JsonObject;
    return `${String(start)} ${String(end)}`;
  });
  return each.length === 0 || new Set(times).size === 1;
}

/** What the commands need, in addition to what rows of a file need. */
export const SYSTEM_IMPORT = {
  imports: [
    BusinessHoursModule,
    CategoriesModule,
    ClosuresModule,
    ImportsModule,
    ProvidersModule,
    SpecialHoursModule,
  ],
  providers: [
    CategoryRows,
    ClosureRows,
    ImportedHours,
    ProviderRows,
    SpecialDayRows,
    SystemImport,
    SystemReferences,
  ],
} satisfies ModuleMetadata;
