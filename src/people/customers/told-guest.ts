import type { WriteContext } from '../../platform/database/write-context';
import { joinName, splitName } from './customer-name';

/** What a request says of its guest, as far as it matters here. */
interface NamedGuest {
  readonly customerId?: number | undefined;
  readonly name?: string | undefined;
  /** Whether everything that is written will be rolled back. */
  readonly dryRun?: boolean | undefined;
}

/** What an answer says of the guest where that differs from the customer. */
const OF_ATTENDEE = ['attendeeName', 'attendeePhone', 'attendeeLanguage', 'attendeeTimezone'] as const;

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
 * What a visitor of a page is told of a guest: what the visitor said. So a known e-mail address gets the same answer as an unknown one. A
 * dry run tells a narrowed key no more. Notes the customer, so that an erasure finds the answer where it is stored.
 */
export function toldTo<Row extends { readonly customerId: number; readonly customerName?: string }>(
  context: Pick<WriteContext, 'visitor' | 'reach' | 'subjects'>,
  person: NamedGuest,
  row: Row,
): ToldRow<Row> {
  if (!hushes(context, person)) return row;
  const { name = '' } = person;
  context.subjects?.push({ customerId: row.customerId });
  return {
    ...row,
    customerId: null,
    ...(row.customerName !== undefined && { customerName: joinName(splitName(name)) }),
    ...Object.fromEntries(OF_ATTENDEE.filter((member) => member in row).map((member) => [member, null])),
  };
}

/** A row of which the customer may be left out. */
export type ToldRow<Row> = Omit<Row, 'customerId'> & { readonly customerId: number | null };
