import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database, type Statement } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import { NotFoundError } from '../../platform/errors/errors';
import { type HeldLink, shownLink } from '../../platform/http/envelope/links';
import type { LinkKind } from '../links/link-token';
import { untilLocked } from '../diary/locks/batch-lock';
import { holderOf } from '../links/link-holder';
import { ManageLinks } from '../links/manage-links';

type Rotated = Omit<HeldLink, 'kind'>;
/** What an appointment belongs to. */
interface Belonging {
  readonly visitId: number | null;
  readonly seriesId: number | null;
}

/** The customer of the first appointment of a series or a visit, as answers show its link. @param column of appointments */
const rotateAll = (table: 'series' | 'visits', column: 'series_id' | 'visit_id') => `
  update ${table} t set link_counter = t.link_counter + 1
  from (select a.customer_id from appointments a where a.${column} = $1 order by a.start_at, a.id limit 1) first
  where t.id = $1 returning t.id, t.link_counter as "linkCounter", ${holderOf('first.customer_id')} as "holderId"`;

const ROTATED = `returning id, link_counter as "linkCounter", ${holderOf('customer_id')} as "holderId"`;

/** Each ends the links of $1 by one more on its counter. */
const ROTATE: Readonly<Record<LinkKind, Statement>> = {
  appointment: {
    name: 'links.rotate-appointment',
    text: `update appointments set link_counter = link_counter + 1 where id = $1 ${ROTATED}`,
  },
  series: { name: 'links.rotate-series', text: rotateAll('series', 'series_id') },
  visit: { name: 'links.rotate-visit', text: rotateAll('visits', 'visit_id') },
  waitlist: {
    name: 'links.rotate-entry',
    text: `update waitlist_entries set link_counter = link_counter + 1 where id = $1 ${ROTATED}`,
  },
};

/** Ends the links of all occurrences of the series $1, locked in the order in which all other writes lock them. */
const ROTATE_OCCURRENCES: Statement = {
  name: 'links.rotate-occurrences',
  text: `
    with locked as (
      select id from appointments where series_id = $1 order by start_at, id for no key update
    )
    update appointments a set link_counter = a.link_counter + 1 from locked l where a.id = l.id
    returning a.id, a.link_counter as "linkCounter", ${holderOf('a.customer_id')} as "holderId"`,
};

/** Ends the link of the entry that became the appointment $1: its page shows that of the appointment. */
const ROTATE_ENTRY_OF: Statement = {
  name: 'links.rotate-entry-of',
  text: 'update waitlist_entries set link_counter = link_counter + 1 where appointment_id = $1',
};

const FIND_BELONGING: Statement = {
  name: 'links.find-belonging',
  text: 'select visit_id as "visitId", series_id as "seriesId" from appointments where id = $1',
};

/** The appointment that the entry $1 became, as long as it is that of the same customer. */
const FIND_BOOKED: Statement = {
  name: 'links.find-booked',
  text: `
    select a.id from waitlist_entries e
    join appointments a on a.id = e.appointment_id and a.customer_id = e.customer_id where e.id = $1`,
};

/** Ends the link of a customer, and makes another. */
@Injectable()
export class LinkRotation {
  constructor(
    private readonly database: Database,
    private readonly links: ManageLinks,
  ) {}

  /**
   * Ends the link of a thing together with the links that its page shows, and with that of the page that shows its link: who has one of them
   * has the others. Appointments come before what they belong to, as in all other writes. An erased customer has no link.
   * @throws NotFoundError
   */
  rotate(context: WriteContext, kind: LinkKind, id: number): Promise<{ readonly manageUrl: string | null }> {
    return this.database.transaction(context, async (tx) => {
      const link = await this.rotated(tx, kind, id);
      if (link === undefined) throw new NotFoundError(NAMES[kind]);
      return { manageUrl: shownLink(this.links, link) };
    });
  }

  private async rotated(tx: EntityManager, kind: LinkKind, id: number): Promise<HeldLink | undefined> {
    if (kind === 'appointment') return this.ofAppointment(tx, id);
    if (kind === 'waitlist') return (await untilLocked(tx, (attempt) => this.ofEntry(attempt, id))).link;
    if (kind === 'series') await this.database.rows(ROTATE_OCCURRENCES, [id], tx);
    return this.one(tx, kind, id);
  }

  /** @returns undefined when the entry became an appointment meanwhile, whose link its old page has shown */
  private async ofEntry(
    tx: EntityManager,
    id: number,
  ): Promise<{ readonly link: HeldLink | undefined } | undefined> {
    const find = () => this.database.rows<{ id: number }>(FIND_BOOKED, [id], tx);
    const [booked] = await find();
    if (booked !== undefined) await this.database.rows(ROTATE.appointment, [booked.id], tx);
    const link = await this.one(tx, 'waitlist', id);
    const [bookedNow] = await find();
    return bookedNow?.id === booked?.id ? { link } : undefined;
  }

  /** An appointment of a visit has the link of the visit. */
  private async ofAppointment(tx: EntityManager, id: number): Promise<HeldLink | undefined> {
    const [found] = await this.database.rows<Belonging>(FIND_BELONGING, [id], tx);
    const { visitId = null, seriesId = null } = found ?? {};
    if (visitId !== null) return this.one(tx, 'visit', visitId);
    if (seriesId === null) {
      const link = await this.one(tx, 'appointment', id);
      await this.database.rows(ROTATE_ENTRY_OF, [id], tx);
      return link;
    }
    const occurrences = await this.database.rows<Rotated>(ROTATE_OCCURRENCES, [seriesId], tx);
    await this.one(tx, 'series', seriesId);
    const own = occurrences.find((each) => each.id === id);
    return own && { kind: 'appointment', ...own };
  }

  private async one(tx: EntityManager, kind: LinkKind, id: number): Promise<HeldLink | undefined> {
    const [rotated] = await this.database.rows<Rotated>(ROTATE[kind], [id], tx);
    return rotated && { kind, ...rotated };
  }
}

const NAMES: Readonly<Record<LinkKind, string>> = {
  appointment: 'appointment',
  series: 'series',
  visit: 'visit',
  waitlist: 'entry of the waitlist',
};
