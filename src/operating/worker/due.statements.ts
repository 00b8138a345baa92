import { NEXT as NEXT_PENDING_END } from '../../booking/appointments/changes/expiry.statements';
import { nextHoldEnd } from '../../booking/waitlist/offers/waitlist-worker';
import { NEXT_FETCH } from '../../business/busy-calendars/fetching/fetching.statements';
import { epochMs } from '../../platform/database/columns';
import type { Statement } from '../../platform/database/database';
import { nextJob } from '../../platform/queue/jobs';
import { MESSAGE_QUEUE } from '../../telling/messages/delivery/message-job';
import { NEXT_DELIVERY } from '../../telling/webhooks/sending/lane-leases';

/** When the next work of each kind falls due that no commit brings, in epoch ms; null: none waits. */
export interface DueTimes {
  readonly messages: number | null;
  readonly pending: number | null;
  readonly offers: number | null;
  readonly webhooks: number | null;
  readonly calendars: number | null;
}

/** Values: now; the last look for freed time, or null. */
export const DUE: Statement = {
  name: 'worker.due',
  readsQueue: true,
  text: `
    select ${epochMs(`($1::timestamptz + ((${nextJob(MESSAGE_QUEUE)}) - now()))`)} as messages,
      (${NEXT_PENDING_END.text}) as pending, ${epochMs(`(${nextHoldEnd('$2')})`)} as offers,
      ${epochMs(`(${NEXT_DELIVERY})`)} as webhooks, ${epochMs(`(${NEXT_FETCH})`)} as calendars`,
};
