import type { MigrationInterface, QueryRunner } from 'typeorm';

/** The links of other systems, which lead to what was imported from there. */
export class OldLinks1800004310000 implements MigrationInterface {
  async up(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query(`
      -- No foreign keys: an appointment that is deleted takes the link with it by not being there.
      create table old_links (
        -- Of the system and the secret of the link there.
        digest text constraint old_links_pkey primary key,
        appointment_id int not null,
        -- Whose it was, and the counter of its link, when it was imported: the link is as old as that one, and ends with it.
        holder_id int not null,
        link_counter int not null
      );
    `);
  }

  async down(queryRunner: QueryRunner): Promise<void> {
    await queryRunner.query('drop table old_links;');
  }
}
