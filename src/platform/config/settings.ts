import { parseOrigins } from './origins';
import { messageSettings } from './message-settings';
import { parseManageUrl, parsePublicUrl } from './public-url';
import { setting } from './setting';
import { signInSettings } from './sign-in-settings';
import {
  contact,
  databaseUrl,
  folder,
  integer,
  oneOf,
  optionalFolder,
  ports,
  redisUrl,
  text,
  timeZone,
  token,
} from './setting-parsers';

/** Every setting of the service. The parser, `.env.example` and their tests all read this list. */
export const settings = {
  port: setting(
    'PORT',
    '3000',
    'Port to listen on. With 0 the system chooses a free one.',
    integer(0, 65_535),
  ),
  host: setting('HOST', '', 'Address to listen on. Empty: every address of the machine.', text),
  publicUrl: setting(
    'PUBLIC_URL',
    '',
    'Address under which clients reach the service, https://booking.example.com. Links begin with it. Empty: http://localhost with PORT.',
    parsePublicUrl,
  ),
  manageUrl: setting(
    'MANAGE_URL',
    '',
    'Page of your own on which customers manage what they have booked, https://www.example.com/manage/{token}. Its origin may call /manage. Empty: the page /m of the service.',
    parseManageUrl,
  ),
  dataDir: setting(
    'DATA_DIR',
    '.data',
    'Folder for the embedded PostgreSQL, and for files and messages by default.',
    folder,
  ),
  storageDir: setting(
    'STORAGE_DIR',
    '',
    'Folder for uploaded files, which all instances share. Empty: `storage` in DATA_DIR.',
    optionalFolder,
  ),
  walArchiveDir: setting(
    'WAL_ARCHIVE_DIR',
    '',
    'Folder, on another disk, to which the embedded PostgreSQL archives its log, so that a back-up can be restored to any later moment. Empty: no archive.',
    optionalFolder,
  ),
  databaseUrl: setting(
    'DATABASE_URL',
    '',
    'PostgreSQL 15 or newer to use, postgres://user:password@host:port/database. Empty: an embedded server.',
    databaseUrl,
  ),
  databasePoolSize: setting(
    'DATABASE_POOL_SIZE',
    '10',
    'Largest number of connections to PostgreSQL, for each process.',
    integer(1, 500),
  ),
  preparedStatements: setting(
    'PREPARED_STATEMENTS',
    'on',
    'Set to off behind a pooler in transaction mode without prepared statements, such as PgBouncer before 1.21.',
    oneOf('on', 'off'),
  ),
  businessTimeZone: setting(
    'BUSINESS_TIMEZONE',
    'UTC',
    'IANA time zone of the business, such as Europe/Berlin. Local times of requests and answers are in this zone.',
    timeZone,
  ),
  rateLimit: setting(
    'RATE_LIMIT',
    '120',
    'Number of requests that one key may send in a window.',
    integer(1, 1_000_000_000),
  ),
  rateLimitWindowS: setting(
    'RATE_LIMIT_WINDOW_S',
    '60',
    'Length of the window in seconds.',
    integer(1, 86_400),
  ),
  redisUrl: setting(
    'REDIS_URL',
    '',
    'Redis in which instances count requests together, redis://user:password@host:6379/0 or rediss://… Empty: each instance counts alone.',
    redisUrl,
  ),
  trustProxy: setting(
    'TRUST_PROXY',
    '0',
    'Number of proxies in front of the service whose X-Forwarded-For is trusted.',
    integer(0, 20),
  ),
  corsOrigins: setting(
    'CORS_ORIGINS',
    '',
    'Origins of web pages that may call the API: https://app.example.com,https://www.example.com. *: all. Empty: none.',
    parseOrigins,
  ),
  ...signInSettings,
  publicContact: setting(
    'PUBLIC_CONTACT',
    'off',
    'on: answers without a key show the e-mail address and phone number of providers.',
    oneOf('on', 'off'),
  ),
  challenge: setting(
    'CHALLENGE',
    'off',
    'on: browser keys book with a solved challenge (ALTCHA), which programs that book in bulk have to work for.',
    oneOf('on', 'off'),
  ),
  challengeTries: setting(
    'CHALLENGE_TRIES',
    '2000',
    'Keys that a browser tries at most to solve a challenge; half as many on average.',
    integer(1, 1_000_000),
  ),
  challengeTtlS: setting(
    'CHALLENGE_TTL_S',
    '600',
    'Seconds for which a challenge can be solved and used.',
    integer(10, 86_400),
  ),
  metricsToken: setting(
    'METRICS_TOKEN',
    '',
    'Bearer token for /metrics, 16 characters or more. Empty: /metrics needs no token.',
    token,
  ),
  securityContact: setting(
    'SECURITY_CONTACT',
    '',
    'Where faults of security are reported, for /.well-known/security.txt: an e-mail address, or https://… Empty: there is no such file.',
    contact,
  ),
  ...messageSettings,
  waitlistOfferMin: setting(
    'WAITLIST_OFFER_MIN',
    '30',
    'Minutes for which a time that is offered to the waitlist is kept for one customer.',
    integer(1, 10_080),
  ),
  messageRetentionDays: setting(
    'MESSAGE_RETENTION_DAYS',
    '90',
    'Days after which sent and failed messages, and files in DATA_DIR/outbox, are deleted. 0: never.',
    integer(0, 36_500),
  ),
  customerRetentionMonths: setting(
    'CUSTOMER_RETENTION_MONTHS',
    '0',
    'Months after which a customer without any later appointment is erased. 0: never.',
    integer(0, 1_200),
  ),
  eventRetentionDays: setting(
    'EVENT_RETENTION_DAYS',
    '90',
    'Days for which events can be read. 0: for ever.',
    integer(0, 36_500),
  ),
  busyCalendarMin: setting(
    'BUSY_CALENDAR_MIN',
    '10',
    'Minutes between two fetches of a busy calendar of a provider.',
    integer(1, 1_440),
  ),
  webhookAllowPrivate: setting(
    'WEBHOOK_ALLOW_PRIVATE',
    'off',
    'on: webhooks and busy calendars may have addresses that are not public, for tests and inner networks.',
    oneOf('on', 'off'),
  ),
  webhookAllowPorts: setting(
    'WEBHOOK_ALLOW_PORTS',
    '',
    'Ports below 1024 that webhooks and busy calendars may have besides 80 and 443: 81,591. *: all. Empty: none.',
    ports,
  ),
  worker: setting(
    'WORKER',
    'on',
    'on: the service sends queued messages itself. off: only `npm run worker` sends them.',
    oneOf('on', 'off'),
  ),
  logLevel: setting(
    'LOG_LEVEL',
    'info',
    'fatal, error, warn, info, debug, trace or silent. info logs one line for each request.',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
  logFormat: setting(
    'LOG_FORMAT',
    'auto',
    'json: a JSON object for each line. pretty: lines for people. auto: pretty at a terminal, else json.',
    oneOf('auto', 'json', 'pretty'),
  ),
  shutdownDeadlineS: setting(
    'SHUTDOWN_DEADLINE_S',
    '10',
    'Seconds in which running requests may finish after SIGTERM or Ctrl-C.',
    integer(1, 300),
  ),
} as const;
