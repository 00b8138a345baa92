import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { AvailabilityService, type Booking } from '../availability/availability.service';
import { type SlotResponse, toSlotResponse } from '../availability/dto/slot.response';
import { NotBookableError } from '../availability/availability.errors';
import { parseTime, type Question, type Reason, type Verdict } from '../availability/engine';
import { SlotSearch } from '../availability/slot-search';
import { Clock } from '../common/clock';
import { ValidationError } from '../common/errors/errors';
import { CustomersService } from '../customers/customers.service';
import { Database } from '../database/database';
import { violates } from '../database/sqlstate';
import { Location } from '../locations/location.entity';
import { ProviderLock } from '../providers/provider-lock';
import { NO_OVERLAP } from './appointment.entity';
import type { AppointmentRow } from './appointment-row';
import { AppointmentsQueries } from './appointments.queries';
import type { AppointmentCreate } from './dto/appointment-create.dto';

const INSERT = {
  name: 'appointments.insert',
  text: `insert into appointments (provider_id, service_id, customer_id, location_id, start_at, end_at, busy, status, notes,
           price, created_at, updated_at)
         values ($1, $2, $3, $4, $5, $6, tstzrange($7, $8), 'confirmed', $9, $10, $11, $11) returning id`,
};

type BookableSlot = Extract<Verdict, { bookable: true }>;

/** How many other slots a refusal offers. */
const ALTERNATIVES = 3;

/** Books, moves and cancels. Writes appointments; the only one who does. */
@Injectable()
export class AppointmentsService {
  constructor(
    private readonly database: Database,
    private readonly queries: AppointmentsQueries,
    private readonly availability: AvailabilityService,
    private readonly search: SlotSearch,
    private readonly customers: CustomersService,
    private readonly providerLock: ProviderLock,
    private readonly clock: Clock,
  ) {}

  /**
   * Books. The provider's row is locked first, so that bookings of one provider queue up rather than collide; the
   * exclusion constraint has the last word all the same.
   * @throws ValidationError of ids that name nothing, NotBookableError
   */
  async create(body: AppointmentCreate): Promise<AppointmentRow> {
    const question = questionOf(body);
    return this.explaining(body, question, () =>
      this.database.transaction(async (tx) => {
        await this.providerLock.take(tx, [body.providerId]);
        const decision = await this.availability.decide(body, question, tx);
        await assertLocation(tx, body.locationId);
        if (!decision.verdict.bookable) throw new SlotRefused(decision.verdict.reason);
        return this.insert(tx, body, decision.verdict, decision.service.price);
      }),
    );
  }

  private async insert(
    tx: EntityManager,
    body: AppointmentCreate,
    slot: BookableSlot,
    price: number | null,
  ): Promise<AppointmentRow> {
    const customerId = await this.customers.findOrCreate(tx, body);
    const times = [slot.start, slot.end, slot.busy.start, slot.busy.end].map((instant) => new Date(instant));
    const who = [body.providerId, body.serviceId, customerId, body.locationId ?? null];
    const values = [...who, ...times, body.notes ?? null, price, new Date(this.clock.now())];
    const [row] = await this.database.rows<{ id: number }>(INSERT, values, tx);
    return this.queries.get(row?.id ?? 0, tx);
  }

  /** Runs a write; when the time cannot be had, says why and what can, once the write is undone and its locks are gone. */
  private async explaining<T>(booking: Booking, question: Question, write: () => Promise<T>): Promise<T> {
    try {
      return await write();
    } catch (error) {
      const reason = refusalOf(error);
      if (reason === undefined) throw error;
      throw new NotBookableError(reason, await this.alternatives(booking, question));
    }
  }

  private async alternatives(
    { serviceId, providerId }: Booking,
    { start, excludeAppointmentId }: Question,
  ): Promise<SlotResponse[]> {
    const slots = await this.search.findAfter({
      serviceId,
      providerId,
      from: start,
      limit: ALTERNATIVES,
      excludeAppointmentId,
    });
    return slots.map(toSlotResponse);
  }
}

/** Why a write found its time not to be had: leaves the transaction, so that it is undone. */
class SlotRefused extends Error {
  constructor(readonly reason: Reason) {
    super(reason);
  }
}

function refusalOf(error: unknown): Reason | undefined {
  if (error instanceof SlotRefused) return error.reason;
  return violates(error, NO_OVERLAP) ? 'slot_taken' : undefined;
}

function questionOf({ date, start, ignoreSchedule }: AppointmentCreate): Question {
  return { start: { date, timeMin: parseTime(start) ?? 0 }, ignoreSchedule };
}

async function assertLocation(tx: EntityManager, locationId: number | null | undefined): Promise<void> {
  if (typeof locationId !== 'number' || (await tx.existsBy(Location, { id: locationId }))) return;
  throw new ValidationError({ locationId: 'names no location' });
}
