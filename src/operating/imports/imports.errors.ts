import { RefusedError } from '../../platform/errors/errors';

/** A file, a folder or the database cannot be used for an import or an export. The message is for the operator. */
export class ImportRefusedError extends RefusedError {
  constructor(message: string) {
    super(message, { reason: 'import_refused' });
  }
}
