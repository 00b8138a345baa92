import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { utf8In } from '../values/utf8';
import { misspeltSettings } from './misspelt-settings';
import type { Setting } from './setting';
import { settings } from './settings';
import { faultsOfSignIn } from './sign-in-settings';

type Settings = typeof settings;

/** The configuration: one member for each setting, frozen. Injected with `@Inject(Config)`. */
export type Config = { readonly [Name in keyof Settings]: ReturnType<Settings[Name]['parse']> };
export const Config = Symbol('Config');

/** The configuration has faults; `message` names all of them, a line each. */
export class ConfigError extends Error {}

const filesRead = new Set<string>();

/** The files that `loadConfig` and `useEnvFile` have read, as absolute paths. */
export function settingsFiles(): readonly string[] {
  return [...filesRead];
}

/** Reads settings from a file. Variables of the environment keep their values. @throws ConfigError if it cannot be read */
export function useEnvFile(path: string): void {
  const file = resolve(path);
  for (const [name, value] of Object.entries(readSettings(file))) process.env[name] ??= value;
  filesRead.add(file);
}

/** Comments may be in any encoding. @throws ConfigError */
function readSettings(file: string): Readonly<Record<string, string>> {
  const bytes = bytesOf(file);
  const read = parseEnv(bytes.toString()) as Readonly<Record<string, string>>;
  const lost =
    utf8In(bytes) === undefined && Object.keys(read).find((name) => read[name]?.includes('\uFFFD'));
  if (lost) throw new ConfigError(`${lost} in ${file} has bytes that are not UTF-8`);
  return read;
}

/** `process.loadEnvFile` says of a folder, and of a file without permission, that its contents should be a string. */
function bytesOf(file: string): Buffer {
  try {
    return readFileSync(file);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    throw new ConfigError(
      `The file of settings cannot be read: ${code === 'EISDIR' ? `${file} is a folder` : message}`,
    );
  }
}

/** Reads the environment, and from `.env` in the working directory what it lacks. @throws ConfigError with all faults at once */
export function loadConfig(): Config {
  if (existsSync('.env')) useEnvFile('.env');
  return parseConfig(process.env);
}

/** A secret of one command, which other users of the machine could read on its command line. Undefined: there is none. */
export function commandSecret(variable: string): string | undefined {
  const secret = process.env[variable]?.trim();
  return secret === '' ? undefined : secret;
}

/** A sentence for each variable that looks like a misspelt setting; complete after `loadConfig`. */
export function misspeltVariables(): string[] {
  return misspeltSettings(process.env);
}

/** Parses and freezes a configuration. An empty or blank variable counts as absent. @throws ConfigError */
export function parseConfig(environment: Readonly<Record<string, string | undefined>>): Config {
  const faults: string[] = [];
  const members = Object.entries(settings).map(([name, setting]: [string, Setting<unknown>]) => {
    const given = environment[setting.variable]?.trim();
    try {
      return [name, setting.parse(given === undefined || given === '' ? setting.default : given)] as const;
    } catch (fault) {
      faults.push(`${setting.variable} ${(fault as Error).message}`);
      return [name, undefined] as const;
    }
  });
  const config = Object.freeze(Object.fromEntries(members)) as unknown as Config;
  if (faults.length === 0) faults.push(...faultsOfSignIn(config));
  if (faults.length > 0) throw new ConfigError(faults.join('\n'));
  return config;
}
