import { AppointmentChangesService } from '../../booking/appointments/appointment-changes.service';
import { PlannedLock } from '../../booking/diary/locks/planned-lock';
import type { Services } from '../../platform/cli/command-services';
import { Database } from '../../platform/database/database';
import type { DemoContext } from './demo-addition';

/**
 * The tables of the demo, in the order of the removal, and whether others use the row `t`, which then stays. Rows without an end of
 * their own in the API are deleted here: no appointment of the demo refers to them any more.
 */
const USED_BY_OTHERS: Readonly<Record<string, string>> = {
  api_keys: 'false',
  providers: 'false',
  customers: 'exists (select from appointments a where a.customer_id = t.id)',
  services: `exists (select from appointments a where a.service_id = t.id)
    or exists (select from provider_services p where p.service_id = t.id)`,
  resources: 'exists (select from claims c where c.resource_id = t.id)',
  locations: `exists (select from appointments a where a.location_id = t.id)
    or exists (select from waitlist_entries w where w.location_id = t.id) or exists (select from resources r where r.location_id = t.id)`,
  categories: 'exists (select from services s where s.category_id = t.id)',
};

/** Takes the providers $1 out of the teams of services; an entry keeps no more places than providers, and goes without any. */
const LEAVE_TEAMS = `
  update services s set team = coalesce((
    select jsonb_agg(jsonb_build_object('providerIds', ids, 'count', least((need ->> 'count')::int, jsonb_array_length(ids))) order by n)
    from jsonb_array_elements(s.team) with ordinality as listed (need, n), lateral (
      select jsonb_agg(named.id) as ids from jsonb_array_elements(need -> 'providerIds') as named (id)
      where named.id::int <> all ($1)
    ) kept where ids is not null
  ), '[]')
  where exists (
    select from jsonb_path_query(s.team, '$[*].providerIds[*]') as named (id) where named.id::int = any ($1)
  )`;

/** How many rows of each table were removed, and how many of them others use. */
export interface Removed {
  readonly removed: Readonly<Record<string, number>>;
  readonly kept: Readonly<Record<string, number>>;
}

/**
 * Also removes what was booked with its providers since, or with their help. Customers of those bookings get a message, as for every
 * deleted appointment.
 */
export async function removeDemo(
  services: Services,
  context: DemoContext,
): Promise<Removed & { readonly pictures: readonly string[] }> {
  const run = <Row>(text: string, ...values: unknown[]): Promise<Row[]> =>
    services.get(Database).rows({ name: '', text }, values, context.transaction);
  const providers = await run<{ id: number; picture: string | null }>(
    `select id, profile_image as picture from providers p join demo_rows d on d.resource = 'providers' and d.resource_id = p.id`,
  );
  const ids = providers.map(({ id }) => id);
  await services.get(PlannedLock).take(context.transaction, { providerIds: ids });
  const booked = await run<{ id: number; series: number | null; visits: number | null }>(
    `select id, series_id as series, visit_id as visits from appointments
      where provider_id = any ($1) or team <> '{}' and team && $1 order by id`,
    ids,
  );
  for (const { id } of booked) await services.get(AppointmentChangesService).remove(context, id);
  for (const [table, column] of [
    ['series', 'series_id'],
    ['visits', 'visit_id'],
  ] as const)
    await run(
      `delete from ${table} t where id = any ($1) and not exists (select from appointments a where a.${column} = t.id)`,
      booked.map((row) => row[table]),
    );
  await run('delete from api_keys where user_id = any ($1)', ids);
  await run('delete from holds where team && $1', ids);
  await run(LEAVE_TEAMS, ids);
  const removed: Record<string, number> = { appointments: booked.length };
  const kept: Record<string, number> = {};
  for (const [table, isUsed] of Object.entries(USED_BY_OTHERS)) {
    const isRecorded = `d.resource = '${table}' and d.resource_id = t.id`;
    // A booking in progress ends first, so that what it refers to is seen below.
    await run(`select from ${table} t join demo_rows d on ${isRecorded} for update of t`);
    const gone = await run(
      `delete from ${table} t using demo_rows d where ${isRecorded} and not (${isUsed}) returning 1`,
    );
    // A row that stays keeps its record, so that the next removal looks at it again.
    await run(
      `delete from demo_rows d where resource = '${table}' and not exists (select from ${table} t where ${isRecorded})`,
    );
    removed[table] = gone.length;
    kept[table] = (await run(`select from demo_rows where resource = '${table}'`)).length;
  }
  await run('delete from users where id = any ($1)', ids);
  return { removed, kept, pictures: providers.flatMap(({ picture }) => picture ?? []) };
}
