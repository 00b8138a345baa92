import type { Clock } from '../../platform/clock';
import { type Config, ConfigError, loadConfig } from '../../platform/config/config';
import { checkConfiguration, checkSecurityContact, checkSettingNames } from './configuration.check';
import { checkDatabase } from './database.check';
import { type Finding, findingsOf } from './finding';
import { checkFolders } from './folders.check';
import { checkMail, checkPublicUrl } from './mail.check';
import { checkRedis } from './redis.check';
import { checkSignIn } from './sign-in.check';
import { checkTemplates } from './templates.check';

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
