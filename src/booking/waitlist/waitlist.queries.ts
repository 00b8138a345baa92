import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { joinClauses, type NamedClause } from '../../platform/database/reads/clause';
import { Database } from '../../platform/database/database';
import { orderBy, sortText } from '../../platform/database/reads/order-by';
import { pageOf, selectWithTotal, type TotalRow } from '../../platform/database/reads/total-page';
import { found } from '../../platform/database/found';
import type { Page } from '../../platform/database/reads/page';
import type { ToldRow } from '../../people/customers/told-guest';
import type { Reach } from '../../platform/restrictions';
import { ToldGuests } from '../guests/told-guests';
import { andWithin, clausesOfReach, showsCustomer } from '../reach';
import { pageWindow } from '../../platform/database/reads/page-window';
import type { WaitlistListQuery, WaitlistSort } from './dto/waitlist-list.query';
import { selectEntries, type WaitlistRow } from './waitlist-row';
import { isOffer, statusAt } from './waitlist-status';
import { GET } from './waitlist.statements';

const LONGEST_WAITING_FIRST: WaitlistSort = { field: 'createdAt', direction: 'asc' };

/** The placeholder of now, in the statements of lists. */
const NOW = '$1';

type Told = Parameters<ToldGuests['tell']>[0];

/** Reads entries of the waitlist, with their status of now. */
@Injectable()
export class WaitlistQueries {
  constructor(
    private readonly database: Database,
    private readonly clock: Clock,
    private readonly guests: ToldGuests,
  ) {}

  /** As a key is told it. @throws NotFoundError for one that a narrowed key does not see, too */
  async get(id: number, tx?: EntityManager, told: Told = {}): Promise<ToldRow<WaitlistRow>> {
    const { reach } = told;
    const { sql, name, values } = andWithin(reach, 'given', { alias: 'e', first: 3 });
    const statement = reach === undefined ? GET : { name: `${GET.name}${name}`, text: `${GET.text}${sql}` };
    const rows = await this.database.rows<WaitlistRow>(statement, [id, this.now(), ...values], tx);
    const [entry] = await this.guests.tell(told, 'waitlist_entries', rows, tx);
    return found(entry, 'entry of the waitlist');
  }

  /** @param reach what a narrowed key sees */
  async page(
    { sort = LONGEST_WAITING_FIRST, page: number, length, ...filters }: WaitlistListQuery,
    reach?: Reach,
  ): Promise<Page<ToldRow<WaitlistRow>>> {
    const window = pageWindow({ ...(number && { page: number }), ...(length && { length }) });
    // A filter by a customer finds what shows the customer.
    const shows = reach === undefined || filters.customerId === undefined ? [] : [showsCustomer(reach, 'e')];
    const where = joinClauses([...clausesOf(filters), ...clausesOfReach(reach, 'given', 'e'), ...shows], 2);
    const order = orderBy(sort.direction, { column: `listed."${sort.field}"`, id: 'listed.id' });
    const [limit, offset] = [`$${where.values.length + 2}`, `$${where.values.length + 3}`];
    const matching = `${selectEntries(NOW)} where ${where.sql}`;
    const statement = {
      name: `waitlist.page.${where.name}.${sortText(sort)}`,
      text: selectWithTotal(
        `select count(*)::int as total from waitlist_entries e where ${where.sql}`,
        `select * from (${matching}) listed order by ${order} limit ${limit} offset ${offset}`,
        order,
      ),
    };
    const values = [this.now(), ...where.values, window.perPage, window.offset];
    const found = pageOf(await this.database.rows<TotalRow<WaitlistRow>>(statement, values), window, sort);
    return found.with(await this.guests.tell({ reach }, 'waitlist_entries', found.items));
  }

  private now(): Date {
    return new Date(this.clock.now());
  }
}

function clausesOf({
  status,
  serviceId,
  providerId,
  locationId,
  customerId,
}: WaitlistListQuery): NamedClause[] {
  const offered = `exists (select from holds o where ${isOffer('e', NOW).replaceAll('h.', 'o.')})`;
  const conditions: [string, (value: string) => string, unknown][] = [
    ['status', (value) => `${statusAt('e', offered, NOW)} = any (${value})`, status],
    ['service', (value) => `e.service_id = ${value}`, serviceId],
    ['provider', (value) => `e.provider_id = ${value}`, providerId],
    ['location', (value) => `e.location_id = ${value}`, locationId],
    ['customer', (value) => `e.customer_id = ${value}`, customerId],
  ];
  const named = conditions.filter(([, , value]) => value !== undefined);
  return named.length === 0
    ? [{ name: 'all', sql: `${NOW}::timestamptz is not null` }]
    : named.map(([name, sql, value]) => ({ name, sql, value }));
}
