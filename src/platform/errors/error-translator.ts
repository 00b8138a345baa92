import type { DomainError } from './domain-error';

/** Turns an error of a layer below (the database) into one of the domain, or `undefined` when it means nothing to a caller. */
export abstract class ErrorTranslator {
  abstract translate(error: unknown): DomainError | undefined;
}
