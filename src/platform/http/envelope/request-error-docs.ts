import type { ErrorDoc } from './error-doc';

/** Failures of the caller and of the body, before an operation begins. */
export const REQUEST_ERROR_DOCS = {
  unauthorized: {
    status: 401,
    code: 'unauthorized',
    description: 'The API key is missing or not valid',
    message: 'A valid API key is required: Authorization: Bearer xsk_…',
  },
  rate_limited: {
    status: 429,
    code: 'rate_limited',
    description: 'Too many requests: retry after `Retry-After` seconds',
    message: 'Too many requests; try again in 17 s',
  },
  forbidden: {
    status: 403,
    code: 'forbidden',
    description: 'The caller lacks the role',
    message: 'This takes one of the roles: admin',
  },
  KEY_RESTRICTED: {
    status: 403,
    code: 'forbidden',
    description: 'The key is restricted: `details` names what it lacks',
    message: 'This takes a key with the scope appointments:read',
    details: { scope: 'appointments:read' },
  },
  CHALLENGE_REFUSED: {
    status: 403,
    code: 'forbidden',
    description:
      'With a browser key: there is no good solution of a challenge. `details.challenge` is `required`, `invalid`, `expired`, `used` or `too_small`',
    message: 'This takes a solved challenge of GET /challenge, in the header Altcha',
    details: { challenge: 'required' },
  },
  BAD_REQUEST: {
    status: 400,
    code: 'BAD_REQUEST',
    description: 'The body cannot be read',
    message: 'The body is not valid JSON',
  },
  QUERY_UNREADABLE: {
    status: 400,
    code: 'BAD_REQUEST',
    description: 'The query has bytes that are not UTF-8',
    message: 'The query has bytes that are not UTF-8',
  },
  IMAGE_REFUSED: {
    status: 400,
    code: 'BAD_REQUEST',
    description: 'The picture is missing, too large, or not a JPEG, PNG, WebP or GIF',
    message: 'The image must be a JPEG, PNG, WebP or GIF',
  },
  BODY_TOO_LARGE: {
    status: 413,
    code: 'BAD_REQUEST',
    description: 'The body is larger than 1 MiB',
    message: 'The body is larger than 1048576 bytes',
  },
  UNSUPPORTED_BODY: {
    status: 415,
    code: 'BAD_REQUEST',
    description: 'The body is not JSON',
    message: 'The body must be JSON, sent as Content-Type: application/json',
  },
  BODY_COMPRESSED: {
    status: 415,
    code: 'BAD_REQUEST',
    description: 'The body is compressed',
    message: 'The body must not be compressed',
  },
} as const satisfies Readonly<Record<string, ErrorDoc>>;
