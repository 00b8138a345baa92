import { RefusedError } from '../../platform/errors/errors';

/** A backup, or its restoration, would not be one, or would destroy something. */
export class BackupRefusedError extends RefusedError {
  constructor(message: string) {
    super(message, { reason: 'backup_refused' });
  }
}
