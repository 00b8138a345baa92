import { misspeltSettings } from './misspelt-settings';
import { settings } from './settings';

const misspelt = (...names: string[]) =>
  misspeltSettings(Object.fromEntries(names.map((name) => [name, 'value'])));

describe('misspeltSettings', () => {
  it.each([
    ['RATE_LIMITS', 'RATE_LIMIT'],
    ['RATELIMIT', 'RATE_LIMIT'],
    ['RATE_LIMIT_WINDOW', 'RATE_LIMIT_WINDOW_S'],
    ['RATE_LIMIT_WINDOW_SECONDS', 'RATE_LIMIT_WINDOW_S'],
    ['DATABSE_URL', 'DATABASE_URL'],
    ['database_url', 'DATABASE_URL'],
    ['DATABASE_HOST', 'DATABASE_URL'],
    ['SMTP_PASSWORD', 'SMTP_URL'],
    ['LOG_LEVLE', 'LOG_LEVEL'],
    ['WORKERS', 'WORKER'],
    ['PORTS', 'PORT'],
    ['WEBHOOKS_ALLOW_PRIVATE', 'WEBHOOK_ALLOW_PRIVATE'],
  ])('takes %s for %s', (name, setting) => {
    expect(misspelt(name)).toEqual([`${name} is not a setting; did you mean ${setting}?`]);
  });

  it('names all of them, in the order of the alphabet', () => {
    expect(misspelt('SMTP_HOST', 'PATH', 'CORS_ORIGIN')).toEqual([
      'CORS_ORIGIN is not a setting; did you mean CORS_ORIGINS?',
      'SMTP_HOST is not a setting; did you mean SMTP_URL?',
    ]);
  });

  it('takes no setting for a misspelt one', () => {
    expect(misspelt(...Object.values(settings).map(({ variable }) => variable))).toEqual([]);
  });

  it.each([
    [
      'a shell',
      ['PATH', 'HOME', 'USER', 'LOGNAME', 'MAIL', 'PWD', 'OLDPWD', 'SHELL', 'LANG', 'TERM', 'TZ', '_'],
    ],
    [
      'Node and npm',
      ['NODE_ENV', 'NODE_OPTIONS', 'npm_config_cache', 'INIT_CWD', 'HOSTNAME', 'NO_COLOR', 'CI'],
    ],
    [
      'a desktop',
      ['XDG_DATA_DIRS', 'DISPLAY', 'SSH_AUTH_SOCK', 'EDITOR', 'COLORTERM', 'DBUS_SESSION_BUS_ADDRESS'],
    ],
    [
      'Kubernetes',
      ['REDIS_SERVICE_HOST', 'REDIS_SERVICE_PORT', 'REDIS_PORT_6379_TCP_ADDR', 'KUBERNETES_PORT'],
    ],
    ['PostgreSQL', ['PGHOST', 'PGUSER', 'POSTGRES_PASSWORD']],
  ])('leaves the variables of %s alone', (_owner, names) => {
    expect(misspelt(...names)).toEqual([]);
  });

  it('leaves the address of another container alone', () => {
    expect(misspeltSettings({ REDIS_PORT: 'tcp://10.0.0.11:6379' })).toEqual([]);
  });
});
