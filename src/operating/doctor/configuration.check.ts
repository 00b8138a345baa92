import { isDeepStrictEqual } from 'node:util';
import { type Config, misspeltVariables, settingsFiles } from '../../platform/config/config';
import type { Setting } from '../../platform/config/setting';
import { settings } from '../../platform/config/settings';
import { type Finding, findingsOf } from './finding';

/** Says where the settings come from and which differ from their default. Their values may be secrets. */
export function checkConfiguration(config: Config): Finding {
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
export function checkSecurityContact({ securityContact }: Config): Finding {
  const { ok, warning } = findingsOf('security contact');
  if (securityContact !== undefined) return ok(`/.well-known/security.txt names ${securityContact}`);
  return warning('SECURITY_CONTACT is not set: nobody can find out where to report a fault of security');
}

/** Names the variables that look like settings and are none: the service ignores them. */
export function checkSettingNames(): Finding[] {
  return misspeltVariables().map(findingsOf('setting names').warning);
}
