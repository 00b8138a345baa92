import type { Answer } from '../../support/api-client';
import { aProvider, aService, MONDAY } from '../../support/builders';
import type { TestService } from '../../support/test-service';

/** When a provider is at the two places on Mondays; `HH:MM`. */
interface Day {
  readonly start: string;
  readonly turn: string;
  readonly end: string;
}

interface Slot {
  readonly time: string;
}

/** Two locations, and a service of an hour with two providers: one whose hours name no place, one who is here and then there on Mondays. */
export class TwoPlaces {
  private constructor(
    private readonly service: TestService,
    readonly here: number,
    readonly there: number,
    readonly anywhere: number,
    readonly placed: number,
    readonly serviceId: number,
  ) {}

  static async on(service: TestService, { start, turn, end }: Day): Promise<TwoPlaces> {
    const { admin } = service;
    const here = idOf(await admin.post('/locations', { name: 'Here' }));
    const there = idOf(await admin.post('/locations', { name: 'There' }));
    const anywhere = await aProvider(admin);
    const schedule = [
      { day: 'monday', start, end: turn, locationId: here },
      { day: 'monday', start: turn, end, locationId: there },
    ];
    const placed = await aProvider(admin, { schedule });
    return new TwoPlaces(service, here, there, anywhere, placed, await aService(admin, { durationMin: 60 }));
  }

  /** The times of the slots of a date at a place, or without one. */
  async timesOf(
    providerId: number,
    locationId?: number,
    date = MONDAY,
    serviceId = this.serviceId,
  ): Promise<readonly string[]> {
    const place = locationId === undefined ? '' : `&locationId=${locationId}`;
    const path = `/availability/slots?serviceId=${serviceId}&providerId=${providerId}&date=${date}${place}`;
    return ((await this.service.admin.get(path)).body.data as Slot[]).map(({ time }) => time);
  }

  /** Removes the places and what tests make of them. @param table of what closes or opens them */
  async remove(table: 'closures' | 'special_hours'): Promise<void> {
    for (const each of [table, 'appointments', 'waitlist_entries', 'holds', 'locations'])
      await this.service.query(`delete from ${each}`);
  }
}

function idOf({ body }: Answer): number {
  return body.data.id as number;
}
