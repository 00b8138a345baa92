import { present } from '../../platform/values/present';
import { hashPassword } from '../../people/users/password';
import type { UserChange } from '../../people/users/users.service';
import type { ProviderPatch } from './dto/provider.dto';
import type { ProviderDetails } from './provider-accounts';
import { toStoredSchedule } from './schedule';

/** The changes of a body, by the table that stores them. Absent members stay as they are. */
export interface ProviderChange {
  readonly user: UserChange;
  readonly details: ProviderDetails;
  readonly serviceIds: readonly number[] | null | undefined;
}

/** Reads a body; hashes its password, which is slow on purpose. @throws ValidationError of a schedule that makes no sense */
export async function toChange(body: ProviderPatch): Promise<ProviderChange> {
  const { name, email, active, phone, color, slug, timezone, maxPerDay, serviceIds } = body;
  const schedule = body.schedule === undefined ? undefined : toStoredSchedule(body.schedule);
  const passwordHash = typeof body.password === 'string' ? await hashPassword(body.password) : body.password;
  return {
    user: present({ name, email, active, passwordHash }),
    details: present({ phone, color, slug, timezone, maxPerDay, schedule }),
    serviceIds,
  };
}
