import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { API_KEY_SCHEME } from '../auth/access';
import { ERROR_CODES } from '../common/errors/domain-error';

/** The version of the interface, which the document carries. */
const INTERFACE_VERSION = '1.0.0';

const SECTIONS: readonly (readonly [name: string, description: string])[] = [
  ['Availability', 'When can this service be booked? What is offered here, booking accepts.'],
  ['Appointments', 'Book, move, cancel and read appointments.'],
  ['Services', 'What can be booked.'],
  ['Categories', 'Groups of services.'],
  ['Providers', 'Who is booked, and their weekly schedules.'],
  ['Customers', 'Who books.'],
  ['Business hours', 'The global work window.'],
  ['Locations', 'Where appointments happen.'],
];

const INTRODUCTION = `Appointment scheduling. Every path is under \`/api/v1\`; every success is \`{data, meta?}\`, every error \`{error: {message, code, details?}}\`.

Press **Authorize** and paste a key (\`xsk_…\`). Keys are made on the server: \`npm run --silent cli -- api:key create --user 1 --name "First key"\`.`;

/** Builds the OpenAPI 3.0 document of the app: the one at \`/docs/openapi.json\` and the committed one. */
export function buildDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Scheduling Service REST API')
    .setDescription(INTRODUCTION)
    .setVersion(INTERFACE_VERSION)
    .addServer('/')
    .addBearerAuth(
      { type: 'http', scheme: 'bearer', description: 'API key, `xsk_<key_id>_<secret>`' },
      API_KEY_SCHEME,
    );
  for (const [name, description] of SECTIONS) builder.addTag(name, description);
  const document = SwaggerModule.createDocument(app, builder.build(), {
    operationIdFactory: (controller, method) =>
      `${controller.replace(/Controller$/, '').toLowerCase()}.${method}`,
  });
  document.components = {
    ...document.components,
    schemas: { ...document.components?.schemas, ...envelopes },
  };
  return document;
}

const envelopes = {
  PaginationMeta: {
    type: 'object',
    required: ['page', 'per_page', 'total', 'total_pages', 'sort', 'timestamp'],
    properties: {
      page: { type: 'integer', example: 1 },
      per_page: { type: 'integer', example: 25 },
      total: { type: 'integer', example: 1 },
      total_pages: { type: 'integer', example: 1 },
      sort: { type: 'string', example: 'name:asc' },
      timestamp: { type: 'string', format: 'date-time' },
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
