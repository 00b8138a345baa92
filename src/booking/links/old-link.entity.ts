import { Entity } from 'typeorm';
import { int, primary, RowOf, text } from '../../platform/database/entity-columns';

/** The link by which a customer managed an appointment in another system, before it was imported. */
@Entity('old_links')
export class OldLink extends RowOf({
  /** Of the system and the secret of the link there. */
  digest: primary(text()),
  appointmentId: int(),
  /** The customer whose it was, and the counter of the link, at the import: it ends with the link that was new then. */
  holderId: int(),
  linkCounter: int(),
}) {}
