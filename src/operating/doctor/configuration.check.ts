import { isDeepStrictEqual } from 'node:util';
import type { Config } from '../../platform/config/config';
import { settings, type Setting } from '../../platform/config/settings';
import { type Finding, findingsOf } from './finding';

/** Which settings are not their default; by name alone, for some values are secrets. */
export function checkConfiguration(config: Config): Finding {
  const all = Object.entries(settings) as [keyof Config, Setting<unknown>][];
  const changed = all
    .filter(([name, setting]) => !isDeepStrictEqual(config[name], setting.parse(setting.default)))
    .map(([, { variable }]) => variable);
  const others = changed.length === 0 ? 'all as by default' : `not as by default: ${changed.join(', ')}`;
  return findingsOf('configuration').ok(`${all.length} settings; ${others}`);
}
