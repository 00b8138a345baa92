import { Inject, Injectable } from '@nestjs/common';
import { businessAt, languageAt } from '../../business/locations/place-contact';
import { Config } from '../../platform/config/config';
import { Database } from '../../platform/database/database';
import type { WriteContext } from '../../platform/database/write-context';
import { MINUTE_MS } from '../../platform/time/units';
import { localDateOf } from '../../platform/time/zones/wall-clock';
import { datesOf } from '../availability/date-range';
import { AvailabilityViews } from '../availability/availability-views';
import type { ListedSlot } from '../diary/slots/listed-slot';
import { VisitFinder } from '../availability/visits/visit-finder';
import { requestedAfter } from '../visits/visit-moves';
import { ManageLinks } from '../links/manage-links';
import type {
  ManagedAnswers,
  ManagedCancellation,
  ManagedMove,
  ManagedOfferAnswer,
  ManagedSlotsQuery,
} from './dto/manage-bodies.dto';
import type { ShownThing } from './dto/managed.response';
import { ManagedActions } from './managed-actions';
import { contactIn, type ManagedAppointment, type ManagedThing } from './managed-rows';
import { ManagedThings } from './managed-things';
import { actionsOf, expectedOf } from './policies';

/** The most starts of a visit that one answer lists. */
const MOST_STARTS = 200;

/** Shows customers what they have booked, and what becomes of it by what they do. */
@Injectable()
export class ManageService {
  constructor(
    @Inject(Config) private readonly config: Config,
    private readonly database: Database,
    private readonly things: ManagedThings,
    private readonly actions: ManagedActions,
    private readonly views: AvailabilityViews,
    private readonly finder: VisitFinder,
    private readonly links: ManageLinks,
  ) {}

  /** @throws NotFoundError */
  async get(token: string): Promise<ShownThing> {
    return this.shown(await this.things.get(token));
  }

  /** The times to which the appointment or the visit can be moved; none while it cannot. @throws NotFoundError, ValidationError of the dates */
  async slots(token: string, { from, to }: ManagedSlotsQuery): Promise<readonly ListedSlot[]> {
    const thing = await this.things.get(token);
    const moved = expectedOf(thing);
    const [appointment] = moved;
    const isGone = moved.some(({ isServiceGone }) => isServiceGone);
    if (appointment === undefined || isGone || !actionsOf(thing).includes('move')) return [];
    if (thing.kind === 'visit')
      return this.startsOfVisit(moved, datesOf({ from, to }, localDateOf(thing.now, appointment.timezone)));
    const { days } = await this.views.days(moveOf(appointment), { from, to });
    return days.flatMap(({ slots }) => slots);
  }

  /** The first items of the visits that can be had: each tells the start of one. */
  private async startsOfVisit(
    appointments: readonly ManagedAppointment[],
    { first: from, last: to }: ReturnType<typeof datesOf>,
  ): Promise<readonly ListedSlot[]> {
    const requested = requestedAfter(appointments, {});
    const { visits } = await this.finder.find({ ...requested, from, to, limit: MOST_STARTS });
    return visits.flatMap(({ items: [first] }) => first ?? []);
  }

  /** @throws NotFoundError, TooLateError, NotPossibleError */
  cancel(context: WriteContext, token: string, body: ManagedCancellation): Promise<ShownThing> {
    return this.after(context, token, (joined) => this.actions.cancel(joined, token, body));
  }

  /** @throws NotFoundError, TooLateError, NotPossibleError, NotBookableError */
  move(context: WriteContext, token: string, body: ManagedMove): Promise<ShownThing> {
    return this.after(context, token, (joined) => this.actions.move(joined, token, body));
  }

  /** @throws NotFoundError, NotPossibleError, ValidationError */
  answer(context: WriteContext, token: string, { answers }: ManagedAnswers): Promise<ShownThing> {
    return this.after(context, token, (joined) => this.actions.answer(joined, token, answers));
  }

  /** @throws NotFoundError, NotPossibleError, HoldExpiredError, NotBookableError */
  accept(context: WriteContext, token: string, body: ManagedOfferAnswer): Promise<ShownThing> {
    return this.after(context, token, (joined) => this.actions.accept(joined, token, body));
  }

  /** @throws NotFoundError, NotPossibleError, HoldExpiredError */
  decline(context: WriteContext, token: string, body: ManagedOfferAnswer): Promise<ShownThing> {
    return this.after(context, token, (joined) => this.actions.decline(joined, token, body));
  }

  /** Reads before the commit: afterwards staff could cancel what was moved, or delete it, and the answer would deny the move. */
  private after(
    context: WriteContext,
    token: string,
    act: (joined: WriteContext) => Promise<void>,
  ): Promise<ShownThing> {
    return this.database.transaction(context, async (transaction) => {
      await act({ ...context, transaction });
      return this.shown(await this.things.get(token, transaction));
    });
  }

  private shown(thing: ManagedThing): ShownThing {
    const { config, links } = this;
    const contact = contactIn(thing);
    return {
      ...{ thing, business: businessAt(config, contact), businessLanguage: languageAt(config, contact) },
      links,
    };
  }
}

/** The same service, provider, place, seats and duration at another time. */
function moveOf(appointment: ManagedAppointment) {
  const { id, serviceId, providerId, locationId, seats, start, end, durationOptions } = appointment;
  const minutes = (end - start) / MINUTE_MS;
  const isChosen = durationOptions.some(({ durationMin }) => durationMin === minutes);
  return {
    serviceId,
    providerId,
    seats,
    excludeAppointmentId: id,
    ...(locationId !== null && { locationId }),
    ...(isChosen && { durationMin: minutes }),
  };
}
