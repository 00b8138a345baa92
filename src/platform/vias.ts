/**
 * The ways by which a change comes. `oidc`: with a token of the identity provider; `mcp`: a tool of a language model; `import`: rows of
 * another system, whose events no webhook gets; `database`: directly in SQL, past the service.
 */
export const VIAS = ['api', 'oidc', 'mcp', 'command line', 'worker', 'import', 'database'] as const;
export type Via = (typeof VIAS)[number];
