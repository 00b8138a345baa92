import type { Answer } from '../../../support/api-client';
import type { TestService } from '../../../support/test-service';
import type { Entry } from '../../../support/waiting';
import { tokenIn } from '../../manage/support/links';

/** An entry of the waitlist, with its link. */
export type Offered = Entry & { readonly manageUrl: string };

/** How the offer of an entry is accepted. */
export const ACCEPT = {
  'the API': ({ admin }: TestService, { id }: Offered) => admin.post(`/waitlist/${id}/accept`),
  'the link': ({ anonymous }: TestService, { manageUrl }: Offered) =>
    anonymous.post(`/manage/${tokenIn(manageUrl)}/accept`),
} as const satisfies Record<string, (service: TestService, entry: Offered) => Promise<Answer>>;

/** Removes all that was held and booked, and the absences. */
export async function clearTime(service: TestService): Promise<void> {
  for (const table of [
    ...['waitlist_entries', 'holds', 'appointments'],
    ...['time_off', 'closures', 'special_hours'],
  ])
    await service.query(`delete from ${table}`);
}
