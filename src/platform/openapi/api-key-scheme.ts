/** Name of the security scheme in the OpenAPI document. */
export const API_KEY_SCHEME = 'apiKey';
