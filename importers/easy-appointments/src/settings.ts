import type { EasyClient } from './client';
import { EasyClocks, isZone } from './clocks';
import { EasyAppointmentsError } from './errors';
import { parsedJson } from './json';
import { askedNames, statusOf, type StatusNames } from './statuses';

/** The fields that an administrator may have named. */
export const CUSTOM_FIELDS = [1, 2, 3, 4, 5];

/** What the settings say of all services and customers. */
export interface EasySettings {
  /** How far ahead customers may book. */
  readonly minNoticeMin: number | undefined;
  readonly maxAdvanceDays: number | undefined;
  /** By the number of the field. */
  readonly fieldLabels: ReadonlyMap<number, string>;
}

export async function readSettings(client: EasyClient): Promise<EasySettings> {
  const numberOf = async (name: string) => {
    const text = await client.setting(name);
    return text !== undefined && /^\d{1,6}$/.test(text) ? Number(text) : undefined;
  };
  const fieldLabels = new Map<number, string>();
  for (const number of CUSTOM_FIELDS) {
    const label = await client.setting(`label_custom_field_${number}`);
    if (label !== undefined) fieldLabels.set(number, label);
  }
  return {
    minNoticeMin: await numberOf('book_advance_timeout'),
    maxAdvanceDays: await numberOf('future_booking_limit'),
    fieldLabels,
  };
}

/** @throws EasyAppointmentsError where no clock is known at all */
export async function readClocks(client: EasyClient, timezone: string | undefined): Promise<EasyClocks> {
  const named = timezone ?? (await client.setting('default_timezone'));
  if (named === undefined || !isZone(named))
    throw new EasyAppointmentsError(
      'The system does not say in which time zone its times are: say it with --timezone',
    );
  return new EasyClocks(timezone, named);
}

/** An appointment with one of them may come late, when thousands of rows are taken. @throws EasyAppointmentsError of statuses without a meaning here */
export async function assertStatuses(client: EasyClient, names: StatusNames): Promise<void> {
  const options = textsIn(await client.setting('appointment_status_options'));
  const unknown = options.filter((option) => statusOf(option, names) === undefined);
  if (unknown.length > 0)
    throw new EasyAppointmentsError(
      `The system has statuses of its own: say what each of them means here, with ${askedNames(unknown)}`,
    );
}

/** The texts of a JSON list. */
function textsIn(json = '[]'): readonly string[] {
  const list = parsedJson(json);
  const texts = Array.isArray(list) ? list.filter((each) => typeof each === 'string') : [];
  return texts.map((text) => text.trim()).filter((text) => text !== '');
}
