import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NestExpressApplication } from '@nestjs/platform-express';
import type { OpenAPIObject } from '@nestjs/swagger';
import { buildDocument } from '../../../src/platform/openapi/openapi';

/**
 * The OpenAPI document of the service. The first test file of a run builds it and leaves it in the folder of the run for the
 * others, because building it takes longer than most tests.
 */
export function builtDocument(app: NestExpressApplication): OpenAPIObject {
  const folder = process.env['TEST_RUN_FOLDER'];
  if (folder === undefined) throw new Error('the global setup has not created the folder of the run');
  const file = join(folder, 'openapi.json');
  if (!existsSync(file)) {
    const draft = `${file}.${randomBytes(6).toString('hex')}`;
    writeFileSync(draft, JSON.stringify(buildDocument(app)));
    renameSync(draft, file);
  }
  return JSON.parse(readFileSync(file, 'utf8')) as OpenAPIObject;
}
