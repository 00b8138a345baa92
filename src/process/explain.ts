import { DomainError } from '../platform/errors/domain-error';
import { ValidationError } from '../platform/errors/errors';
import { ConfigError } from '../platform/config/config';
import { isDatabaseAway, reasonOf } from '../platform/database/sqlstate';

/** What went wrong, as one line for whoever typed the command. */
export function explain(error: unknown): string {
  if (isBug(error)) return error.stack ?? error.message;
  return oneLine(sentence(error).replace(/^error: /, ''));
}

function sentence(error: unknown): string {
  if (error instanceof ValidationError) return optionFaults(error);
  if (error instanceof DomainError) return error.message;
  if (error instanceof ConfigError) return error.message.replaceAll('\n', '; ');
  if (isDatabaseAway(error)) return `The database is away: ${reasonOf(error)}`;
  return reasonOf(error);
}

/** The fields of a service's verb are the options of its command. */
function optionFaults({ details }: ValidationError): string {
  return Object.entries(details)
    .map(([field, fault]) => `--${field} ${fault}`)
    .join('; ');
}

/** A fault of the program itself, which nobody can act on without its stack. */
function isBug(error: unknown): error is Error {
  return error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ');
}
