import { createRequire } from 'node:module';
import { join } from 'node:path';
import { DIST } from '../sources.mjs';

const require = createRequire(import.meta.url);

/** A module of the built service. @param path from `src/`, without its ending */
export function built(path) {
  return require(join(DIST, 'src', `${path}.js`));
}

/** Runs `use` on the app, which needs no database to be looked at. */
export async function withApp(use) {
  const config = built('platform/config/config').parseConfig({ LOG_LEVEL: 'silent' });
  const app = await built('process/create-app').createApp({
    config,
    databaseUrl: 'postgres://none@127.0.0.1:1/none',
  });
  try {
    return await use(app);
  } finally {
    await app.close();
  }
}
