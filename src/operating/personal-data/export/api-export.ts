import { applyDecorators } from '@nestjs/common';
import { ApiExtraModels, ApiResponse, getSchemaPath } from '@nestjs/swagger';
import { COUNTED } from '../../../platform/http/envelope/header-docs';
import { CustomerExportResponse } from './dto/customer-export.response';

/** Documents the export of a customer: a document, or an archive. */
export function ApiExport(): MethodDecorator {
  return applyDecorators(
    ApiExtraModels(CustomerExportResponse),
    ApiResponse({
      status: 200,
      description: 'The document, or an archive of it and of the appointments as a calendar',
      headers: COUNTED,
      content: {
        'application/json': {
          schema: {
            type: 'object',
            required: ['data'],
            properties: {
              data: { $ref: getSchemaPath(CustomerExportResponse) },
              meta: { $ref: '#/components/schemas/AnswerMeta' },
            },
          },
        },
        'application/zip': { schema: { type: 'string', format: 'binary' } },
      },
    }),
  );
}
