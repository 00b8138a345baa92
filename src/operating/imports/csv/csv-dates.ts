import { dateText, parseDay } from '../../../platform/time/local-date';

/** The orders in which cultures write the year, the month and the day. */
export const DATE_ORDERS = ['ymd', 'dmy', 'mdy'] as const;
export type DateOrder = (typeof DATE_ORDERS)[number];

const YEAR_FIRST = /^(\d{4})([-./])(\d{1,2})\2(\d{1,2})\.?$/;
const YEAR_LAST = /^(\d{1,2})([-./])\s?(\d{1,2})\2\s?(\d{2}|\d{4})$/;
const TIME = /^(\d{1,2})[:.](\d\d)(?::00)?(?:\s*([ap])\.?m\.?)?$/i;
/** A date and a time of day, with one of the marks that stand between them. */
const BOTH = /^(\d[\d./-]*?\d)(?:T|,?\s+)(\d{1,2}[:.]\d\d.*)$/i;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d.*(?:Z|[+-]\d\d:\d\d)$/i;

/** A date, a time, or both of a cell, as the API writes them; undefined: it is neither. @throws DateFault */
export function readWhen(cell: string, order: DateOrder | undefined): string | undefined {
  if (INSTANT.test(cell)) return cell;
  const [, date, time] = BOTH.exec(cell) ?? [];
  if (date === undefined || time === undefined) return readDate(cell, order) ?? readTimeOfDay(cell);
  const [readable, clock] = [readDate(date, order), readTimeOfDay(time)];
  return readable === undefined || clock === undefined ? undefined : `${readable}T${clock}`;
}

/** A date that cannot be read without knowing more. The message follows the name of the column. */
export class DateFault extends Error {
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
