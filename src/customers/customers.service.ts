import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../common/clock';
import { Database } from '../database/database';
import { splitName } from './customer-name';

/** Who books, as a booking names them. */
export interface BookingCustomer {
  readonly name: string;
  readonly email: string;
  readonly phone?: string | null | undefined;
}

/** Two statements, not an upsert: an upsert would write, and so lock, the row of a customer who is there already. */
const FIND_BY_EMAIL = {
  name: 'customers.find-by-email',
  text: `select id from customers where lower(email collate "und-x-icu") = lower($1 collate "und-x-icu")`,
};
const CREATE_UNLESS_THERE = {
  name: 'customers.create-unless-there',
  text: `insert into customers (first_name, last_name, email, phone, created_at, updated_at) values ($1, $2, $3, $4, $5, $5)
         on conflict (lower(email collate "und-x-icu")) do nothing returning id`,
};

/** Writes customers; the only one who does. */
@Injectable()
export class CustomersService {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
  ) {}

  /** The customer with an e-mail address, whatever its case; created when there is none. Who is there already stays unchanged. */
  async findOrCreate(tx: EntityManager, { name, email, phone }: BookingCustomer): Promise<number> {
    const { firstName, lastName } = splitName(name);
    const now = new Date(this.clock.now());
    for (;;) {
      const [known] = await this.database.rows<{ id: number }>(FIND_BY_EMAIL, [email], tx);
      if (known !== undefined) return known.id;
      const values = [firstName, lastName, email, phone ?? null, now];
      const [created] = await this.database.rows<{ id: number }>(CREATE_UNLESS_THERE, values, tx);
      if (created !== undefined) return created.id;
      // Somebody else created it in between: it is there now.
    }
  }
}
