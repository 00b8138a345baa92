import type { WriteContext } from '../../platform/database/write-context';
import { joinName, splitName } from './customer-name';
import type { Guest } from './customer.entity';

/** What a request says of its guest. */
interface NamedGuest {
  readonly customerId?: number | undefined;
  readonly name?: string | undefined;
  readonly phone?: string | null | undefined;
  readonly attendeeLanguage?: string | null | undefined;
  readonly attendeeTimezone?: string | null | undefined;
  /** Whether nothing is written. */
  readonly dryRun?: boolean | undefined;
}

/** What an answer says of the guest where that differs from the customer. */
const OF_ATTENDEE = ['attendeeName', 'attendeePhone', 'attendeeLanguage', 'attendeeTimezone'] as const;

/**
 * What a booking said, if that is all that narrowed keys are told of its customer; null: its key sees the customer, or has brought it;
 * undefined: it is a key that sees every customer. A dry run does the same for every guest.
 */
export function guestOf(
  { reach, visitor }: Pick<WriteContext, 'reach' | 'visitor'>,
  { name = '', phone = null, attendeeLanguage = null, attendeeTimezone = null, dryRun }: NamedGuest,
  { stored, isSeen }: { readonly stored: unknown; readonly isSeen?: boolean },
): Guest | null | undefined {
  if (reach === undefined && visitor === undefined) return undefined;
  const isOwn = stored === null ? dryRun !== true : isSeen === true && visitor === undefined;
  if (isOwn) return null;
  const said = {
    name: joinName(splitName(name)),
    phone,
    language: attendeeLanguage,
    timezone: attendeeTimezone,
  };
  return { ...said, ...(visitor !== undefined && { hasLink: true }) };
}

/**
 * Whether a request must not learn if its guest is a customer: that of a visitor, and a dry run of a narrowed key, because the guest has
 * nothing booked in its part.
 */
export function hushes(
  { visitor, reach }: Pick<WriteContext, 'visitor' | 'reach'>,
  { customerId, dryRun }: NamedGuest,
): boolean {
  return visitor !== undefined || (reach !== undefined && dryRun === true && customerId === undefined);
}

/**
 * What the answer to a booking tells. To a visitor of a page: what the visitor said, so that a known e-mail address gets the same answer as
 * an unknown one; a dry run tells a narrowed key no more. To a narrowed key of a guest: what the booking said. Notes the customer, so that
 * an erasure finds the answer where it is stored.
 */
export function toldTo<Row extends { readonly customerId: number; readonly customerName?: string }>(
  context: Pick<WriteContext, 'visitor' | 'reach' | 'subjects'>,
  person: NamedGuest,
  row: Row,
  guest?: Guest | null,
): ToldRow<Row> {
  const isHushed = hushes(context, person);
  if (!isHushed && guest == null) return row;
  const { name = '' } = person;
  context.subjects?.push({ customerId: row.customerId });
  if (!isHushed && guest != null) return asGuest(row, guest);
  return {
    ...row,
    customerId: null,
    ...(row.customerName !== undefined && { customerName: joinName(splitName(name)) }),
    ...Object.fromEntries(OF_ATTENDEE.filter((member) => member in row).map((member) => [member, null])),
  };
}

/** What a narrowed key is told of a row whose customer it does not see: what the booking said, and no link. */
export function asGuest<Row extends { readonly customerId: number | null; readonly customerName?: string }>(
  row: Row,
  { name, phone, language, timezone }: Guest,
): ToldRow<Row> {
  const attendee = {
    attendeeName: name,
    attendeePhone: phone,
    attendeeLanguage: language,
    attendeeTimezone: timezone,
  };
  return {
    ...row,
    customerId: null,
    isGuest: true,
    ...(row.customerName !== undefined && { customerName: name }),
    ...Object.fromEntries(
      OF_ATTENDEE.filter((member) => member in row).map((each) => [each, attendee[each]]),
    ),
  };
}

/** A row of which the customer may be left out. */
export type ToldRow<Row> = Omit<Row, 'customerId'> & {
  readonly customerId: number | null;
  /** Whether its key does not see the customer, and so not the link of the customer either. */
  readonly isGuest?: true;
};
