const integer = (description: string, example: number) => ({
  description,
  required: true,
  schema: { type: 'integer', minimum: 0 },
  example,
});

/** Headers of answers, under their name in `components.headers`. */
export const HEADERS = {
  RequestId: {
    description: 'Names the request in the logs; a sane `X-Request-Id` of the request is kept',
    required: true,
    schema: { type: 'string' },
    example: '4f8c3c1e-7d0b-4a53-9c55-0d6a3a0e7f51',
  },
  RateLimitLimit: integer('Requests in a window', 120),
  RateLimitRemaining: integer('How many of them are left', 119),
  RateLimitReset: integer('Seconds until the window ends', 60),
  RetryAfter: integer('Seconds to wait', 17),
  RetryAfterOutage: { ...integer('Of a 503: seconds to wait', 2), required: false },
  ETag: {
    description: 'Names the state that `data` shows; for `If-None-Match` and `If-Match`',
    required: true,
    schema: { type: 'string' },
    example: '"Wn1mXo1LWyqTzmSfn8wOIA"',
  },
  IdempotencyReplayed: {
    description: 'Of an answer that was given before, to the same `Idempotency-Key`: `true`',
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

/** Of every answer that counts against the rate limit. */
export const COUNTED = {
  ...EVERY,
  'RateLimit-Limit': refer('RateLimitLimit'),
  'RateLimit-Remaining': refer('RateLimitRemaining'),
  'RateLimit-Reset': refer('RateLimitReset'),
};

/** Of every answer that shows one resource, whole. */
export const TAGGED = { ...COUNTED, ETag: refer('ETag') };

/** Of answers to a POST that honours the `Idempotency-Key`. */
export const REPLAYED = { 'Idempotency-Replayed': refer('IdempotencyReplayed') };

/** Of error answers, by status. */
export const ERROR_HEADERS: Readonly<Record<string | number, object>> & { readonly other: object } = {
  401: { ...EVERY, 'WWW-Authenticate': refer('WwwAuthenticate') },
  404: { ...COUNTED, ...REPLAYED },
  409: { ...COUNTED, 'Retry-After': refer('RetryAfter') },
  422: { ...COUNTED, ...REPLAYED },
  429: { ...COUNTED, 'Retry-After': refer('RetryAfter') },
  '5XX': { ...EVERY, 'Retry-After': refer('RetryAfterOutage') },
  other: COUNTED,
};
