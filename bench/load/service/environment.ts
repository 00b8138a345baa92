/** The settings of the measured service; all others have their defaults. */
export const SETTINGS = {
  NODE_ENV: 'production',
  HOST: '127.0.0.1',
  /** One key makes all the requests. */
  RATE_LIMIT: '1000000000',
  /** Otherwise a thousand reminders for tomorrow would be sent during the measurements. */
  REMINDER_HOURS: '0',
} as const;

/** The variables of our environment that any program needs; settings of the service are left out. */
export function serviceEnvironment(dataDir: string, port: number): NodeJS.ProcessEnv {
  const { PATH, HOME, TMPDIR } = process.env;
  return { ...definedOnly({ PATH, HOME, TMPDIR }), ...SETTINGS, DATA_DIR: dataDir, PORT: String(port) };
}

function definedOnly(variables: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(variables).filter(([, value]) => value !== undefined));
}
