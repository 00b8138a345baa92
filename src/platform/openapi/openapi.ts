import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { API_KEY_SCHEME } from './api-key-scheme';
import { API_PREFIX, finish } from './finish-document';
import { GUIDE } from './guide';

/** The version of the interface, which the document carries. */
const INTERFACE_VERSION = '1.0.0';

type Section = readonly [name: string, description: string];

/** The base interface, each section after those that its examples need. */
const BASE: readonly Section[] = [
  ['Services', 'What can be booked.'],
  ['Providers', 'The people who can be booked, with their weekly schedules, special hours and time off.'],
  ['Availability', 'The times at which a service can be booked. Every offered time can be booked.'],
  ['Appointments', 'Book, move, cancel and read appointments.'],
  ['Customers', 'The people for whom appointments are made.'],
  ['Categories', 'Groups of services.'],
  ['Business hours', 'The daily window and the weekdays of the business, and the dates that differ.'],
  ['Closures', 'Intervals in which the whole business is shut.'],
  ['Locations', 'The places where appointments happen.'],
];
const FURTHER: readonly Section[] = [
  ['Series', 'Appointments that recur.'],
  ['Visits', 'Several services in a row for one customer.'],
  ['Holds', 'Times that are kept for a while, until they are booked.'],
  ['Waitlist', 'Customers who wait for a time, and what they are offered.'],
  ['Group sessions', 'Appointments that share a service, a provider and a time.'],
  ['Resources', 'Rooms, chairs and equipment, with their time off.'],
  ['Events', 'What has happened, in the order in which it did.'],
  ['Calendars', 'Appointments for calendar programs.'],
  ['Webhooks', 'URLs that are sent events as they happen, and what became of each delivery.'],
  ['Audit', 'Every change, with its author.'],
];

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
  for (const [name, description] of [...BASE, ...FURTHER]) builder.addTag(name, description);
  const document = SwaggerModule.createDocument(app, builder.build(), { operationIdFactory: operationId });
  return { ...finish(document), 'x-tagGroups': TAG_GROUPS } as OpenAPIObject;
}

/** Such as `businessHoursReplace`: letters only, which generators can make function names of. */
function operationId(controller: string, method: string): string {
  const resource = controller.replace(/Controller$/, '').replace(/^AppointmentCollection$/, 'Appointments');
  return `${resource.charAt(0).toLowerCase()}${resource.slice(1)}${method.charAt(0).toUpperCase()}${method.slice(1)}`;
}
