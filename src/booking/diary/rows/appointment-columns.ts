import { blankRecord } from '../../../platform/values/quick-objects';
import { namesOf, selectOf, type ValuesOf, withoutColumns } from '../../../platform/database/columns';
import { valuesByColumn } from '../../../platform/database/named';
import { SETTABLE, STATE } from './appointment.entity';
import type { PaymentStatus } from '../../appointment-status';

type UnsetOf<Columns> = {
  readonly [
    Name in keyof Columns as Columns[Name] extends { readonly unset: unknown } ? Name : never
  ]: Columns[Name] extends { readonly unset: infer Unset } ? Unset : never;
};

/** What a booking or a change writes; instants in epoch ms. */
export type AppointmentState = ValuesOf<typeof STATE>;
type SettableState = ValuesOf<typeof SETTABLE>;

/** What answers do not show. */
const UNSEEN = ['busy', 'resourceIds', 'seatPrice'] as const satisfies readonly (keyof AppointmentState)[];
const SHOWN = withoutColumns(STATE, UNSEEN);

/** What answers show. */
export type ShownState = ValuesOf<typeof SHOWN>;

const SETTABLE_MEMBERS = Object.keys(SETTABLE) as (keyof SettableState)[];

/** The values of the columns that no body has set; the others are null. A copy of it then sets members and adds none (`blankRecord`). */
export const UNSET = Object.assign(
  { ...blankRecord(Object.keys(STATE)) },
  Object.fromEntries(
    Object.entries(STATE).flatMap(([member, each]) => ('unset' in each ? [[member, each.unset]] : [])),
  ),
) as UnsetOf<typeof STATE>;

/** The names of the columns. */
export const STATE_COLUMNS: readonly string[] = namesOf(STATE);

export function selectState(alias: string): string {
  return selectOf(STATE, alias);
}

export function selectShown(alias: string): string {
  return selectOf(SHOWN, alias);
}

/** Whether it was pending for too long, and is not cancelled yet. @param now epoch ms */
export function hasEnded({ status, expiresAt }: AppointmentState, now: number): boolean {
  return status === 'pending' && expiresAt !== null && expiresAt <= now;
}

/** What a statement writes, by column. */
export function recordOf(state: AppointmentState): Readonly<Record<string, unknown>> {
  return valuesByColumn(STATE, state);
}

/** A body that sets columns; `payment_status` is the one member whose name the interface spells otherwise. */
type SettingBody = {
  readonly [Name in Exclude<keyof SettableState, 'paymentStatus'>]?: SettableState[Name] | undefined;
} & { readonly payment_status?: PaymentStatus | undefined };

/** What a body sets; an undefined member sets nothing. */
export function setBy(body: SettingBody): Partial<SettableState> {
  const valueOf = (member: keyof SettableState) =>
    member === 'paymentStatus' ? body.payment_status : body[member];
  const set: Record<string, unknown> = {};
  for (const member of SETTABLE_MEMBERS) if (valueOf(member) !== undefined) set[member] = valueOf(member);
  return set;
}
