import type { OpenAPIObject } from '@nestjs/swagger';
import { ERROR_CODES } from '../errors/domain-error';

/** The schemas that the interface names and no class stands for. */
export const envelopes = {
  PaginationMeta: {
    type: 'object',
    required: ['page', 'per_page', 'total', 'total_pages', 'sort', 'timestamp'],
    properties: {
      page: { type: 'integer', example: 1 },
      per_page: { type: 'integer', example: 25 },
      total: { type: 'integer', example: 1 },
      total_pages: { type: 'integer', example: 1 },
      sort: { type: 'string', example: 'name:asc' },
      timestamp: { type: 'string', format: 'date-time', example: '2026-11-20T08:00:00.000Z' },
    },
  },
  ErrorEnvelope: {
    type: 'object',
    required: ['error'],
    properties: {
      error: {
        type: 'object',
        required: ['message', 'code'],
        properties: {
          message: { type: 'string' },
          code: { type: 'string', enum: [...ERROR_CODES] },
          details: { description: 'Of a VALIDATION_ERROR: a map of field path to message' },
        },
      },
    },
  },
} satisfies NonNullable<OpenAPIObject['components']>['schemas'];
