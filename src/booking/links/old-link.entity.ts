import { Column, Entity, PrimaryColumn } from 'typeorm';

/** The link by which a customer managed an appointment in another system, before it was imported. */
@Entity('old_links')
export class OldLink {
  /** Of the system and the secret of the link there. */
  @PrimaryColumn('text', { primaryKeyConstraintName: 'old_links_pkey' })
  readonly digest: string;

  @Column('int')
  readonly appointmentId: number;

  /** The customer whose it was, and the counter of the link, at the import: it ends with the link that was new then. */
  @Column('int')
  readonly holderId: number;

  @Column('int')
  readonly linkCounter: number;
}
