import { types } from 'node:util';

/** The embedded database cannot be used; the message is one clear line for whoever runs the service. */
export class EmbeddedServerError extends Error {
  override readonly name = 'EmbeddedServerError';
}

export function hasCode(error: unknown, ...codes: string[]): boolean {
  // Not instanceof: errors of Node itself come from another realm under Jest.
  return types.isNativeError(error) && 'code' in error && codes.includes(String(error.code));
}

export function messageOf(error: unknown): string {
  return types.isNativeError(error) ? error.message : String(error);
}

/** What a failed program said last, on one line; where it names a cause, that. */
export function lastWords(lines: readonly string[], count = 4): string {
  const spoken = lines.map((line) => line.trim()).filter((line) => line !== '');
  const causes = spoken.filter((line) => /\b(FATAL|PANIC|ERROR|error|could not|cannot)\b/.test(line));
  return (causes.length > 0 ? causes : spoken).slice(-count).join(' | ') || '(no output)';
}
