import { RefusedError } from '../../platform/errors/errors';

/** A backup or a restoration cannot be done, or would destroy something. */
export class BackupRefusedError extends RefusedError {
  constructor(message: string) {
    super(message, { reason: 'backup_refused' });
  }
}
