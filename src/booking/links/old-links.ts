import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Clock } from '../../platform/clock';
import { Database, type Statement } from '../../platform/database/database';
import { NotFoundError } from '../../platform/errors/errors';
import type { KnownLink } from './link-token';
import { secretIn } from './link-token';
import { ManageLinks } from './manage-links';

/** The name of Easy!Appointments in the addresses of its links here. */
export const EASY_APPOINTMENTS = 'ea';

/** Shorter ones could be guessed. */
const MIN_SECRET = 12;

/**
 * Only of appointments that are still those of the customer $4 who was imported, and whose links were not ended here since. What is over by
 * $3 needs none. A link that is remembered stays as it is; one that several appointments have leads nowhere.
 */
const REMEMBER: Statement = {
  name: 'old-links.remember',
  text: `
    insert into old_links as known (digest, appointment_id, holder_id, link_counter)
    select l.digest, case when count(distinct l.id) = 1 then min(a.id) else 0 end, min(a.customer_id), min(a.link_counter)
    from unnest($1::text[], $2::int[], $4::int[]) l (digest, id, holder_id) left join appointments a
      on a.id = l.id and a.customer_id = l.holder_id and a.link_counter = 0 and a.end_at > $3 and a.visit_id is null
    group by l.digest having count(a.id) > 0
    on conflict (digest) do update set appointment_id = 0 where known.appointment_id <> excluded.appointment_id`,
};

/** As the page behind links judges: gone, over, erased, given to another customer and ended are all the same. */
const FIND: Statement = {
  name: 'old-links.find',
  isShort: true,
  text: `
    select a.id, a.customer_id as "holderId", a.link_counter as "linkCounter" from old_links o
    join appointments a on a.id = o.appointment_id and a.customer_id = o.holder_id and a.link_counter = o.link_counter
    join customers c on c.id = a.customer_id and c.erased_at is null
    where o.digest = $1 and a.end_at > $2 and a.visit_id is null`,
};

/** A link of another system, with the ids here of its appointment and of the customer who was imported with it. */
export interface OldLink {
  readonly secret: string;
  readonly appointmentId: number;
  readonly holderId: number;
}

/** What is signed for a secret that leads nowhere, so that it costs as much as one that does. */
const NOTHING: KnownLink = { kind: 'appointment', id: 1, linkCounter: -1, holderId: 0 };

/** Leads from the links of other systems to those of what was imported. Keeps digests: who reads the table learns no link. */
@Injectable()
export class OldLinks {
  constructor(
    private readonly database: Database,
    private readonly links: ManageLinks,
    private readonly clock: Clock,
  ) {}

  async remember(tx: EntityManager, system: string, links: readonly OldLink[]): Promise<void> {
    const sound = links.filter(({ secret }) => secret.length >= MIN_SECRET);
    if (sound.length === 0) return;
    const digests = sound.map(({ secret }) => this.digestOf(system, secret));
    const ids = sound.map(({ appointmentId }) => appointmentId);
    const holders = sound.map(({ holderId }) => holderId);
    await this.database.rows(REMEMBER, [digests, ids, new Date(this.clock.now()), holders], tx);
  }

  /** The secret part of the link that it is now. @param secret punctuation behind it does not count @throws NotFoundError */
  async tokenOf(system: string, secret: string): Promise<string> {
    const values = [this.digestOf(system, secretIn(secret) ?? secret), new Date(this.clock.now())];
    const [found] = await this.database.rows<Omit<KnownLink, 'kind'>>(FIND, values);
    const token = this.links.tokenOf(found === undefined ? NOTHING : { kind: 'appointment', ...found });
    if (found === undefined) throw new NotFoundError('link');
    return token;
  }

  private digestOf(system: string, secret: string): string {
    return this.links.digestOf(`${system} ${secret}`);
  }
}
