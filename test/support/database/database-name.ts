/** The migrated database that test services clone. */
export const TEMPLATE = 'scheduling_template';

/** The URL of another database on the same server. */
export function withDatabaseName(url: string, name: string): string {
  const changed = new URL(url);
  changed.pathname = `/${name}`;
  return changed.href;
}
