import { Client } from 'pg';
import type { ApiClient } from '../../support/api-client';
import { type Kind, KINDS } from './kinds';
import type { LiveId } from './parts';

/** The minimum of rows of each kind: enough for operations that need some and for operations that delete some. */
const LEAST = 4;

/** A text that changes with the keys, but not with their last use. */
const KEYS_WITHOUT_USE = `
  (select md5(coalesce(string_agg((to_jsonb(k) - 'last_used_at' - 'last_used_from')::text, ',' order by id), ''))
   from api_keys k)`;

/** The rows that the requests name. It also detects whether a request has changed the database. */
export class World {
  private ids: Partial<Record<Kind, (number | string)[]>> = {};
  private count = 0;
  private fingerprintStatement = '';

  private constructor(
    private readonly database: Client,
    private readonly admin: ApiClient,
  ) {}

  static async open(databaseUrl: string, admin: ApiClient): Promise<World> {
    const database = new Client({ connectionString: databaseUrl });
    await database.connect();
    const world = new World(database, admin);
    world.fingerprintStatement = await world.writeFingerprintStatement();
    return world;
  }

  close(): Promise<void> {
    return this.database.end();
  }

  /** Creates the rows that earlier requests have deleted. */
  async replenish(): Promise<void> {
    await this.look();
    for (const [kind, ids] of Object.entries(this.ids) as [Kind, unknown[]][]) {
      for (let missing = LEAST - ids.length; missing > 0; missing--)
        await KINDS[kind].make(this.admin, ++this.count);
    }
    await this.look();
  }

  /** Reads the ids that exist now. */
  async look(): Promise<void> {
    const statement = Object.entries(KINDS)
      .map(
        ([kind, { rows }]) =>
          `select '${kind}' kind, to_json(id) as id from (select id from ${rows} order by id desc limit 8) ${kind}_ids`,
      )
      .join(' union all ');
    const { rows } = await this.database.query<{ kind: Kind; id: number | string }>(statement);
    this.ids = Object.fromEntries(
      Object.keys(KINDS).map((kind) => [kind, rows.filter((row) => row.kind === kind).map(({ id }) => id)]),
    );
  }

  /** Returns the real id for a placeholder; an id that does not exist when there is no row of the kind. */
  readonly idOf = ({ kind, nth }: LiveId): number | string => {
    const ids = this.ids[kind] ?? [];
    return ids[nth % ids.length] ?? 2_147_483_647;
  };

  /** Returns a text that changes with every write to the database. */
  async fingerprint(): Promise<string> {
    // Named, because PostgreSQL takes longer to plan it than to run it.
    const statement = { name: 'fingerprint', text: this.fingerprintStatement };
    const { rows } = await this.database.query<{ state: string }>(statement);
    return rows[0]?.state ?? '';
  }

  /** Builds the statement: a written row shows in the number of its last transaction, a deleted row in the count. */
  private async writeFingerprintStatement(): Promise<string> {
    // A refused request may write two things: an answer for replays, and the last use of an API key (hence `KEYS_WITHOUT_USE`).
    const { rows } = await this.database.query<{ name: string }>(
      `select format('%I.%I', schemaname, tablename) as name from pg_tables
       where schemaname in ('public', 'pgboss') and tablename not in ('idempotency_records', 'api_keys') order by 1`,
    );
    const parts = rows.map(
      ({ name }) =>
        `(select '${name} ' || count(*) || ' ' || coalesce(sum(xmin::text::bigint), 0) from ${name})`,
    );
    return `select concat_ws(e'\\n', ${[...parts, KEYS_WITHOUT_USE].join(', ')}) as state`;
  }
}
