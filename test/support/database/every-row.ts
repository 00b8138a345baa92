import type { TestService } from '../test-service';

/** Each row of each table as text, those of the job queue included. */
export async function everyRow(service: TestService): Promise<string[]> {
  return (await everyTable(service)).flatMap(({ rows }) => rows);
}

/** The same by table. */
export async function everyTable(service: TestService): Promise<{ table: string; rows: string[] }[]> {
  const tables = await service.query<{ name: string }>(
    `select format('%I.%I', schemaname, tablename) as name from pg_tables
     where schemaname not in ('pg_catalog', 'information_schema')`,
  );
  return Promise.all(
    tables.map(async ({ name }) => {
      const rows = await service.query<{ row: string }>(`select t::text as row from ${name} t`);
      return { table: name, rows: rows.map(({ row }) => row) };
    }),
  );
}
