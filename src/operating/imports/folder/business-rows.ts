import { Injectable } from '@nestjs/common';
import { type EntityManager, In } from 'typeorm';
import { BusinessHours } from '../../../business/business-hours/business-hours.entity';
import type { BusinessHoursResponse } from '../../../business/business-hours/dto/business-hours.dto';
import { Location } from '../../../business/locations/location.entity';
import type { ScheduleEntryWrite } from '../../../business/providers/dto/schedule.dto';
import { Provider } from '../../../business/providers/provider.entity';
import { toStoredEntries } from '../../../business/providers/schedule';
import { AssignmentsService } from '../../../business/services/assignments/assignments.service';
import type { TimetableEntryWrite } from '../../../business/services/dto/timetable.dto';
import { Service } from '../../../business/services/service.entity';
import { toStoredTimetable } from '../../../business/services/timetable';
import type { SpecialHoursResponse } from '../../../business/special-hours/dto/special-hours.dto';
import { SpecialHours } from '../../../business/special-hours/special-hours.entity';
import { User } from '../../../people/users/user.entity';
import { Clock } from '../../../platform/clock';
import { Database } from '../../../platform/database/database';
import { ValidationError } from '../../../platform/errors/errors';
import { parseEndTime, parseTime } from '../../../platform/time/local-date';
import { parseStretch } from '../../../platform/time/local-stretch';
import { ImportReferences } from '../import-references.queries';
import { type ExportedLine, idsIn, insertRows } from './entity-rows';
import { FIND_USERS } from './instance.statements';

/** Writes who and what can be booked, and when, where a row is more than its line. */
@Injectable()
export class BusinessRows {
  constructor(
    private readonly database: Database,
    private readonly references: ImportReferences,
    private readonly assignments: AssignmentsService,
    private readonly clock: Clock,
  ) {}

  /** Takes the place of the hours of a new instance, and counts as set: no import widens it. */
  async hours(tx: EntityManager, lines: readonly ExportedLine[]): Promise<void> {
    for (const line of lines as unknown as readonly BusinessHoursResponse[]) {
      const days = line.days.filter(({ working }) => working).map(({ day }) => day);
      const bounds = { workStartMin: parseTime(line.workStart), workEndMin: parseEndTime(line.workEnd) };
      await tx.update(BusinessHours, 1, { ...bounds, days, defaultWindow: null });
    }
  }

  locations(tx: EntityManager, lines: readonly ExportedLine[]): Promise<void> {
    const updatedAt = this.now;
    return insertRows(tx, Location, lines, ({ is_primary: isPrimary, hours }) => {
      return { isPrimary, hours: entriesIn(hours), updatedAt };
    });
  }

  /** A provider is a user of the same id, without a password and a key. */
  async providers(tx: EntityManager, lines: readonly ExportedLine[]): Promise<void> {
    const ids = lines.map(({ id }) => id);
    const [taken] = await this.database.rows<{ id: number; name: string }>(FIND_USERS, [ids], tx);
    if (taken !== undefined)
      throw new ValidationError({
        id: `${taken.id} is the user ${taken.name} here: import before you create users`,
      });
    const updatedAt = this.now;
    await insertRows(tx, User, lines, () => ({ updatedAt }));
    await insertRows(tx, Provider, lines, ({ schedule }) => ({ schedule: entriesIn(schedule) }));
  }

  /** Those that are deleted, too: appointments name them. */
  services(tx: EntityManager, lines: readonly ExportedLine[]): Promise<void> {
    const updatedAt = this.now;
    return insertRows(tx, Service, lines, ({ timetable }) => {
      return { timetable: toStoredTimetable(timetable as readonly TimetableEntryWrite[]), updatedAt };
    });
  }

  specialHours(tx: EntityManager, lines: readonly ExportedLine[]): Promise<void> {
    return insertRows(tx, SpecialHours, lines, (line) => {
      const { date, hours } = line as unknown as SpecialHoursResponse;
      const stretches = hours.map(({ start, end, ...place }) => ({
        ...parseStretch({ start, end }),
        ...place,
      }));
      return { id: line.stored?.['ownId'], onDate: date, hours: stretches };
    });
  }

  /** Once there are both. */
  async servicesOfProviders(tx: EntityManager, lines: readonly ExportedLine[]): Promise<void> {
    for (const { id, serviceIds } of lines)
      if (serviceIds !== null)
        await this.assignments.assignServices(tx, id as number, serviceIds as readonly number[]);
  }

  async providersOfServices(tx: EntityManager, lines: readonly ExportedLine[]): Promise<void> {
    for (const { id, providerIds } of lines)
      if (providerIds !== null)
        await this.assignments.assignProviders(tx, id as number, providerIds as readonly number[]);
  }

  /** Of ids inside a column no foreign key speaks. @throws ValidationError of one that names nothing */
  async assertNamed(tx: EntityManager, lines: readonly ExportedLine[]): Promise<void> {
    const locationIds = idsIn(lines, ['locationId']);
    const known = await this.references.locations(tx, locationIds);
    const missing = locationIds.find((id) => !known.has(id));
    if (missing !== undefined) throw new ValidationError({ locationId: `names no location: ${missing}` });
    const providerIds = idsIn(lines, ['providerId', 'providerIds', 'team']);
    const found = providerIds.length === 0 ? [] : await tx.findBy(Provider, { id: In([...providerIds]) });
    const stranger = providerIds.find((id) => !found.some((provider) => provider.id === id));
    if (stranger !== undefined) throw new ValidationError({ providerId: `names no provider: ${stranger}` });
  }

  private get now(): Date {
    return new Date(this.clock.now());
  }
}

function entriesIn(schedule: unknown) {
  return toStoredEntries(schedule as readonly ScheduleEntryWrite[] | null);
}
