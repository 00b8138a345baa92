import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { API_KEY_SCHEME } from './api-key-scheme';
import { API_PREFIX, finish } from './finish-document';

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
  ['Closures', 'When the business is shut.'],
  ['Locations', 'Where appointments happen.'],
  ['Audit', 'Who changed what, and when.'],
];

const INTRODUCTION = `Appointment scheduling. Every path is under \`/api/v1\`; every success is \`{data, meta?}\`, every error \`{error: {message, code, details?}}\`.

Press **Authorize** and paste a key (\`xsk_…\`). Keys are made on the server: \`npm run --silent cli -- api:key create --user 1 --name "First key"\`.`;

/** Builds the OpenAPI 3.0 document of the app: the one at `/docs/openapi.json` and the committed one. */
export function buildDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Scheduling Service REST API')
    .setDescription(INTRODUCTION)
    .setVersion(INTERFACE_VERSION)
    .setLicense('MIT', 'https://opensource.org/license/mit')
    .addServer(API_PREFIX)
    .addBearerAuth(
      {
        type: 'http',
        scheme: 'bearer',
        bearerFormat: 'xsk',
        description: 'An API key: `xsk_<key_id>_<secret>`',
      },
      API_KEY_SCHEME,
    );
  for (const [name, description] of SECTIONS) builder.addTag(name, description);
  const document = SwaggerModule.createDocument(app, builder.build(), { operationIdFactory: operationId });
  return finish(document);
}

/** Such as `businessHoursReplace`: letters only, which generators can make function names of. */
function operationId(controller: string, method: string): string {
  const resource = controller.replace(/Controller$/, '').replace(/^AppointmentCollection$/, 'Appointments');
  return `${resource.charAt(0).toLowerCase()}${resource.slice(1)}${method.charAt(0).toUpperCase()}${method.slice(1)}`;
}
