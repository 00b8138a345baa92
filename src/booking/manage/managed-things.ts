import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { ServiceQuestion } from '../../business/services/questions/service-question';
import { Clock } from '../../platform/clock';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import { NotFoundError } from '../../platform/errors/errors';
import type { SentToken } from '../links/link-token';
import { ManageLinks } from '../links/manage-links';
import type { ManagedAppointment, ManagedEntry, ManagedThing } from './managed-rows';
import { SELECT_APPOINTMENTS, SELECT_ENTRY } from './managed.statements';

/** What a row says of its link. */
interface Row {
  readonly holderId: number;
  readonly linkCounter: number;
  readonly isErased: boolean;
}

/** The questions of a service stand at one of its rows. */
type AppointmentRow = Omit<ManagedAppointment, 'questions'> & {
  readonly questions: readonly ServiceQuestion[] | null;
};

/**
 * Finds what the link of a customer is about, as it is now. No row says of a link that it is dead: it is when its thing is over or gone,
 * its customer was erased, it was given to another customer, or the link was ended.
 */
@Injectable()
export class ManagedThings {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly links: ManageLinks,
    private readonly clock: Clock,
  ) {}

  /** @param tx it has locked what is about to change @throws NotFoundError of every link that is none, in the same words */
  async get(token: string, tx?: EntityManager): Promise<ManagedThing> {
    const sent = this.links.read(token);
    const thing = sent && (await this.find(sent, this.clock.now(), tx));
    if (thing === undefined) throw new NotFoundError('link');
    return thing;
  }

  private find(sent: SentToken, now: number, tx?: EntityManager): Promise<ManagedThing | undefined> {
    return sent.kind === 'waitlist' ? this.entry(sent, now, tx) : this.appointments(sent, now, tx);
  }

  private async appointments(
    sent: SentToken,
    now: number,
    tx?: EntityManager,
  ): Promise<ManagedThing | undefined> {
    const { kind, id } = sent;
    if (kind === 'waitlist') return undefined;
    const rows = await this.read(kind, id, tx);
    const own = this.ownOf(sent, rows);
    const ahead = own.filter(({ end }) => end > now);
    if (ahead.length === 0) return undefined;
    return { kind, id, appointments: kind === 'series' ? ahead : own, entry: null, now };
  }

  private async entry(sent: SentToken, now: number, tx?: EntityManager): Promise<ManagedThing | undefined> {
    const values = [sent.id, this.config.businessTimeZone, new Date(now)];
    const rows = await this.database.rows<ManagedEntry>(SELECT_ENTRY, values, tx);
    const [entry] = this.ownOf(sent, rows);
    if (entry === undefined || entry.endsAt <= now) return undefined;
    const booked = await this.bookedOf(entry, tx);
    return { kind: 'waitlist', id: sent.id, appointments: booked, entry, now };
  }

  /** The appointment that an accepted offer became, unless staff have given it to another customer. */
  private async bookedOf(
    { appointmentId, holderId }: ManagedEntry,
    tx?: EntityManager,
  ): Promise<readonly ManagedAppointment[]> {
    if (appointmentId === null) return [];
    const rows = await this.read('appointment', appointmentId, tx);
    return rows.filter((row) => row.holderId === holderId);
  }

  private async read(
    kind: keyof typeof SELECT_APPOINTMENTS,
    id: number,
    tx: EntityManager | undefined,
  ): Promise<readonly ManagedAppointment[]> {
    const values = [id, this.config.businessTimeZone];
    const rows = await this.database.rows<AppointmentRow>(SELECT_APPOINTMENTS[kind], values, tx);
    const asked = new Map(
      rows.flatMap(({ serviceId, questions }) => (questions ? [[serviceId, questions]] : [])),
    );
    return rows.map((row) => ({ ...row, questions: asked.get(row.serviceId) ?? [] }));
  }

  /** Those of the customer whose link it is. Some of a series or a visit may have been given to others. */
  private ownOf<Each extends Row>(sent: SentToken, rows: readonly Each[]): readonly Each[] {
    const holders = new Map(rows.map((row) => [row.holderId, row]));
    const { kind, id } = sent;
    const holder = [...holders.values()].find(({ holderId, linkCounter }) =>
      this.links.isOf(sent, { kind, id, linkCounter, holderId }),
    );
    if (holder === undefined || holder.isErased) return [];
    return rows.filter(({ holderId }) => holderId === holder.holderId);
  }
}
