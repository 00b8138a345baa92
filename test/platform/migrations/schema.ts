import { query } from '../../support/database/query';

/** The parts of a schema by name, each defined in the words of PostgreSQL. */
export interface Schema {
  /** `table.column` → type, collation, nullability, default or identity */
  readonly columns: Readonly<Record<string, string>>;
  /** `table.constraint` → definition */
  readonly constraints: Readonly<Record<string, string>>;
  /** index → definition; includes the indexes of constraints */
  readonly indexes: Readonly<Record<string, string>>;
  /** index that an entity cannot declare: on an expression, or with an operator class that is not the default → definition */
  readonly undeclarableIndexes: Readonly<Record<string, string>>;
}

interface Part {
  readonly name: string;
  readonly definition: string;
}

/** All tables but TypeORM's list of migrations, which has no entity. */
const OURS = `n.nspname = 'public' and c.relname <> 'migrations'`;

const COLUMNS = `
  select c.relname || '.' || a.attname as name,
    concat_ws(' ', format_type(a.atttypid, a.atttypmod), nullif(l.collname, 'default'),
      case when a.attnotnull then 'not null' end, 'default ' || pg_get_expr(d.adbin, d.adrelid),
      'identity ' || nullif(a.attidentity::text, '')) as definition
  from pg_attribute a
  join pg_class c on c.oid = a.attrelid and c.relkind = 'r'
  join pg_namespace n on n.oid = c.relnamespace
  left join pg_attrdef d on d.adrelid = c.oid and d.adnum = a.attnum
  left join pg_collation l on l.oid = a.attcollation
  where ${OURS} and a.attnum > 0 and not a.attisdropped`;

const CONSTRAINTS = `
  select c.relname || '.' || o.conname as name, pg_get_constraintdef(o.oid) as definition
  from pg_constraint o join pg_class c on c.oid = o.conrelid join pg_namespace n on n.oid = c.relnamespace
  where ${OURS} and o.contype <> 'n'`;

const IS_DECLARABLE = `(x.indexprs is null and not exists (
    select from pg_opclass o where o.oid = any (x.indclass) and not o.opcdefault))`;

const INDEXES = (which: string) => `
  select i.relname as name, pg_get_indexdef(i.oid) as definition
  from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class c on c.oid = x.indrelid
  join pg_namespace n on n.oid = c.relnamespace
  where ${OURS} and ${which}`;

/** Reads the public schema of a database. */
export async function readSchema(url: string): Promise<Schema> {
  return {
    columns: byName(await query<Part>(url, COLUMNS)),
    constraints: byName(await query<Part>(url, CONSTRAINTS)),
    indexes: byName(await query<Part>(url, INDEXES(IS_DECLARABLE))),
    undeclarableIndexes: byName(await query<Part>(url, INDEXES(`not ${IS_DECLARABLE}`))),
  };
}

/** The names of all relations, functions and types in the public schema that do not belong to an extension. */
export async function readRelations(url: string): Promise<string[]> {
  const rows = await query<{ name: string }>(
    url,
    `select c.relname as name from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where n.nspname = 'public'
       and not exists (select from pg_depend d where d.objid = c.oid and d.deptype = 'e')
     union select p.proname from pg_proc p join pg_namespace n on n.oid = p.pronamespace
     where n.nspname = 'public' and not exists (select from pg_depend d where d.objid = p.oid and d.deptype = 'e')
     union select t.typname from pg_type t join pg_namespace n on n.oid = t.typnamespace
     where n.nspname = 'public' and t.typtype in ('e', 'd')
       and not exists (select from pg_depend d where d.objid = t.oid and d.deptype = 'e')
     order by 1`,
  );
  return rows.map(({ name }) => name);
}

function byName(parts: readonly Part[]): Record<string, string> {
  return Object.fromEntries(
    parts.map(({ name, definition }) => [name, definition] as const).sort(([a], [b]) => (a < b ? -1 : 1)),
  );
}
