import { types } from 'node:util';

/** The embedded database cannot be used. The message is one line for the operator. */
export class EmbeddedServerError extends Error {
  override readonly name = 'EmbeddedServerError';
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  // Not `instanceof`: under Jest, errors of Node come from another realm.
  return types.isNativeError(error) && 'code' in error && codes.includes(String(error.code));
}

export function messageOf(error: unknown): string {
  return types.isNativeError(error) ? error.message : String(error);
}

/** The last lines that a failed program printed, on one line: those that name a cause, if any do. */
export function lastOutput(lines: readonly string[], count = 4): string {
  const spoken = lines.map((line) => line.trim()).filter((line) => line !== '');
  const causes = spoken.filter((line) => /\b(FATAL|PANIC|ERROR|error|could not|cannot)\b/.test(line));
  return (causes.length > 0 ? causes : spoken).slice(-count).join(' | ') || '(no output)';
}
