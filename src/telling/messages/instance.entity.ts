import { Check, Entity } from 'typeorm';
import { bytes, orNull, primary, RowOf, smallint, text, uuid } from '../../platform/database/entity-columns';

/** The only row names this installation. The first migration inserts it, and a restored backup keeps it. */
@Entity('instance')
@Check('instance_one_row', 'id = 1')
export class Instance extends RowOf({
  id: primary(smallint<1>()),
  uuid: uuid(),
  /** Where the machine of the service reaches it (`operating/health/recorded-url`). */
  url: orNull(text()),
  /** Signs the links by which customers manage what they have booked (`booking/links`). */
  linkKey: orNull(bytes()),
  /** The release of the zone rules by which nothing was due at the last review (`operating/zone-review`). */
  reviewedZoneRules: orNull(text()),
  /** With which all processes sign challenges (`people/challenges`); null: none was needed yet. */
  challengeSecret: orNull(text()),
}) {}
