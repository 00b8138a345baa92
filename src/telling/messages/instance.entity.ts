import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The only row names this installation. The first migration inserts it, and a restored backup keeps it. */
@Entity('instance')
@Check('instance_one_row', 'id = 1')
export class Instance {
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'instance_pkey' })
  id: 1;

  @Column('uuid')
  uuid: string;

  /** Where the machine of the service reaches it (`operating/health/recorded-url`). */
  @Column('text', { nullable: true })
  url: string | null;

  /** Signs the links by which customers manage what they have booked (`booking/links`). */
  @Column('bytea', { nullable: true })
  linkKey: Buffer | null;

  /** The release of the zone rules by which nothing was due at the last review (`operating/zone-review`). */
  @Column('text', { nullable: true })
  reviewedZoneRules: string | null;

  /** With which all processes sign challenges (`people/challenges`); null: none was needed yet. */
  @Column('text', { nullable: true })
  challengeSecret: string | null;
}
