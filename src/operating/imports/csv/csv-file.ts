import { pipeline, Readable } from 'node:stream';
import { CsvError, type InfoRecord, parse, type Parser } from 'csv-parse';
import { ImportRefusedError } from '../imports.errors';
import { type Encoding, markedEncoding, textChunks } from './text-chunks';

/** The characters that may separate columns, and how they are called. */
export const DELIMITERS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const;
export type Delimiter = keyof typeof DELIMITERS;
const NAMES = Object.values(DELIMITERS).join(', ');

/** The longest row, in bytes: a quotation mark that nothing closes would take the rest of the file into memory. */
const MAX_ROW = 1_048_576;

const ADVICE = '; name its encoding with --encoding';

export interface CsvRow {
  /** Where it begins, from 1. */
  readonly line: number;
  readonly cells: readonly string[];
}

interface Parsed {
  readonly info: Pick<InfoRecord, 'lines'>;
  readonly record: readonly string[];
}

export interface CsvSettings {
  /** Undefined: as a byte order mark says, else UTF-8. */
  readonly encoding?: Encoding | undefined;
  /** Undefined: the one of which the first row has most. */
  readonly delimiter?: Delimiter | undefined;
}

/** A file of comma-separated values (RFC 4180), read row by row. */
export class CsvFile {
  private constructor(
    private readonly path: string,
    readonly encoding: Encoding,
    readonly delimiter: Delimiter,
    /** How many rows stand before the header: that which names the delimiter. */
    private readonly before: number,
    /** The names of the columns. */
    readonly header: readonly string[],
    /** How many rows follow it. */
    readonly total: number,
  ) {}

  /** Reads the whole file once, so that one with a fault in its form is refused before anything is done. @throws ImportRefusedError */
  static async open(path: string, settings: CsvSettings): Promise<CsvFile> {
    const encoding = (await markedEncoding(path)) ?? settings.encoding ?? 'utf-8';
    const first = await firstLine(path, encoding);
    const named = namedDelimiter(path, first);
    const delimiter = settings.delimiter ?? named ?? delimiterOf(first);
    const before = named === undefined ? 0 : 1;
    let header: readonly string[] | undefined;
    let total = -1 - before;
    for await (const { cells } of rowsOf(path, encoding, delimiter)) {
      total++;
      if (total === 0) header = cells;
    }
    if (header === undefined) throw new ImportRefusedError(`${path} is empty`);
    return new CsvFile(path, encoding, delimiter, before, header, total);
  }

  /** The rows after the header. */
  async *rows(): AsyncGenerator<CsvRow> {
    let place = -1 - this.before;
    for await (const row of rowsOf(this.path, this.encoding, this.delimiter)) {
      place++;
      if (place > 0) yield row;
    }
  }
}

async function* rowsOf(path: string, encoding: Encoding, delimiter: Delimiter): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter,
    info: true,
    // A quotation mark after a space begins a cell, too.
    ltrim: true,
    max_record_size: MAX_ROW,
    record_delimiter: '\n',
    relax_column_count: true,
    relax_quotes: true,
    skip_empty_lines: true,
    skip_records_with_empty_values: true,
  });
  pipeline(Readable.from(withLineFeeds(textChunks(path, encoding, ADVICE))), parser, () => undefined);
  try {
    for await (const parsed of parser as AsyncIterable<Parsed>) yield rowIn(parsed);
  } catch (error) {
    throw error instanceof CsvError ? new ImportRefusedError(`${path}: ${explained(error, parser)}`) : error;
  }
}

/** The parser counts the two characters of CRLF as two lines. */
async function* withLineFeeds(chunks: AsyncIterable<string>): AsyncGenerator<string> {
  let held = '';
  for await (const chunk of chunks) {
    const text = held + chunk;
    held = text.endsWith('\r') ? '\r' : '';
    yield text.slice(0, text.length - held.length).replaceAll(/\r\n?/g, '\n');
  }
  if (held !== '') yield '\n';
}

/** The parser counts the line in which a row ends. */
function rowIn({ info: { lines }, record }: Parsed): CsvRow {
  const breaks = record.reduce((sum, cell) => sum + (cell.match(/\n/g)?.length ?? 0), 0);
  return { line: lines - breaks, cells: record.map((cell) => cell.replace(QUOTED, '$1')) };
}

/** With a space behind its quotation marks, a cell comes with them. */
const QUOTED = /^"(.*)"\s+$/s;

function explained(error: CsvError, parser: Parser): string {
  const behind = `after line ${parser.info.lines}`;
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return `a row is too long, or a quotation mark is not closed, ${behind}`;
  return error.code === 'CSV_QUOTE_NOT_CLOSED' ? `a quotation mark is not closed ${behind}` : error.message;
}

/** At most so much of the first lines is looked at. */
const MOST_OF_HEADER = 65_536;

async function firstLine(path: string, encoding: Encoding): Promise<string> {
  let text = '';
  for await (const chunk of textChunks(path, encoding, ADVICE)) {
    text += chunk;
    if (/[\r\n]/.test(chunk) || text.length > MOST_OF_HEADER) break;
  }
  return text.split(/[\r\n]/, 1)[0] ?? '';
}

/** Spreadsheets write and read a first line such as `sep=;`, which is no row. @throws ImportRefusedError of another delimiter */
function namedDelimiter(path: string, firstLine: string): Delimiter | undefined {
  const [, sign] = /^"?sep=(.)"?[,;\t]*$/i.exec(firstLine) ?? [];
  if (sign === undefined) return undefined;
  const found = (Object.keys(DELIMITERS) as Delimiter[]).find((each) => each === sign);
  if (found !== undefined) return found;
  throw new ImportRefusedError(`${path} has columns separated by ${sign}; ${NAMES} are understood`);
}

/** What stands in quotation marks does not count. */
function delimiterOf(header: string): Delimiter {
  const plain = header.replaceAll(/"[^"]*"/g, '');
  const counts = (Object.keys(DELIMITERS) as Delimiter[]).map(
    (each) => [each, plain.split(each).length] as const,
  );
  return counts.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ',';
}
