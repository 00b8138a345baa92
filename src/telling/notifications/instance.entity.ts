import { Check, Column, Entity, PrimaryColumn } from 'typeorm';

/** The one row that names this installation; made with the database, and travels with its backups. */
@Entity('instance')
@Check('instance_one_row', 'id = 1')
export class Instance {
  @PrimaryColumn('smallint', { primaryKeyConstraintName: 'instance_pkey' })
  id: 1;

  @Column('uuid')
  uuid: string;
}
