import type { Clock } from '../../platform/clock';
import {
  type Config,
  ConfigError,
  loadConfig,
  misspeltVariables,
  settingsFiles,
} from '../../platform/config/config';
import { checkDatabase } from './database.check';
import { type Finding, findingsOf } from './finding';
import { checkFolders } from './folders.check';
import { checkMail, checkPublicUrl } from './mail.check';
import { checkSignIn } from './sign-in.check';
import { isDeepStrictEqual } from 'node:util';
import type { Setting } from '../../platform/config/setting';
import { settings } from '../../platform/config/settings';
import { withTimeout } from '../../platform/async/with-timeout';
import { reasonOf } from '../../platform/database/sqlstate';
import { redisServerOf } from '../../platform/http/limits/redis-connection';
import { RedisCounter } from '../../platform/http/limits/redis-counter';
import { examineTemplates } from '../../telling/messages/mail/template-folder';

const PATIENCE_MS = 3_000;
/** The counter of this check, which Redis deletes after a second. */
const TRACKER = { key: 'doctor', ttlMs: 1_000 };

/** Checks that Redis can be reached, accepts the login and lets the service count. */
async function checkRedis({ redisUrl }: Config): Promise<Finding[]> {
  const { ok, fault } = findingsOf('redis');
  if (redisUrl === undefined) return [ok('no REDIS_URL: each process counts requests alone')];
  const counter = await RedisCounter.of(redisUrl);
  const server = redisServerOf(redisUrl);
  try {
    await withTimeout(PATIENCE_MS, counter.open());
    await withTimeout(PATIENCE_MS, counter.weigh(TRACKER.key, TRACKER.ttlMs, 1, 1));
    return [ok(`${server} counts requests`)];
  } catch (error) {
    return [fault(`${server}: ${reasonOf(error)}; each process counts requests alone`)];
  } finally {
    counter.close();
  }
}

/** Checks what the service depends on, whether it runs or not, and changes nothing. Returns faults as findings, and throws none. */
export async function examine(clock: Clock): Promise<Finding[]> {
  const config = readConfig();
  const misspelt = checkSettingNames();
  if (Array.isArray(config)) return [...config, ...misspelt];
  const checks = [
    checkDatabase(config, clock),
    checkFolders(config),
    checkMail(config),
    checkTemplates(config),
    checkRedis(config),
    checkSignIn(config, clock),
  ];
  return [
    checkConfiguration(config),
    ...misspelt,
    ...(await Promise.all(checks)).flat(),
    checkPublicUrl(config),
    checkSecurityContact(config),
  ];
}

/** The configuration, or its faults. With a faulty configuration no other check is possible. */
function readConfig(): Config | Finding[] {
  try {
    return loadConfig();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    return error.message.split('\n').map(findingsOf('configuration').fault);
  }
}

/** Says where the settings come from and which differ from their default. Their values may be secrets. */
function checkConfiguration(config: Config): Finding {
  const all = Object.entries(settings) as [keyof Config, Setting<unknown>][];
  const changed = all
    .filter(([name, setting]) => !isDeepStrictEqual(config[name], setting.parse(setting.default)))
    .map(([, { variable }]) => variable);
  const others =
    changed.length === 0 ? 'all have their default' : `changed from the default: ${changed.join(', ')}`;
  const sources = ['the environment', ...settingsFiles()].join(' and ');
  return findingsOf('configuration').ok(`${all.length} settings, from ${sources}; ${others}`);
}

/** A stranger who finds a fault of security looks for the contact first. */
function checkSecurityContact({ securityContact }: Config): Finding {
  const { ok, warning } = findingsOf('security contact');
  if (securityContact !== undefined) return ok(`/.well-known/security.txt names ${securityContact}`);
  return warning(
    'SECURITY_CONTACT is not set: people who find a fault of security cannot find out where to report it',
  );
}

/** Names the variables that look like settings and are none: the service ignores them. */
function checkSettingNames(): Finding[] {
  return misspeltVariables().map(findingsOf('setting names').warning);
}

/** A template with faults is not used: customers get the own text of the service. */
async function checkTemplates({ messageTemplates }: Config): Promise<Finding[]> {
  if (messageTemplates === undefined) return [];
  const { ok, warning, fault } = findingsOf('message templates');
  try {
    const { count, faults } = await examineTemplates(messageTemplates);
    if (faults.length === 0) return [ok(`${count} in ${messageTemplates}`)];
    return faults.map(({ file, reason }) => warning(`${file}: ${reason}`));
  } catch (error) {
    return [fault(`${messageTemplates}: ${reasonOf(error)}`)];
  }
}
