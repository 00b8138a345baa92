export interface MonthMeta {
  readonly month: string;
  readonly timezone: string;
  readonly total: number;
}

export const MONTH_META = {
  month: { type: 'string', example: '2026-12' },
  timezone: { type: 'string', example: 'Europe/Berlin' },
  total: { type: 'integer', example: 1 },
};
