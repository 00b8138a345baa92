import type { WriteContext } from '../../../platform/database/write-context';
import { MINUTE_MS } from '../../../platform/time/units';
import type { AppointmentState } from '../rows/appointment-columns';
import type { SnapshotService } from '../snapshot/snapshot';

export type WaitingState = Pick<AppointmentState, 'status' | 'expiresAt'>;

/**
 * What becomes of what a visitor of a page or a customer by a link books or moves, where one of its services lets that wait: it is pending,
 * and ends with the first of these services. Undefined: it does not wait.
 * @param now epoch ms
 */
export function waitingState(
  { visitor, byLink }: WriteContext,
  services: readonly Pick<SnapshotService, 'webStatus' | 'pendingMin'>[],
  now: number,
): WaitingState | undefined {
  if (visitor === undefined && byLink === undefined) return undefined;
  const waiting = services.filter(({ webStatus }) => webStatus === 'pending');
  if (waiting.length === 0) return undefined;
  const minutes = Math.min(...waiting.map(({ pendingMin }) => pendingMin ?? Infinity));
  return { status: 'pending', expiresAt: minutes === Infinity ? null : now + minutes * MINUTE_MS };
}
