/** The file of an export that says what the others are. */
export const MANIFEST = 'export.json';
/** Of the files. Another number: an import of this version would misread them. */
export const FORMAT = 2;

export interface ExportManifest {
  readonly format: number;
  /** IANA name: of the business. Its hours are read on this clock. */
  readonly timezone: string;
  /** How many rows each list has. */
  readonly rows: Readonly<Record<string, number>>;
}
