import { isStatus, type StatusNames, unknownStatus } from '../status-names';
import { type Refusal, refused } from '../outcome';
import type { FieldType } from '../../../platform/http/validation/field-type';
import { type CsvColumn, ID } from './csv-columns';
import { dateText, parseDay } from '../../../platform/time/local-date';

/** The members that hold a date, a time, or both. */
const WHEN = ['createdAt', 'date', 'end', 'start'];
/** An export puts it before what a spreadsheet would take for a formula. */
const GUARDED = /^'(?=[-=+@])/;
const STATUS = 'status';
const YES = ['true', 'yes', '1'];
const NO = ['false', 'no', '0'];

/** A row as its cells say it: the id in the other system, and the body of a request. */
export interface CsvBody {
  readonly sourceId: string | undefined;
  readonly body: Readonly<Record<string, unknown>>;
}

/** The cells of a row as JSON. What cannot be read stays a text, which the rules of the API refuse. @throws CellFault */
export function readCells(
  cells: readonly string[],
  columns: readonly CsvColumn[],
  reading: CsvReading,
): CsvBody {
  const body: Record<string, unknown> = {};
  const metadata: Record<string, string> = {};
  let sourceId: string | undefined;
  for (const { index, heading, member, key, type } of columns) {
    const cell = (cells[index] ?? '').trim().replace(GUARDED, '');
    if (member === ID) sourceId = cell === '' ? undefined : cell;
    else if (key !== undefined) {
      if (cell !== '') metadata[key] = cell;
    } else if (type !== undefined) body[member] = valueOf(cell, { ...reading, heading, member, type });
  }
  if (Object.keys(metadata).length > 0) body['metadata'] = metadata;
  return { sourceId, body };
}

/** What a cell holds cannot be read. */
export class CellFault extends Error {
  constructor(readonly refusal: Refusal) {
    super(refusal.reason);
  }
}

/** What an operator says of how cells are read. */
export interface CsvReading {
  readonly dates?: DateOrder | undefined;
  /** What statuses mean. */
  readonly statuses?: StatusNames | undefined;
}

interface Cell extends CsvReading {
  readonly heading: string;
  readonly member: string;
  readonly type: FieldType;
}

/** An empty cell is null where the member may be, else it is absent. */
function valueOf(cell: string, { heading, member, type, dates, statuses }: Cell): unknown {
  if (cell === '') return type.nullable === true ? null : undefined;
  if (member === STATUS) return statusOf(cell, statuses);
  if (!WHEN.includes(member)) return typed(cell, type.schema as Schema);
  try {
    return readWhen(cell, dates) ?? cell;
  } catch (error) {
    if (error instanceof DateFault) throw new CellFault(refused(`${heading} ${error.message}`, error.text));
    throw error;
  }
}

interface Schema {
  readonly type?: unknown;
  readonly isArray?: boolean;
  readonly items?: Schema;
}

function typed(cell: string, { type, isArray, items }: Schema): unknown {
  if (type === 'array' || isArray === true) return listOf(cell, items);
  if (type === 'integer' || type === 'number') return numberOf(cell);
  if (type === 'boolean') return flagOf(cell);
  return cell;
}

/** Such as `[1,2]`, or `1;2`. */
function listOf(cell: string, items: Schema = {}): unknown {
  if (!cell.startsWith('[')) return cell.split(/[;,]/).map((item) => typed(item.trim(), items));
  try {
    return JSON.parse(cell) as unknown;
  } catch {
    return cell;
  }
}

/** What the operator says wins; a word of which nothing is said is one of ours. @throws CellFault */
function statusOf(cell: string, names: StatusNames = new Map()): string {
  const word = cell.toLowerCase();
  const status = names.get(word) ?? word;
  if (!isStatus(status)) throw new CellFault(unknownStatus(cell));
  return status;
}

/**
 * A number with a point or a comma before one or two decimals, and other signs between thousands. A single point or comma before three
 * digits may be either, so the number is not read.
 */
const NUMBERS = [
  [/^-?\d+([.,]\d{1,2})?$/, ''],
  [/^-?\d{1,3}(\.\d{3})+,\d{1,2}$/, '.'],
  [/^-?\d{1,3}(,\d{3})+\.\d{1,2}$/, ','],
  [/^-?\d{1,3}(\.\d{3}){2,}$/, '.'],
  [/^-?\d{1,3}(,\d{3}){2,}$/, ','],
  [/^-?\d{1,3}(['’]\d{3})+([.,]\d{1,2})?$/, /['’]/g],
  [/^-?\d{1,3}(\s\d{3})+([.,]\d{1,2})?$/, /\s/g],
] as const;

function numberOf(cell: string): unknown {
  const found = NUMBERS.find(([form]) => form.test(cell));
  return found === undefined ? cell : Number(cell.replaceAll(found[1], '').replace(',', '.'));
}

function flagOf(cell: string): unknown {
  const word = cell.toLowerCase();
  return YES.includes(word) || (NO.includes(word) ? false : cell);
}

/** The orders in which cultures write the year, the month and the day. */
type DateOrder = 'ymd' | 'dmy' | 'mdy';

const YEAR_FIRST = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})\.?$/;
const YEAR_LAST = /^(\d{1,2})([-./])\s?(\d{1,2})\2\s?(\d{2}|\d{4})$/;
const TIME = /^(\d{1,2})[:.](\d\d)(?::00)?(?:\s*([ap])\.?m\.?)?$/i;
/** A date and a time of day, with one of the marks that stand between them. */
const BOTH = /^(\d[\d./-]*?\d)(?:T|,?\s+)(\d{1,2}[:.]\d\d.*)$/i;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:\d\d)$/i;

/** A date, a time, or both of a cell, as the API writes them; undefined: it is neither. @throws DateFault */
function readWhen(cell: string, order: DateOrder | undefined): string | undefined {
  if (INSTANT.test(cell)) return cell;
  const [, date, time] = BOTH.exec(cell) ?? [];
  if (date === undefined || time === undefined) return readDate(cell, order) ?? readTimeOfDay(cell);
  const [readable, clock] = [readDate(date, order), readTimeOfDay(time)];
  return readable === undefined || clock === undefined ? undefined : `${readable}T${clock}`;
}

/** A date that cannot be read without knowing more. The message follows the name of the column. */
class DateFault extends Error {
  constructor(
    message: string,
    readonly text: string,
  ) {
    super(message);
  }
}

/** `YYYY-MM-DD` of a date in the order; a year of four digits that comes first is understood in every order. @throws DateFault */
function readDate(text: string, order: DateOrder | undefined): string | undefined {
  const first = YEAR_FIRST.exec(text);
  if (first !== null) return dateOf(first[1], first[3], first[4], text);
  const last = YEAR_LAST.exec(text);
  if (last === null) return undefined;
  if (order === undefined || order === 'ymd')
    throw new DateFault('is ambiguous: say with --dates dmy or --dates mdy how it is to be read', text);
  const [, a, , b, year = ''] = last;
  if (year.length !== 4) throw new DateFault('has a year of two digits', text);
  return order === 'dmy' ? dateOf(year, b, a, text) : dateOf(year, a, b, text);
}

function dateOf(year = '', month = '', day = '', text: string): string {
  const date = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const found = parseDay(date);
  if (found === undefined) throw new DateFault('names no date', text);
  return dateText(found);
}

/** `HH:MM`; undefined: it is no time of day. */
function readTimeOfDay(text: string): string | undefined {
  const [, hours = '', minutes = '', half] = TIME.exec(text) ?? [];
  if (minutes === '') return undefined;
  const hour =
    half === undefined ? Number(hours) : (Number(hours) % 12) + (half.toLowerCase() === 'p' ? 12 : 0);
  return `${String(hour).padStart(2, '0')}:${minutes}`;
}
