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
        enum: ['at least'],
        description: 'Only when a search for words finds more than 10,000 entries: `total` is then 10,000',
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
} satisfies NonNullable<OpenAPIObject['components']>['schemas'];
