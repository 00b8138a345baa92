/**
 * `npm run example`: builds the page and serves it with a browser key, at `/` as a page of its own and at `/embed` inside another page.
 * The key is made for the address at which this serves.
 */
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { parseArgs } from 'node:util';
import { bundle } from './build.mjs';

const SCOPES = 'catalogue:read,availability:read,appointments:book';

const { values } = parseArgs({
  options: {
    key: { type: 'string', default: process.env.BOOKING_KEY },
    api: { type: 'string', default: process.env.BOOKING_API ?? 'http://localhost:3000' },
    port: { type: 'string', default: '5173' },
    title: { type: 'string', default: 'Book an appointment' },
    currency: { type: 'string', default: 'EUR' },
  },
});
const { key, api, port, title, currency } = values;
const origin = `http://localhost:${port}`;

if (key === undefined) {
  console.error(`A page needs a browser key of its address. This makes one, and serves the page with it:

  npm run example -- --key "$(npm run --silent cli -- api:key create --user 1 --name Example \\
    --origins ${origin} --scopes ${SCOPES})"

To have something to book, add the demo before: npm run --silent cli -- demo`);
  process.exit(1);
}

const { script, page } = await bundle();
const attributes = (text) =>
  text
    .replace('https://booking.example.com', () => escaped(api))
    .replace('YOUR_BROWSER_KEY', () => escaped(key))
    .replace('data-currency="EUR"', () => `data-currency="${escaped(currency)}"`);
const POLICY = `default-src 'none'; script-src 'self'; style-src 'self'; connect-src ${new URL(api).origin}`;
const FILES = {
  '/': ['text/html', attributes(page).replace('"Book an appointment"', () => `"${escaped(title)}"`)],
  '/embed': ['text/html', attributes(read('embed.html')), POLICY],
  '/embed.css': ['text/css', read('embed.css')],
  '/booking.js': ['text/javascript', script],
};

const server = createServer((request, response) => {
  const [type, text, policy] = FILES[new URL(request.url, origin).pathname] ?? [];
  if (text === undefined) return response.writeHead(404).end();
  if (policy !== undefined) response.setHeader('content-security-policy', policy);
  return response.setHeader('content-type', `${type}; charset=utf-8`).end(text);
}).listen(Number(port), 'localhost');
await once(server, 'listening');
console.log(`The booking page is at ${origin}, and embedded at ${origin}/embed`);

function read(name) {
  return readFileSync(join(import.meta.dirname, name), 'utf8');
}

function escaped(text) {
  return text.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
}
