const integer = (description: string, example: number) => ({
  description,
  required: true,
  schema: { type: 'integer', minimum: 0 },
  example,
});

/** The headers of answers, by their name in `components.headers`. */
export const HEADERS = {
  RequestId: {
    description: 'The id of the request in the logs; a well-formed `X-Request-Id` of the request is kept',
    required: true,
    schema: { type: 'string' },
    example: '4f8c3c1e-7d0b-4a53-9c55-0d6a3a0e7f51',
  },
  RateLimitLimit: integer('How many requests a window allows', 120),
  RateLimitRemaining: integer('How many requests are left in the window', 119),
  RateLimitReset: integer('Seconds until the window ends', 60),
  RetryAfter: integer('Seconds to wait', 17),
  RetryAfterOutage: { ...integer('Seconds to wait, after a 503', 2), required: false },
  ETag: {
    description: 'A hash of `data`, for `If-None-Match` and `If-Match`',
    required: true,
    schema: { type: 'string' },
    example: '"Wn1mXo1LWyqTzmSfn8wOIA"',
  },
  IdempotencyReplayed: {
    description: '`true` when this is the first answer to the same `Idempotency-Key`, sent again',
    required: false,
    schema: { type: 'string', enum: ['true'] },
    example: 'true',
  },
  WwwAuthenticate: {
    description: '`Bearer`',
    required: true,
    schema: { type: 'string' },
    example: 'Bearer',
  },
};

const refer = (name: keyof typeof HEADERS) => ({ $ref: `#/components/headers/${name}` });

const EVERY = { 'X-Request-Id': refer('RequestId') };

/** The headers of every answer to a request that the rate limit counts. */
export const COUNTED = {
  ...EVERY,
  'RateLimit-Limit': refer('RateLimitLimit'),
  'RateLimit-Remaining': refer('RateLimitRemaining'),
  'RateLimit-Reset': refer('RateLimitReset'),
};

/** The headers of every answer that shows one whole resource. */
export const TAGGED = { ...COUNTED, ETag: refer('ETag') };

/** The header of repeated answers to a POST with an `Idempotency-Key`. */
export const REPLAYED = { 'Idempotency-Replayed': refer('IdempotencyReplayed') };

/** The headers of error answers, by status. */
export const ERROR_HEADERS: Readonly<Record<string | number, object>> & { readonly other: object } = {
  401: { ...EVERY, 'WWW-Authenticate': refer('WwwAuthenticate') },
  404: { ...COUNTED, ...REPLAYED },
  409: { ...COUNTED, 'Retry-After': refer('RetryAfter') },
  422: { ...COUNTED, ...REPLAYED },
  429: { ...COUNTED, 'Retry-After': refer('RetryAfter') },
  500: EVERY,
  503: { ...EVERY, 'Retry-After': refer('RetryAfterOutage') },
  other: COUNTED,
};
