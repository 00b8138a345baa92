import type { OpenAPIObject } from '@nestjs/swagger';

const ignored = {
  type: 'array',
  items: { type: 'string' },
  description: 'Names of query parameters and body members that had no meaning here',
};

/** Schemas of `meta` that the interface names and no class stands for. */
export const envelopes = {
  PaginationMeta: {
    type: 'object',
    required: ['page', 'per_page', 'total', 'total_pages', 'sort', 'timestamp'],
    properties: {
      page: { type: 'integer', example: 1 },
      per_page: { type: 'integer', example: 25 },
      total: { type: 'integer', example: 1 },
      total_is: {
        type: 'string',
        // Not an enum, of which the example of every page would show the one value.
        pattern: '^at least$',
        description:
          '`at least`, and only when a search of appointments for words finds more than 10,000: `total` is then 10000',
      },
      total_pages: { type: 'integer', example: 1 },
      sort: { type: 'string', description: 'The order in force', example: 'id:asc' },
      timestamp: { type: 'string', format: 'date-time', example: '2026-11-20T08:00:00.000Z' },
      ignored,
    },
  },
  AnswerMeta: {
    type: 'object',
    properties: { ignored },
  },
  Warning: {
    type: 'object',
    description: 'What follows from a write that was done, and may not be expected',
    required: ['code', 'message'],
    properties: {
      code: {
        type: 'string',
        enum: ['hours_cut', 'several_places'],
        description:
          '`hours_cut`: a part of a schedule is not worked, because it is outside the hours that bound it; `several_places`: the appointments take place at several locations',
      },
      message: {
        type: 'string',
        example: 'Not worked: monday 17:00–20:45, outside the business hours (09:00–17:00)',
      },
      path: { type: 'string', example: 'schedule', description: 'The member of the body that it is about' },
      providerId: { type: 'integer', example: 2, description: 'The provider whom it concerns' },
      locationIds: { type: 'array', items: { type: 'integer' }, example: [1, 2] },
    },
  },
} satisfies NonNullable<OpenAPIObject['components']>['schemas'];
