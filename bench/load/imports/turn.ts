/** What an import costs. */
export interface Cost {
  readonly seconds: number;
  /** Processor time of the command, and of all processes of PostgreSQL. */
  readonly commandMs: number;
  readonly postgresMs: number;
}

/** An import of a number of rows. */
export interface Turn extends Cost {
  readonly kind: string;
  readonly isDry: boolean;
  readonly rows: number;
}
