/** What the service is told. Everything else is as it is by default. */
export const SETTINGS = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  /** One key makes all the requests. */
  RATE_LIMIT: '1000000000',
  /** A thousand messages about tomorrow would be sent beside what is measured, found by reading all customers. */
  REMINDER_HOURS: '0',
} as const;

/** Of our own environment only what a program needs to run: no setting of the service that happens to be there. */
export function serviceEnvironment(dataDir: string, port: number): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { ...definedOnly({ PATH, HOME, TMPDIR }), ...SETTINGS, DATA_DIR: dataDir, PORT: String(port) };
}

function definedOnly(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined));
}
