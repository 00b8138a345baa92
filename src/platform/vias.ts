import { answered } from './http/validation/members';
import { INTEGER, orNull, TEXT } from './http/validation/shapes';

/**
 * The ways by which a change comes. `oidc`: with a token of the identity provider; `mcp`: a tool of a language model; `import`: rows of
 * another system, whose events no webhook gets; `database`: directly in SQL, past the service.
 */
export const VIAS = ['api', 'oidc', 'mcp', 'command line', 'worker', 'import', 'database'] as const;
export type Via = (typeof VIAS)[number];

/** Who made a change, as the audit trail and events show it. */
export const CHANGE_SOURCE = {
  userId: answered(orNull(INTEGER), {
    example: 1,
    description: 'The user of the API key, or of the token; null if the change came without one',
  }),
  apiKeyId: answered(orNull(INTEGER), { example: 1, description: 'null with a token, too' }),
  tokenId: answered(orNull(TEXT), {
    example: null,
    description: 'The `jti` of the token of the identity provider; null with a key, and without a `jti`',
  }),
  requestId: answered(orNull(TEXT), {
    example: '6f1c8a1e-6a53-4c52-9f0a-3f4d1be2c9a7',
    description: 'The `X-Request-Id` of the request. All changes of one request have the same',
  }),
};
