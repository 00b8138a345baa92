import { Client } from 'pg';

/** Tables that no request is judged by: what the migrations and the queue note about themselves. */
const LEFT_OUT = `'public.migrations', 'pgboss.version', 'pgboss.queue', 'pgboss.schedule'`;
/** Each sequence begins at another multiple of this, so that an id that a request has made is known by its size. */
const IDS = 1_000_000;

const TABLES = `
  select n.nspname || '.' || c.relname as name, array_to_string(array(
      select quote_ident(attname) from pg_attribute
      where attrelid = c.oid and attnum > 0 and not attisdropped and attgenerated = '' order by attnum), ', ') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
  where c.relkind = 'r' and n.nspname in ('public', 'pgboss') and n.nspname || '.' || c.relname not in (${LEFT_OUT}) order by 1`;
const RAISE_SEQUENCES = `
  select setval(format('%I.%I', schemaname, sequencename), ${IDS} * row_number() over (order by sequencename))
  from pg_sequences where schemaname = 'public' and data_type::text <> 'smallint'`;

/** Rows that a request has written or removed, as JSON. */
export interface Difference {
  readonly table: string;
  readonly isThere: boolean;
  readonly row: string;
}

interface Table {
  readonly name: string;
  readonly columns: string;
}

/** The rows of all tables at the start, to which it brings the database back. */
export class StartState {
  private tables: readonly Table[] = [];
  private look = '';
  /** All later transactions have a higher number. */
  private since = '0';

  private constructor(readonly database: Client) {}

  /** @param superuserUrl of the database: it is restored without triggers */
  static async of(superuserUrl: string): Promise<StartState> {
    const state = new StartState(new Client({ connectionString: superuserUrl }));
    await state.database.connect();
    await state.keep();
    return state;
  }

  private async keep(): Promise<void> {
    const { database } = this;
    await database.query(`set session_replication_role = replica; create schema start`);
    await database.query(RAISE_SEQUENCES);
    this.tables = (await database.query<Table>(TABLES)).rows;
    const looks: string[] = [];
    for (const { name } of this.tables) {
      const { rowCount } = await database.query(`create table ${copyOf(name)} as table ${name}`);
      looks.push(`select '${name}' as name from ${name}
        having count(*) <> ${rowCount} or count(*) filter (where xmin::text::bigint > $1) > 0`);
    }
    this.look = looks.join(' union all ');
    this.since = await this.latest();
  }

  /** The names of the tables that were written since the start. */
  async written(): Promise<readonly string[]> {
    const look = { name: 'look', text: this.look, values: [this.since] };
    return (await this.database.query<Table>(look)).rows.map(({ name }) => name);
  }

  /** The rows that are new, and those of the start that are there no longer; a changed row is both. */
  async differences(tables: readonly string[]): Promise<readonly Difference[]> {
    const others = (from: string, other: string) =>
      `from ${from} t where not exists (select from ${other} o where o::text = t::text)`;
    const parts = tables.flatMap((name) => [
      `select '${name}' as table, true as "isThere", to_jsonb(t)::text as row ${others(name, copyOf(name))}`,
      `select '${name}', false, to_jsonb(t)::text ${others(copyOf(name), name)}`,
    ]);
    if (parts.length === 0) return [];
    return (await this.database.query<Difference>(parts.join(' union all '))).rows;
  }

  async restore(tables: readonly string[]): Promise<void> {
    const statements = this.tables
      .filter(({ name }) => tables.includes(name))
      .flatMap(({ name, columns }) => [
        `delete from ${name} t where xmin::text::bigint > ${this.since} and not exists (select from ${copyOf(name)} s where s::text = t::text)`,
        `insert into ${name} (${columns}) overriding system value select ${columns} from ${copyOf(name)} s
          where not exists (select from ${name} t where t::text = s::text)`,
      ]);
    if (statements.length > 0) await this.database.query(`begin; ${statements.join('; ')}; commit`);
    this.since = await this.latest();
  }

  /** Whether a backend waits for a lock that another one of these holds. */
  async isBlocked(backend: number, others: Iterable<number>): Promise<boolean> {
    const text = 'select pg_blocking_pids($1) && $2::int[] as blocked';
    const look = { name: 'blocked', text, values: [backend, [...others]] };
    return (await this.database.query<{ blocked: boolean }>(look)).rows[0]?.blocked === true;
  }

  private async latest(): Promise<string> {
    const { rows } = await this.database.query<{ id: string }>('select pg_current_xact_id()::text as id');
    return rows[0]?.id ?? '0';
  }
}

function copyOf(name: string): string {
  return `start."${name}"`;
}
