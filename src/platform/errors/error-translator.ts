import type { DomainError } from './domain-error';

/** Turns an error of a lower layer, such as the database, into a `DomainError`; `undefined` when it has no meaning for a caller. */
export abstract class ErrorTranslator {
  abstract translate(error: unknown): DomainError | undefined;
}
