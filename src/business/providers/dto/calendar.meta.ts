/** The `meta` of a weekly schedule. */
export interface ScheduleMeta {
  readonly timezone: string;
}

export const SCHEDULE_META = { timezone: { type: 'string', example: 'Europe/Berlin' } };

/** The `meta` of a provider's month. */
export interface MonthMeta extends ScheduleMeta {
  readonly month: string;
  readonly total: number;
}

export const MONTH_META = {
  month: { type: 'string', example: '2026-12' },
  timezone: { type: 'string', example: 'Europe/Berlin' },
  total: { type: 'integer', example: 1 },
};
