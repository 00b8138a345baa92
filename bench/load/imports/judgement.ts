import type { Cost, Turn } from './turn';

/** How much more a row of a dry run may cost than one of a real run. */
const MOST_OF_REAL = 1.6;
/** How much more a row of the second half may cost than one of the second quarter. */
const MOST_GROWTH = 1.5;

/** What a row costs in one kind of import, beside the first quarter of the rows. */
export interface RowCost {
  readonly kind: string;
  readonly isDry: boolean;
  readonly rows: number;
  readonly perSecond: number;
  /** Processor time. */
  readonly commandUs: number;
  readonly postgresUs: number;
  /** A row of the second half beside one of the second quarter. */
  readonly growth: number;
  /** Beside a row of a real run. */
  readonly ofReal: number;
}

/** Ratios of processor times of one run: a busy machine meets both. */
export function rowCosts(turns: readonly Turn[]): readonly RowCost[] {
  const kinds = [...new Set(turns.map(({ kind }) => kind))];
  return kinds.flatMap((kind) => {
    const real = costOf(kind, false, turns);
    return [costOf(kind, true, turns), real].map((cost) => ({
      ...cost,
      ofReal: totalUs(cost) / totalUs(real),
    }));
  });
}

export function faultsOf(costs: readonly RowCost[]): readonly string[] {
  return costs.flatMap(({ kind, isDry, growth, ofReal }) => {
    const name = isDry ? `a dry run of ${kind}` : kind;
    const faults = [];
    if (growth > MOST_GROWTH)
      faults.push(`${name}: a row of the second half costs ${growth.toFixed(2)} times what one costs before`);
    if (ofReal > MOST_OF_REAL)
      faults.push(`${name}: a row costs ${ofReal.toFixed(2)} times what one costs in a real run`);
    return faults;
  });
}

export function table(costs: readonly RowCost[]): string {
  const lines = costs.map(({ kind, isDry, rows, perSecond, commandUs, postgresUs, growth, ofReal }) => [
    ...[
      `${kind}${isDry ? ', dry' : ''}`,
      ...[rows, perSecond, commandUs, postgresUs].map((n) => String(Math.round(n))),
    ],
    ...[growth.toFixed(2), ofReal.toFixed(2)],
  ]);
  const all = [['import', 'rows', 'rows/s', 'command µs', 'PostgreSQL µs', 'growth', '× real'], ...lines];
  const widths =
    all[0]?.map((_, column) => Math.max(...all.map((cells) => cells[column]?.length ?? 0))) ?? [];
  const padded = (cell: string, i: number) =>
    i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0);
  return all.map((cells) => cells.map(padded).join('  ')).join('\n');
}

function costOf(kind: string, isDry: boolean, turns: readonly Turn[]): Omit<RowCost, 'ofReal'> {
  const own = turns.filter((turn) => turn.kind === kind && turn.isDry === isDry);
  const [quarter = NOTHING, half = NOTHING, whole = NOTHING] = own.toSorted((a, b) => a.rows - b.rows);
  const each = between(quarter, whole);
  return {
    ...{ kind, isDry, rows: whole.rows, perSecond: 1 / each.seconds },
    ...{ commandUs: each.commandMs * 1_000, postgresUs: each.postgresMs * 1_000 },
    growth: totalMs(between(half, whole)) / totalMs(between(quarter, half)),
  };
}

const NOTHING = { rows: NaN, seconds: NaN, commandMs: NaN, postgresMs: NaN };

/** What each of the rows costs that one import has more than another. */
function between(few: Cost & Pick<Turn, 'rows'>, many: Cost & Pick<Turn, 'rows'>): Cost {
  const rows = many.rows - few.rows;
  return {
    seconds: (many.seconds - few.seconds) / rows,
    commandMs: (many.commandMs - few.commandMs) / rows,
    postgresMs: (many.postgresMs - few.postgresMs) / rows,
  };
}

function totalMs({ commandMs, postgresMs }: Cost): number {
  return commandMs + postgresMs;
}

function totalUs({ commandUs, postgresUs }: Pick<RowCost, 'commandUs' | 'postgresUs'>): number {
  return commandUs + postgresUs;
}
