import { Inject, Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import type { Caller } from '../../platform/http/identity';
import {
  ForbiddenError,
  NotFoundError,
  NotNarrowableError,
  ValidationError,
} from '../../platform/errors/errors';
import { withDefaults } from '../../platform/http/validation/defaults';
import { Config } from '../../platform/config/config';
import type { WriteContext } from '../../platform/database/write-context';
import { Database } from '../../platform/database/database';
import type { ReadRow } from '../../platform/database/reads/entity-reads';
import { assertPreconditions } from '../../platform/http/preconditions';
import type { Service } from '../services/service.entity';
import { KeyAuthors } from '../../people/api-keys/key-authors';
import { User } from '../../people/users/user.entity';
import { assertOwnOrAdmin } from '../../people/users/own-record';
import { EmailTakenError } from '../../people/users/users.errors';
import { CutHours } from '../hours-at-places/cut-hours';
import { HoursAtPlaces } from '../hours-at-places/hours-at-places';
import { OneZoneRule } from '../hours-at-places/one-zone-rule';
import { AssignmentsService } from '../services/assignments/assignments.service';
import {
  type ListedProviders,
  type ProviderListQuery,
  type ProviderPatch,
  ProviderWrite,
  type PublicMembers,
  toProviderResponse,
} from './dto/provider.dto';
import { ProviderAccounts, SlugTakenError } from './provider-accounts';
import { type ProviderChange, toChange } from './provider-change';
import { ProviderLock } from './provider-lock';
import type { ProviderRow } from './provider-row';
import { ProvidersQueries } from './providers.queries';
import { placesOf, toStoredEntries } from './schedule';
import { metadataAfter } from '../../platform/metadata/metadata';

/** What the message of a refusal calls it. A password that is sent is always a change: the answer must not tell whether it is the present one. */
const SETTING_PASSWORD = 'Setting the password';

@Injectable()
export class ProvidersService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly queries: ProvidersQueries,
    private readonly accounts: ProviderAccounts,
    private readonly assignments: AssignmentsService,
    private readonly lock: ProviderLock,
    private readonly places: HoursAtPlaces,
    private readonly oneZone: OneZoneRule,
    private readonly cutHours: CutHours,
    private readonly authors: KeyAuthors,
  ) {}

  /** Without a key, the list shows active providers only, and less of each. @throws ValidationError of a sort by what is hidden */
  async list(query: ProviderListQuery, hasKey: boolean): Promise<ListedProviders> {
    const isContactPublic = this.config.publicContact === 'on';
    const sees = { inactive: hasKey, contact: hasKey || isContactPublic, metadata: hasKey };
    if (!sees.contact) assertSortIsShown(query);
    return {
      page: await this.queries.list(query, sees),
      shows: publicMembers(query.includeColors === true, isContactPublic),
    };
  }

  /** The active ones by name, in one page. @param most how many at most */
  async active(most: number): Promise<ListedProviders> {
    const page = await this.queries.active(most);
    return { page, shows: publicMembers(false, this.config.publicContact === 'on') };
  }

  /** @throws NotFoundError */
  get(id: number): Promise<ProviderRow> {
    return this.queries.get(id);
  }

  /** An active provider, without what the server does not show to all. @throws NotFoundError */
  async getPublic(id: number): Promise<ProviderRow> {
    const provider = await this.queries.get(id);
    if (!provider.active) throw new NotFoundError('provider');
    return this.config.publicContact === 'on' ? provider : { ...provider, email: null, phone: null };
  }

  /** The active services that a provider offers, by name. @throws NotFoundError */
  async servicesOf(id: number, hasKey: boolean): Promise<ReadRow<Service>[]> {
    const { active } = await this.queries.get(id);
    // Strangers see active providers only.
    if (!active && !hasKey) throw new NotFoundError('provider');
    return this.assignments.offeredBy(id);
  }

  /** @throws NotFoundError */
  async servicesOfSlug(slug: string, hasKey: boolean): Promise<ReadRow<Service>[]> {
    return this.servicesOf(await this.queries.getIdBySlug(slug), hasKey);
  }

  /**
   * Creates the provider and its user.
   * @throws ValidationError of a taken e-mail or slug, an unknown service or location, a bad schedule
   */
  async create(context: WriteContext, body: ProviderWrite): Promise<ProviderRow> {
    const { user, details, serviceIds } = await toChange(body);
    return this.database.transaction(context, async (tx) => {
      await this.assertFree(tx, body);
      const newUser = { ...user, name: body.name, email: body.email, roles: ['provider'] as const };
      const id = await this.accounts.create(tx, newUser, { ...details, metadata: body.metadata });
      if (serviceIds !== undefined) await this.assignments.assignServices(tx, id, serviceIds);
      return this.written(tx, id, body);
    });
  }

  /** @throws as `change` */
  replace(context: WriteContext, id: number, body: ProviderWrite, caller: Caller): Promise<ProviderRow> {
    return this.change(context, id, withDefaults(ProviderWrite, body), caller);
  }

  /** @throws ForbiddenError, NotFoundError, PreconditionFailedError, BeyondError, and ValidationError as `create` */
  async change(context: WriteContext, id: number, body: ProviderPatch, caller: Caller): Promise<ProviderRow> {
    if (context.reach !== undefined) assertScheduleAlone(body);
    if (typeof body.password === 'string') assertOwnOrAdmin(id, caller, SETTING_PASSWORD);
    const change = await toChange(body);
    return this.database.transaction(context, async (tx) => {
      const provider = await this.locked(context, tx, id);
      assertMayChange(provider, body, caller);
      if (isNamedOrRevived(provider, body)) await this.assertGivesRoles(tx, id, caller);
      await this.assertFree(tx, body, id);
      const metadata = body.metadata && metadataAfter(provider.metadata, body.metadata);
      await this.write(tx, id, { ...change, details: { ...change.details, metadata } });
      return this.written(tx, id, body);
    });
  }

  /** Who is named anew, or active again, gets the roles that the user has beside that of a provider. @throws BeyondError */
  private async assertGivesRoles(tx: EntityManager, id: number, caller: Caller): Promise<void> {
    const { roles } = await tx.findOneByOrFail(User, { id });
    if (roles.length > 1) (await this.authors.of(tx, caller)).assertGivesRoles();
  }

  /** Ends what a provider may do and is offered for; again and again without effect. @throws NotFoundError, PreconditionFailedError */
  deactivate(context: WriteContext, id: number): Promise<ProviderRow> {
    return this.database.transaction(context, async (tx) => {
      const provider = await this.locked(context, tx, id);
      if (provider.active) await this.accounts.update(tx, id, { active: false }, {});
      return { ...provider, active: false };
    });
  }

  /** Bookings of the provider wait meanwhile: each sees the provider either as it was or as it is then. */
  private async locked(context: WriteContext, tx: EntityManager, id: number): Promise<ProviderRow> {
    await this.lock.take(tx, [id]);
    const provider = await this.queries.get(id, tx);
    await assertPreconditions(context, () => toProviderResponse(provider), provider.password_mark);
    return provider;
  }

  private async write(
    tx: EntityManager,
    id: number,
    { user, details, serviceIds }: ProviderChange,
  ): Promise<void> {
    await this.accounts.update(tx, id, user, details);
    if (serviceIds !== undefined) await this.assignments.assignServices(tx, id, serviceIds);
  }

  /** With a warning where hours of the business or of a place cut a schedule that the body sets. */
  private async written(tx: EntityManager, id: number, { schedule }: ProviderPatch): Promise<ProviderRow> {
    const row = await this.queries.get(id, tx);
    return schedule == null ? row : { ...row, warnings: await this.cutHours.ofProvider(tx, id) };
  }

  /** For a kind message with all faults together; the constraints of the schema are the truth. */
  private async assertFree(
    tx: EntityManager,
    { email, slug, serviceIds, schedule, timezone }: ProviderPatch,
    exceptId = 0,
  ): Promise<void> {
    const claim = { email: email ?? null, slug: slug ?? null, exceptId };
    const taken = await this.queries.findTaken(claim, tx);
    const faults = await this.places.faultsOf(tx, placesOf(schedule));
    const entries = schedule === undefined ? undefined : toStoredEntries(schedule);
    Object.assign(faults, await this.oneZone.faultsOf(tx, exceptId, { timezone, schedule: entries }));
    if (taken.email) Object.assign(faults, new EmailTakenError().details);
    if (taken.slug) Object.assign(faults, new SlugTakenError().details);
    if (serviceIds != null && !(await this.assignments.areServices(tx, serviceIds, exceptId))) {
      faults['serviceIds'] = 'names no service';
    }
    if (Object.keys(faults).length > 0) throw new ValidationError(faults);
  }
}

function publicMembers(hasColor: boolean, hasContact: boolean): PublicMembers {
  if (hasColor) return hasContact ? 'color and contact' : 'color';
  return hasContact ? 'contact' : 'neither';
}

/** Only a change takes the role admin, so that every caller can write back what it has read. @throws ForbiddenError */
function assertMayChange(
  provider: ProviderRow,
  { active, email, password }: ProviderPatch,
  caller: Caller,
): void {
  if (password === null && provider.password_mark !== '')
    assertOwnOrAdmin(provider.id, caller, SETTING_PASSWORD);
  if (email !== undefined && email !== provider.email)
    assertOwnOrAdmin(provider.id, caller, 'Changing the e-mail address');
  if (active === undefined || active === provider.active || caller.roles.includes('admin')) return;
  throw new ForbiddenError('To change active takes the role admin');
}

function isNamedOrRevived(provider: ProviderRow, { active, email }: ProviderPatch): boolean {
  return (email !== undefined && email !== provider.email) || (active === true && !provider.active);
}

/** A narrowed key sets the hours of its providers; all else about them is of the whole business. @throws NotNarrowableError */
function assertScheduleAlone(body: ProviderPatch): void {
  const isElse = ([name, value]: [string, unknown]) => name !== 'schedule' && value !== undefined;
  if (Object.entries(body).some(isElse)) throw new NotNarrowableError();
}

/** The order would reveal the addresses that the list hides. @throws ValidationError */
function assertSortIsShown({ sort }: ProviderListQuery): void {
  if (sort?.field === 'email') throw new ValidationError({ sort: 'can be email only with an API key' });
}
