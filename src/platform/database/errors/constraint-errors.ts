import { Injectable } from '@nestjs/common';
import { DataSource } from 'typeorm';
import type { DomainError } from '../../errors/domain-error';
import { RefusedError, UnavailableError, ValidationError } from '../../errors/errors';
import { violationOf } from '../sqlstate';

type MakeError = () => DomainError;

const isTaken = (field: string) => () => new ValidationError({ [field]: 'is taken already' });
/** Concurrent writes caused the violation, and the retries of the transaction met it again. */
const isContended = () => new UnavailableError('Another write conflicts with this one; try again shortly');

/** The message for a write that breaks a constraint in a race. A new unique or exclusion constraint needs a line here. */
const CONFLICTS: Readonly<Record<string, MakeError>> = {
  api_keys_key_id_key: isContended,
  business_feeds_key_id_key: isContended,
  busy_times_pkey: isContended,
  claims_no_overlap: () =>
    new RefusedError('The time is taken by another appointment', { reason: 'slot_taken' }),
  claims_no_resource_overlap: () =>
    new RefusedError('A resource is taken by another appointment', { reason: 'resource_unavailable' }),
  claims_no_seat_twice: () =>
    new RefusedError('Too few seats are left at this time', { reason: 'session_full' }),
  customers_email_key: isTaken('email'),
  holds_one_offer: isContended,
  holds_token_key: isContended,
  idempotency_records_pkey: isContended,
  import_sources_pkey: isContended,
  location_feeds_key_id_key: isContended,
  locations_one_primary: isContended,
  provider_feeds_key_id_key: isContended,
  provider_services_pkey: isContended,
  providers_slug_key: isTaken('slug'),
  special_hours_location_id_on_date_key: isContended,
  special_hours_on_date_key: isContended,
  special_hours_provider_id_on_date_key: isContended,
  webhook_lanes_pkey: isContended,
  users_email_key: isTaken('email'),
  users_subject_key: isTaken('subject'),
  waitlist_offers_pkey: isContended,
};

/** The members of bodies that name several rows; a foreign key knows the column of one row only. */
const LISTS: Readonly<Record<string, string>> = {
  provider_services_provider_id_fkey: 'providerIds',
  provider_services_service_id_fkey: 'serviceIds',
};

/**
 * Translates violations of constraints that no service has translated: a row that a request refers to was deleted between the
 * service's check and its write. The translations of foreign keys follow from the entities.
 */
@Injectable()
export class ConstraintErrors {
  private errors: ReadonlyMap<string, MakeError> | undefined;

  constructor(private readonly dataSource: DataSource) {}

  /** The error for the caller; undefined when `error` names no known constraint. */
  translate(error: unknown): DomainError | undefined {
    const violation = violationOf(error);
    if (violation === undefined) return undefined;
    this.errors ??= new Map([...Object.entries(CONFLICTS), ...referencesOf(this.dataSource)]);
    return this.errors.get(violation.constraint)?.();
  }
}

/** For each foreign key of an entity, the error that says that the member names no row. */
function referencesOf({ entityMetadatas }: DataSource): [constraint: string, error: MakeError][] {
  return entityMetadatas
    .flatMap(({ foreignKeys }) => foreignKeys)
    .map(({ name, columns, referencedEntityMetadata: { name: entity } }) => {
      const field = LISTS[name] ?? columns[0]?.propertyName ?? '';
      const thing = entity.replaceAll(/(?<=.)[A-Z]/g, ' $&').toLowerCase();
      return [name, () => new ValidationError({ [field]: `names no ${thing}` })];
    });
}
