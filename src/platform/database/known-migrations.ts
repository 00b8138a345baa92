import { readdirSync } from 'node:fs';
import { join } from 'node:path';

/** The folder of the migrations. */
export const MIGRATIONS = join(__dirname, '../../../migrations');

let known: readonly string[] | undefined;

/** The migrations of this build, oldest first, by their files: such as `1790000000000-people`. None of them is loaded. */
export function knownMigrations(): readonly string[] {
  return (known ??= readdirSync(MIGRATIONS)
    .filter((file) => /\.[jt]s$/.test(file))
    .map((file) => file.slice(0, -3))
    .sort());
}

/** The number of a migration, with which its file begins and the name of its class ends. */
export function numberOf(migration: string): string {
  return /\d{13}/.exec(migration)?.[0] ?? migration;
}
