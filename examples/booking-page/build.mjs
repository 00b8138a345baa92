/**
 * Bundles the page with the TypeScript client: `booking.js`, which any page can embed, and `booking.html`, a page of its own with the
 * same script in it. Run as a program, it writes both to `dist/`, or to the folder that is named.
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { build } from 'esbuild';

const FOLDER = import.meta.dirname;
/** A policy in the page cannot name the service, which the attributes of the script name. */
const CONNECT = "'self' https: http://localhost:* http://127.0.0.1:*";

if (process.argv[1] === import.meta.filename) {
  const folder = process.argv[2] ?? join(FOLDER, 'dist');
  const { script, page } = await bundle();
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, 'booking.js'), script);
  writeFileSync(join(folder, 'booking.html'), page);
}

/** The script and the page, as texts. */
export async function bundle() {
  const { outputFiles } = await build({
    absWorkingDir: FOLDER,
    entryPoints: ['src/main.ts'],
    bundle: true,
    write: false,
    format: 'iife',
    target: 'es2022',
    charset: 'utf8',
    minify: true,
    legalComments: 'none',
    loader: { '.css': 'text' },
    logLevel: 'warning',
  });
  const script = outputFiles[0].text.trim().replaceAll('</script', '<\\/script');
  const template = readFileSync(join(FOLDER, 'page.html'), 'utf8');
  const style = /<style>([^]*?)<\/style>/.exec(template)[1];
  const policy = [
    "default-src 'none'",
    `script-src ${hashOf(script)}`,
    `style-src ${hashOf(style)}`,
    `connect-src ${CONNECT}`,
    "base-uri 'none'",
    "form-action 'none'",
  ].join('; ');
  const page = template
    .replace('{{policy}}', () => policy)
    .replace('></script>', () => `>${script}</script>`);
  return { script, page };
}

function hashOf(text) {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`;
}
