import { type Client, type Pool, type PoolClient, Query, type QueryConfig, type QueryResult } from 'pg';

/** The part of pg's connection that is replaced. */
interface Wire {
  describe(message: object): void;
}

/** The columns of a result, and how their texts are parsed. */
interface Columns {
  fields: readonly object[];
  _parsers: readonly unknown[];
  _prebuiltEmptyResultObject: object;
}

/** Members of pg's Query that its types do not declare. */
interface QueryInternals {
  name: string;
  readonly _result: Columns;
  _accumulateRows: boolean;
  handleRowDescription(message: object): void;
  prepare(wire: Wire): void;
}

// The types of pg leave these members out; test/platform/database/prepared-query.spec.ts fails when they change.
const NamedQuery = Query as unknown as new (text: string, values: readonly unknown[]) => QueryInternals;

/** What is known of the statements that a connection has prepared. */
class Described {
  readonly columns = new Map<string, Columns>();
  readonly wire: Wire;

  constructor(wire: Wire) {
    this.wire = withoutDescribe(wire);
  }
}

const DESCRIBED = new WeakMap<Wire, Described>();

/**
 * A named statement. pg requests a description of the columns with each execution; this requests it once for each connection, which
 * saves the service a tenth of its work for a short read. The description stays valid: PostgreSQL refuses to execute a prepared
 * statement whose columns have changed.
 */
export class PreparedQuery extends NamedQuery {
  private described: Described | undefined;

  constructor(name: string, text: string, values: readonly unknown[]) {
    super(text, values);
    this.name = name;
  }

  override prepare(wire: Wire): void {
    let described = DESCRIBED.get(wire);
    if (described === undefined) DESCRIBED.set(wire, (described = new Described(wire)));
    const columns = described.columns.get(this.name);
    if (columns === undefined) {
      this.described = described;
      super.prepare(wire);
    } else {
      copy(columns, this._result);
      this._accumulateRows = true;
      super.prepare(described.wire);
    }
  }

  override handleRowDescription(message: object): void {
    super.handleRowDescription(message);
    this.described?.columns.set(this.name, copy(this._result, { ...NO_COLUMNS }));
  }
}

const NO_COLUMNS: Columns = { fields: [], _parsers: [], _prebuiltEmptyResultObject: {} };

function copy(from: Columns, to: Columns): Columns {
  to.fields = from.fields;
  to._parsers = from._parsers;
  to._prebuiltEmptyResultObject = from._prebuiltEmptyResultObject;
  return to;
}

/** The same connection, which leaves out the question for the columns. */
function withoutDescribe(wire: Wire): Wire {
  return Object.assign(Object.create(wire) as Wire, { describe: () => undefined });
}

/** A statement that is sent with its values: named, or planned for this execution. */
export type SentQuery = PreparedQuery | QueryConfig;

type Done<Row extends object> = (error: Error | null | undefined, result: QueryResult<Row>) => void;

/** The rows of a statement. @throws DatabaseError, or what an unreachable database causes */
export async function send<Row extends object>(
  connection: Client | Pool | PoolClient,
  query: SentQuery,
): Promise<Row[]> {
  // The types of pg give queries of its own class no callback, and a pool answers them by it alone.
  const sender = connection as unknown as {
    query(query: SentQuery, values: undefined, done: Done<Row>): void;
  };
  try {
    return await new Promise((resolve, reject) => {
      sender.query(query, undefined, (error, result) => {
        if (error) reject(error);
        else resolve(result.rows);
      });
    });
  } catch (error) {
    // Where the statement was sent says more than where its answer was parsed.
    if (error instanceof Error) Error.captureStackTrace(error);
    throw error;
  }
}
