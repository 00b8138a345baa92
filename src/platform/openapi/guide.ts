/** The guide on top of the documentation page and of the OpenAPI document; Markdown. */
export const GUIDE = `Book, move and cancel appointments, read availability, and manage what can be booked.

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
