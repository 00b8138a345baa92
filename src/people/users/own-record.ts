import { ForbiddenError } from '../../platform/errors/errors';
import type { Caller } from '../../platform/http/identity';

/** Guards what only the user whom it concerns, or an administrator, may do. @param action a noun @throws ForbiddenError */
export function assertOwnOrAdmin(userId: number, { userId: callerId, roles }: Caller, action: string): void {
  if (callerId === userId || roles.includes('admin')) return;
  throw new ForbiddenError(`${action} of another user takes the role admin`);
}
