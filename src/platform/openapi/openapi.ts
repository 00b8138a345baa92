import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { API_KEY_SCHEME } from './api-key-scheme';
import { API_PREFIX, finish } from './finish-document';
import { GUIDE } from './guide';
import { BASE, FURTHER } from './sections';
import { serviceVersion } from '../version';

/** The extension with which documentation pages show groups of sections. */
const TAG_GROUPS = [
  { name: 'Base', tags: BASE.map(([name]) => name) },
  { name: 'Further', tags: FURTHER.map(([name]) => name) },
];

/** Builds the OpenAPI 3.0 document of the app: the one at `/docs/openapi.json` and the committed one. */
export function buildDocument(app: INestApplication): OpenAPIObject {
  const builder = new DocumentBuilder()
    .setTitle('Scheduling Service REST API')
    .setDescription(GUIDE)
    .setVersion(serviceVersion())
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
  for (const [name, description] of [...BASE, ...FURTHER]) builder.addTag(name, description);
  const document = SwaggerModule.createDocument(app, builder.build(), { operationIdFactory: operationId });
  return { ...finish(document), 'x-tagGroups': TAG_GROUPS } as OpenAPIObject;
}

/** Such as `businessHoursReplace`: letters only, which generators can make function names of. */
function operationId(controller: string, method: string): string {
  const resource = controller.replace(/Controller$/, '').replace(/^AppointmentCollection$/, 'Appointments');
  return `${resource.charAt(0).toLowerCase()}${resource.slice(1)}${method.charAt(0).toUpperCase()}${method.slice(1)}`;
}
