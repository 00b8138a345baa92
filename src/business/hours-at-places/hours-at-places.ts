import { Injectable } from '@nestjs/common';
import type { EntityManager } from 'typeorm';
import { Database } from '../../platform/database/database';
import { ValidationError } from '../../platform/errors/errors';
import { addDays } from '../../platform/time/local-date';
import { localDateOf } from '../../platform/time/zones/wall-clock';
import {
  END_CLASSES,
  END_SCHEDULES,
  END_SPECIAL_HOURS,
  FIND_PROVIDERS,
  LOCK_LOCATIONS,
  LOCK_SERVICES,
} from './hours-at-places.statements';

/** The location that a member of a body names. */
export type NamedPlace = readonly [path: string, locationId: number];

/** Keeps the schedules and special hours of providers, and the timetables of services, in agreement with the locations that they name. */
@Injectable()
export class HoursAtPlaces {
  constructor(private readonly database: Database) {}

  /** Keeps the locations until hours that name them are committed. @throws ValidationError of those that do not exist */
  async assertFound(tx: EntityManager, places: readonly NamedPlace[]): Promise<void> {
    const faults = await this.faultsOf(tx, places);
    if (Object.keys(faults).length > 0) throw new ValidationError(faults);
  }

  /** As `assertFound`. @returns the faults, to be reported together with others */
  async faultsOf(tx: EntityManager, places: readonly NamedPlace[]): Promise<Record<string, string>> {
    if (places.length === 0) return {};
    const rows = await this.database.rows<{ id: number }>(LOCK_LOCATIONS, [places.map(([, id]) => id)], tx);
    const missing = places.filter(([, id]) => !rows.some((row) => row.id === id));
    return Object.fromEntries(missing.map(([path]) => [path, 'names no location']));
  }

  /** The ids of the providers whose hours name a location. */
  async providersAt(tx: EntityManager, locationId: number): Promise<readonly number[]> {
    const rows = await this.database.rows<{ id: number }>(FIND_PROVIDERS, [locationId], tx);
    return rows.map(({ id }) => id);
  }

  /** Locks the services whose timetables name a location, as those do who write them. */
  async lockServicesAt(tx: EntityManager, locationId: number): Promise<void> {
    await this.database.rows(LOCK_SERVICES, [locationId], tx);
  }

  /**
   * Ends the hours and the classes that name a location. The entries of schedules stay, over and without a place: a schedule without entries would
   * mean the hours of the business.
   * @param now epoch ms
   */
  async end(tx: EntityManager, locationId: number, now: number): Promise<void> {
    // The day before yesterday in UTC is over in every zone.
    const lastDate = addDays(localDateOf(now, 'UTC'), -2);
    await this.database.rows(END_SCHEDULES, [locationId, lastDate], tx);
    await this.database.rows(END_SPECIAL_HOURS, [locationId], tx);
    await this.database.rows(END_CLASSES, [locationId], tx);
  }
}
