import { format } from 'prettier';
import { built, withApp } from './app.mjs';

/** The OpenAPI document, as it is served at /docs/openapi.json. */
export async function generate() {
  const document = await withApp((app) => built('platform/openapi/openapi').buildDocument(app));
  return format(JSON.stringify(document), { parser: 'json', printWidth: 110 });
}
