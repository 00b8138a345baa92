import { Injectable } from '@nestjs/common';
import { Database, type Statement } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import { NotFoundError } from '../../platform/errors/errors';
import { type HeldLink, type LinkKind, shownLink } from '../../platform/http/envelope/links';
import { holderOf } from '../links/link-holder';
import { ManageLinks } from '../links/manage-links';

type Rotated = Pick<HeldLink, 'linkCounter' | 'holderId'>;

/** The customer of the first appointment of a series or a visit, as answers show its link. @param column of appointments */
const rotateAll = (table: 'series' | 'visits', column: 'series_id' | 'visit_id') => `
  update ${table} t set link_counter = t.link_counter + 1
  from (select a.customer_id from appointments a where a.${column} = $1 order by a.start_at, a.id limit 1) first
  where t.id = $1 returning t.link_counter as "linkCounter", ${holderOf('first.customer_id')} as "holderId"`;

const ROTATED = `returning link_counter as "linkCounter", ${holderOf('customer_id')} as "holderId"`;

/** Each ends the links of $1 by one more on its counter. */
const ROTATE: Readonly<Record<LinkKind, Statement>> = {
  appointment: {
    name: 'links.rotate-appointment',
    text: `update appointments set link_counter = link_counter + 1 where id = $1 and visit_id is null ${ROTATED}`,
  },
  series: { name: 'links.rotate-series', text: rotateAll('series', 'series_id') },
  visit: { name: 'links.rotate-visit', text: rotateAll('visits', 'visit_id') },
  waitlist: {
    name: 'links.rotate-entry',
    text: `update waitlist_entries set link_counter = link_counter + 1 where id = $1 ${ROTATED}`,
  },
};

const FIND_VISIT: Statement = {
  name: 'links.find-visit',
  text: 'select visit_id as "visitId" from appointments where id = $1',
};

/** Ends the link of a customer, and makes another. */
@Injectable()
export class LinkRotation {
  constructor(
    private readonly database: Database,
    private readonly links: ManageLinks,
  ) {}

  /** An appointment of a visit has the link of the visit. An erased customer has none. @throws NotFoundError */
  rotate(context: WriteContext, kind: LinkKind, id: number): Promise<{ readonly manageUrl: string | null }> {
    return this.database.transaction(context, async (tx) => {
      const [found] =
        kind === 'appointment'
          ? await this.database.rows<{ visitId: number | null }>(FIND_VISIT, [id], tx)
          : [];
      const visitId = found?.visitId ?? null;
      const about = visitId === null ? { kind, id } : { kind: 'visit' as const, id: visitId };
      const [rotated] = await this.database.rows<Rotated>(ROTATE[about.kind], [about.id], tx);
      if (rotated === undefined) throw new NotFoundError(NAMES[kind]);
      return { manageUrl: shownLink(this.links, { ...about, ...rotated }) };
    });
  }
}

const NAMES: Readonly<Record<LinkKind, string>> = {
  appointment: 'appointment',
  series: 'series',
  visit: 'visit',
  waitlist: 'entry of the waitlist',
};
