/** Serves the page with its settings: `node examples/staff-day/serve.mjs --issuer https://… --client staff-day --audience …`. */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';

const { values } = parseArgs({
  options: {
    api: { type: 'string', default: 'http://localhost:3000' },
    issuer: { type: 'string' },
    client: { type: 'string', default: 'staff-day' },
    audience: { type: 'string', default: 'http://localhost:3000/mcp' },
    port: { type: 'string', default: '5174' },
  },
});
const { port, ...settings } = values;
const read = (name) => readFileSync(join(import.meta.dirname, name), 'utf8');
const FILES = {
  '/': ['text/html', read('page.html')],
  '/staff-day.mjs': ['text/javascript', read('staff-day.mjs')],
  '/settings.json': ['application/json', JSON.stringify(settings)],
};

const server = createServer((request, response) => {
  const [type, text] = FILES[new URL(request.url, 'http://localhost').pathname] ?? [];
  if (text === undefined) return response.writeHead(404).end();
  return response.setHeader('content-type', `${type}; charset=utf-8`).end(text);
}).listen(Number(port), 'localhost');
await once(server, 'listening');
console.log(`The day of who signs in is at http://localhost:${port}`);
