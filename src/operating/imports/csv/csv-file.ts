import { pipeline, Readable } from 'node:stream';
import { CsvError, type InfoRecord, parse, type Parser } from 'csv-parse';
import { ImportRefusedError } from '../imports.errors';
import { type Encoding, markedEncoding, textChunks } from './text-chunks';

/** The characters that may separate columns, and how they are called. */
export const DELIMITERS = { ',': 'commas', ';': 'semicolons', '\t': 'tabs' } as const;
export type Delimiter = keyof typeof DELIMITERS;

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
    /** The cells of the first row. */
    readonly header: readonly string[],
    /** How many rows follow it. */
    readonly total: number,
  ) {}

  /** Reads the whole file once, so that one with a fault in its form is refused before anything is done. @throws ImportRefusedError */
  static async open(path: string, settings: CsvSettings): Promise<CsvFile> {
    const encoding = (await markedEncoding(path)) ?? settings.encoding ?? 'utf-8';
    const delimiter = settings.delimiter ?? delimiterOf(await firstLine(path, encoding));
    let header: readonly string[] | undefined;
    let total = -1;
    for await (const { cells } of rowsOf(path, encoding, delimiter)) {
      header ??= cells;
      total++;
    }
    if (header === undefined) throw new ImportRefusedError(`${path} is empty`);
    return new CsvFile(path, encoding, delimiter, header, total);
  }

  /** The rows after the first one. */
  async *rows(): AsyncGenerator<CsvRow> {
    let isFirst = true;
    for await (const row of rowsOf(this.path, this.encoding, this.delimiter)) {
      if (!isFirst) yield row;
      isFirst = false;
    }
  }
}

async function* rowsOf(path: string, encoding: Encoding, delimiter: Delimiter): AsyncGenerator<CsvRow> {
  const parser = parse({
    delimiter,
    info: true,
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
  return { line: lines - breaks, cells: record };
}

function explained(error: CsvError, parser: Parser): string {
  const behind = `after line ${parser.info.lines}`;
  if (error.code === 'CSV_MAX_RECORD_SIZE')
    return `a row is too long, or a quotation mark is not closed, ${behind}`;
  return error.code === 'CSV_QUOTE_NOT_CLOSED' ? `a quotation mark is not closed ${behind}` : error.message;
}

/** At most so much of the first line is looked at. */
const MOST_OF_HEADER = 65_536;

async function firstLine(path: string, encoding: Encoding): Promise<string> {
  let text = '';
  for await (const chunk of textChunks(path, encoding, ADVICE)) {
    text += chunk;
    if (/[\r\n]/.test(chunk) || text.length > MOST_OF_HEADER) break;
  }
  return text.split(/[\r\n]/, 1)[0] ?? '';
}

/** What stands in quotation marks does not count. */
function delimiterOf(header: string): Delimiter {
  const plain = header.replaceAll(/"[^"]*"/g, '');
  const counts = (Object.keys(DELIMITERS) as Delimiter[]).map(
    (each) => [each, plain.split(each).length] as const,
  );
  return counts.toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? ',';
}
