import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Guest } from '../../people/customers/customer.entity';
import { asGuest, type ToldRow } from '../../people/customers/told-guest';
import { Database } from '../../platform/database/database';
import { joinClauses } from '../../platform/database/reads/clause';
import type { WriteContext } from '../../platform/database/write-context';
import type { Reach } from '../../platform/restrictions';
import { showsCustomer } from '../reach';

/** The tables whose rows name a customer. */
type Table = 'appointments' | 'waitlist_entries';

/** A row of them, as answers show it. */
interface Row {
  readonly id: number;
  readonly customerId: number | null;
  readonly customerName?: string;
  /** The customer, also where an answer leaves it out; null: erased. */
  readonly holderId: number | null;
}

/** Who is told: a narrowed key, or one that sees every customer. */
type Told = Pick<WriteContext, 'reach' | 'subjects'>;

/** Whether a row shows its customer to a narrowed key, and else what was said of the guest. */
interface Shown {
  readonly id: number;
  /** The customer, also one that was erased. */
  readonly holderId: number;
  readonly isShown: boolean;
  readonly guest: Guest | null;
}

/** By the id of the row; undefined: for a key that sees every customer. */
export type ShownById = ReadonlyMap<number, Shown> | undefined;

/** Of a row that has gone since it was read. */
const UNKNOWN: Guest = { name: '', phone: null, language: null, timezone: null };

const STORED = { name: 'guests.stored', text: 'select guest from appointments where id = $1' };

/** What a narrowed key is told of customers whom it does not see. */
@Injectable()
export class ToldGuests {
  constructor(private readonly database: Database) {}

  /** The rows as a key is told them. */
  async tell<Each extends Row>(
    told: Told,
    table: Table,
    rows: readonly Each[],
    tx?: EntityManager,
  ): Promise<readonly (Each | ToldRow<Each>)[]> {
    if (told.reach === undefined || rows.length === 0) return rows;
    const ids = rows.map(({ id }) => id);
    const shown = await this.shown(told.reach, table, ids, tx);
    return rows.map((row) => toldAs(told, row, shown));
  }

  /** What was said of the guest of an appointment; undefined: a narrowed key sees its customer. */
  async guestOf(reach: Reach, appointmentId: number): Promise<Guest | undefined> {
    const shown = await this.shown(reach, 'appointments', [appointmentId]);
    return guestIn(shown, shown?.get(appointmentId) ?? { id: appointmentId, holderId: 0 });
  }

  /** What the booking said of its guest; null: it shows its customer. */
  async storedOf(tx: EntityManager, appointmentId: number): Promise<Guest | null> {
    const { guest } = await this.database.one<Pick<Shown, 'guest'>>(STORED, [appointmentId], tx);
    return guest;
  }

  /** The customer of an appointment, if a narrowed key sees it. */
  async customerOf(reach: Reach, appointmentId: number): Promise<number | null> {
    const row = (await this.shown(reach, 'appointments', [appointmentId]))?.get(appointmentId);
    return row?.isShown === true ? row.holderId : null;
  }

  /** Reads nothing for a key that is not narrowed. In `tx` it is sent before this returns. */
  async shown(
    reach: Reach | undefined,
    table: Table,
    ids: readonly number[],
    tx?: EntityManager,
  ): Promise<ShownById> {
    if (reach === undefined) return undefined;
    const { name, sql, values } = joinClauses([showsCustomer(reach, 't')], 2);
    const statement = {
      name: `guests.shown-${table}.${name}`,
      text: `select t.id, t.customer_id as "holderId", ${sql} as "isShown", t.guest from ${table} t where t.id = any ($1)`,
      isShort: true,
    };
    const rows = await this.database.rows<Shown>(statement, [ids, ...values], tx);
    return new Map(rows.map((row) => [row.id, row]));
  }
}

/** What was said of a guest; undefined: the row shows its customer. @param holderId of the row as it was read, which may have changed since */
export function guestIn(shown: ShownById, { id, holderId }: Pick<Row, 'id' | 'holderId'>): Guest | undefined {
  if (shown === undefined) return undefined;
  const row = shown.get(id);
  if (row === undefined || (holderId !== null && row.holderId !== holderId)) return UNKNOWN;
  return row.isShown ? undefined : (row.guest ?? UNKNOWN);
}

/** A row as a key is told it. Notes the customer, so that an erasure finds the answer where it is stored. */
export function toldAs<Each extends Row>(
  { subjects }: Told,
  row: Each,
  shown: ShownById,
): Each | ToldRow<Each> {
  const guest = guestIn(shown, row);
  if (guest === undefined) return row;
  if (row.holderId !== null) subjects?.push({ customerId: row.holderId });
  return asGuest(row, guest);
}
