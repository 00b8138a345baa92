import type { INestApplication } from '@nestjs/common';
import { DocumentBuilder, type OpenAPIObject, SwaggerModule } from '@nestjs/swagger';
import { API_KEY_SCHEME } from './api-key-scheme';
import { API_PREFIX, finish } from './finish-document';
import { BASE, FURTHER } from './sections';
import { serviceVersion } from '../version';

/** The guide on top of the documentation page and of the OpenAPI document; Markdown. */
const GUIDE = `Book, move and cancel appointments, read availability, and manage what can be booked.

### Start here

1. Make a key on the server: \`npm run --silent cli -- api:key create --user 1 --name "First key"\`. Press **Authorize** and paste it.
2. Execute **POST /services**, **POST /providers** and **POST /appointments**, unchanged and in this order. On a fresh database
   the examples of the other operations then work in the order of the page. Leave **DELETE** and **erase** to the end, from the
   bottom up. An id that is random (a hold, the token of a feed) comes from the answer that made it, and an offer is accepted or
   declined: join the waitlist again in between.
3. **GET /availability/slots** lists the times that can be booked.

### What every operation has in common

- Paths start with \`/api/v1\`. A success is \`{"data", "meta"}\`; an error is \`{"error": {"message", "code", "details"}}\`.
- Operations marked *public* need no key. Each description names the roles that may call the operation.
- Lists take \`page\`, \`length\` (at most 100) and \`sort\` (\`field:asc\` or \`field:desc\`). Their \`meta\` has the totals.
- \`meta.ignored\` names the members and parameters of a request that had no meaning.
- Times are RFC 3339 instants with an offset. \`date\` and \`start\` are wall-clock time of the provider.
  Dates run from 1970-01-01 to 2199-12-31. A date in \`from\` is the beginning of that day, a date in \`to\` its end.

### Errors

| status | code | meaning |
| --- | --- | --- |
| 400, 413, 415 | \`BAD_REQUEST\` | the body cannot be read, is larger than 1 MiB, or is not JSON |
| 401 | \`unauthorized\` | the key is missing or not valid |
| 403 | \`forbidden\` | the roles of the key, or its scopes (\`x-scope\` of each operation) or what it hides (\`x-hidden\`), do not allow it |
| 404 | \`NOT_FOUND\` | the resource or the path does not exist |
| 409, 412 | \`UNPROCESSABLE_ENTITY\` | the \`Idempotency-Key\` is in use; \`If-Match\` failed |
| 422 | \`VALIDATION_ERROR\` | \`details\` maps each field to a message |
| 422 | \`UNPROCESSABLE_ENTITY\` | a rule refuses the request: \`details.reason\`, and often \`details.alternatives\` |
| 429 | \`rate_limited\` | too many requests: wait \`Retry-After\` seconds |
| 500, 503 | \`SERVER_ERROR\` | the service failed, or its database is away: \`Retry-After\` |

### Headers

| header | meaning |
| --- | --- |
| \`X-Request-Id\` | names the request in the logs; send your own to find it again |
| \`RateLimit-Limit\`, \`-Remaining\`, \`-Reset\` | requests allowed, requests left, seconds until the count starts again |
| \`ETag\` | a hash of a resource. \`If-None-Match\` makes a GET a 304; \`If-Match\` makes a write a 412 when the resource has changed |
| \`Prefer: handling=strict\` | on any operation: members and parameters without meaning are a 422 that names them. The answer has \`Preference-Applied: handling=strict\` |
| \`Idempotency-Key\` | on a POST: the request is done once, however often you repeat it within 24 hours. \`Idempotency-Replayed\` marks a repeated answer |
`;

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
