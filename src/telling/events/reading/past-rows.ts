import { Injectable } from '@nestjs/common';
import type { AuditedRow } from '../../../platform/database/audited-row';
import { Database, type Statement } from '../../../platform/database/database';

/**
 * Part of a resource as it was when an audit entry was written. The trail keeps some resources in parts: a provider as its user,
 * its other members and its list of services.
 */
export interface PastPart {
  /** As in the audit trail. */
  readonly resource: string;
  readonly id: number;
  /** A column that only this part has. */
  readonly has: string;
  /** The last audit entry that counts. */
  readonly upTo: number;
}

/**
 * The last entry up to a moment tells what a row was; a row that no entry tells of is read as it is now. Values: numbers, and of
 * each part its resource, id, column and last entry.
 */
const PAST_PARTS: Statement = {
  name: 'events.past-parts',
  text: `
    select coalesce(
      (select coalesce(a.after, a.before) from audit_entries a
        where a.resource = p.resource and a.resource_id = p.id and a.id <= p.up_to and coalesce(a.after, a.before) ? p.has
        order by a.id desc limit 1),
      case when p.has = 'name' and p.resource = 'providers' then (select to_jsonb(u) from users u where u.id = p.id)
        when p.has = 'name' and p.resource = 'services' then (select to_jsonb(s) from services s where s.id = p.id)
        when p.resource = 'providers' then (select to_jsonb(r) from providers r where r.id = p.id)
        when p.resource = 'customers' then (select to_jsonb(c) from customers c where c.id = p.id)
        when p.resource = 'resources' then (select to_jsonb(r) from resources r where r.id = p.id)
        when p.resource = 'waitlist' then (select to_jsonb(w) from waitlist_entries w where w.id = p.id)
      end) as row
    from unnest($1::text[], $2::int[], $3::text[], $4::bigint[]) with ordinality as p(resource, id, has, up_to, n)
    order by p.n`,
};

/** The values of columns that did not exist yet when the older entries of the trail were written. */
export const ADDED_LATER: AuditedRow = { metadata: {}, erased_at: null };

/** Reads rows as they were. */
@Injectable()
export class PastRows {
  constructor(private readonly database: Database) {}

  /** The parts, each once. @returns what gives the columns of a part; almost none for one that never was */
  async read(parts: readonly PastPart[]): Promise<(part: PastPart) => AuditedRow> {
    const wanted = [...new Map(parts.map((part) => [keyOf(part), part])).values()];
    if (wanted.length === 0) return () => ({});
    const values = [
      wanted.map(({ resource }) => resource),
      wanted.map(({ id }) => id),
      wanted.map(({ has }) => has),
      wanted.map(({ upTo }) => upTo),
    ];
    const rows = await this.database.rows<{ row: AuditedRow | null }>(PAST_PARTS, values);
    const found = new Map(
      wanted.map((part, index) => [keyOf(part), Object.assign({}, ADDED_LATER, rows[index]?.row)]),
    );
    return (part) => found.get(keyOf(part)) ?? {};
  }
}

function keyOf({ resource, id, has, upTo }: PastPart): string {
  return `${resource} ${id} ${has} ${upTo}`;
}
