import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';

/** The version of the service, from the package.json above this file: the sources and `dist` lie at different depths. */
export function serviceVersion(folder: string = __dirname): string {
  const file = join(folder, 'package.json');
  if (existsSync(file)) return (JSON.parse(readFileSync(file, 'utf8')) as { version: string }).version;
  return dirname(folder) === folder ? 'unknown' : serviceVersion(dirname(folder));
}
