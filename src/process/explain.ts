import { DatabaseError } from 'pg';
import { QueryFailedError } from 'typeorm';
import { ConfigError } from '../platform/config/config';
import { isDatabaseAway, reasonOf } from '../platform/database/sqlstate';
import { printable } from '../platform/values/printable';
import { DomainError } from '../platform/errors/domain-error';
import { ValidationError } from '../platform/errors/errors';

/** What went wrong, as one line for the person who started the process. A fault of the program itself keeps its stack. */
export function explain(error: unknown): string {
  if (isBug(error)) return printable(error.stack ?? error.message);
  return printable(oneLine(sentence(error).replace(/^error: /, '')));
}

function sentence(error: unknown): string {
  if (error instanceof ValidationError) return optionFaults(error);
  if (error instanceof DomainError) return error.message;
  if (error instanceof ConfigError) return error.message.replaceAll('\n', '; ');
  if (isDatabaseAway(error)) return `The database is away: ${reasonOf(error)}`;
  if (error instanceof DatabaseError || error instanceof QueryFailedError)
    return `PostgreSQL says: ${error.message}`;
  return reasonOf(error);
}

/** A command has one option for each field that its service checks. */
function optionFaults({ details }: ValidationError): string {
  return Object.entries(details)
    .map(([field, fault]) => `--${field} ${fault}`)
    .join('; ');
}

function isBug(error: unknown): error is Error {
  return error instanceof TypeError || error instanceof ReferenceError || error instanceof RangeError;
}

function oneLine(text: string): string {
  return text.trim().replaceAll(/\s*\n\s*/g, ' ');
}
